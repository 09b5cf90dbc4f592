import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Result } from '../../../shared/contract/index.ts'
import type { DataOverview } from '../../../shared/contract/settings.ts'
import { useApi, useCall } from '../../api.ts'
import { countText, momentText, sizeText } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './data-settings.module.css'
import { Row, Section } from './section.tsx'
import { useAct } from './use-act.tsx'

/** Where everything is, how much it is, whether it is whole, and how to take a copy. */
export function DataSettings() {
  const { data, error, refetch } = useCall(
    'settings.data',
    {},
    { topics: ['conversations', 'messages', 'notebook', 'memory', 'skills', 'files', 'calendar'] },
  )
  if (error !== null)
    return <Failure what="This could not be read" error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Waiting>Measuring your profile</Waiting>
  return (
    <>
      <Profile data={data} />
      <Backups data={data} />
      <Check />
    </>
  )
}

function Profile({ data }: { readonly data: DataOverview }) {
  const api = useApi()
  const { act, failure } = useAct()
  const saveCopy = async () => {
    const name = await act(() => api.call('settings.save-copy', {}))
    if (typeof name === 'string') await act(async () => name, { done: `Saved as ${name}.` })
  }
  return (
    <Section title="Your profile" about="Everything Pixie keeps for you is in this one folder.">
      {failure}
      <Row name="Place" about={visibleName(data.place)}>
        <Button onPress={() => void act(() => api.call('settings.reveal-data', {}))}>Show in folder</Button>
      </Row>
      <Row
        name="Size"
        about={`${sizeText(data.sizeBytes)}, of which ${sizeText(data.rebuildableBytes)} can be made again from your files.`}
      />
      <Row
        name="In it"
        about={[
          countText(data.conversations, 'conversation'),
          countText(data.notes, 'note'),
          countText(data.memories, 'memory line'),
          countText(data.skills, 'skill'),
          countText(data.folders, 'folder'),
          countText(data.calendars, 'calendar'),
        ].join(' · ')}
      />
      <Row
        name="A copy of everything"
        about="Conversations, notes, memory, calendars, skills and settings in one file that only you can read. Models and your own files are not in it."
        isWide
      >
        <Button onPress={() => void saveCopy()}>Save a copy…</Button>
      </Row>
    </Section>
  )
}

function Backups({ data }: { readonly data: DataOverview }) {
  return (
    <Section
      title="Backups"
      about="Pixie makes one by itself before an update changes how it keeps your data."
    >
      {data.backups.length === 0 && (
        <Row name="None yet" about="There was no update since this profile was made." />
      )}
      {data.backups.map((backup) => (
        <Row
          key={backup.name}
          name={momentText(backup.madeAtMs)}
          about={`${backup.name} · ${sizeText(backup.sizeBytes)}`}
        />
      ))}
    </Section>
  )
}

const checkNames: Readonly<Record<string, string>> = {
  database: 'Your data',
  index: 'Index of your files',
  permissions: 'Who can read it',
  'disk-space': 'Room on the disk',
  'damaged-files': 'Things set aside',
  backups: 'Backups',
  'index-age': 'How fresh the index is',
}

function Check() {
  const api = useApi()
  const { act, failure } = useAct()
  const [isBusy, setIsBusy] = useState(false)
  const [results, setResults] = useState<Result<'settings.check-data'> | null>(null)
  const check = async () => {
    setIsBusy(true)
    setResults((await act(() => api.call('settings.check-data', {}))) ?? null)
    setIsBusy(false)
  }
  return (
    <Section
      title="Is everything whole?"
      about="Reads your data from beginning to end and changes nothing."
      action={
        <Button isDisabled={isBusy} onPress={() => void check()}>
          Check now
        </Button>
      }
    >
      {failure}
      {isBusy && <Waiting>Reading everything once</Waiting>}
      {results?.map(({ name, isOk, detail }) => (
        <Row
          key={name}
          icon={<Icon of={isOk ? CircleCheck : CircleAlert} className={isOk ? styles.good : styles.bad} />}
          name={`${checkNames[name] ?? name}: ${isOk ? 'in order' : 'look at this'}`}
          about={detail}
        />
      ))}
      {!isBusy && results === null && <Row name="Not checked since Pixie was opened" />}
    </Section>
  )
}
