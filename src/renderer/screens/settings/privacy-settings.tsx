import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { DataOverview } from '../../../shared/contract/settings.ts'
import { useApi, useCall } from '../../api.ts'
import { countText, number } from '../../formats.ts'
import { useNavigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './privacy-settings.module.css'
import { Row, Section } from './section.tsx'
import { useAct } from './use-act.tsx'

/** What stays here, what Pixie keeps, and how to make it forget. */
export function PrivacySettings() {
  const here = useCall('app.info', {}, { topics: [] }).data?.here ?? 'this computer'
  return (
    <>
      <div className={styles.promise}>
        <Icon of={ShieldCheck} size={20} />
        <div>
          <h2>Nothing leaves {here}</h2>
          <p>
            Questions, answers, files, notes and calendars are read and answered here. Pixie has no account,
            no server and counts nothing.
          </p>
        </div>
      </div>
      <Section title="Network">
        <Row
          name="Fetching a model"
          about="Only when you press Download in Model. The file comes in; nothing of yours goes out but the request for it."
        >
          <Button
            variant="ghost"
            onPress={() => useNavigation.getState().replace({ screen: 'settings', section: 'model' })}
          >
            Model
          </Button>
        </Row>
        <Row
          name="Links in answers"
          about="Shown with their real address, and opened only after you say yes."
        />
        <Row name="Everything else" about="Off, and there is no switch to turn it on." />
      </Section>
      <Kept here={here} />
    </>
  )
}

function Kept({ here }: { readonly here: string }) {
  const { data, error, refetch } = useCall(
    'settings.data',
    {},
    { topics: ['conversations', 'messages', 'notebook', 'memory', 'traces', 'files', 'calendar'] },
  )
  return (
    <Section title="What Pixie keeps" about={`On ${here}, in your profile, readable by you only.`}>
      {error !== null && (
        <Failure what="This could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Waiting>Counting what is kept</Waiting>}
      {data !== undefined && <KeptRows data={data} />}
    </Section>
  )
}

function KeptRows({ data }: { readonly data: DataOverview }) {
  const { go } = useNavigation.getState()
  return (
    <>
      <Conversations data={data} />
      <Workings data={data} />
      <Row name="Notebook" about={countText(data.notes, 'note')}>
        <Button variant="ghost" onPress={() => void go({ screen: 'notebook' })}>
          Open Notebook
        </Button>
      </Row>
      <Row name="Memory" about={countText(data.memories, 'line')}>
        <Button variant="ghost" onPress={() => void go({ screen: 'memory' })}>
          Open Memory
        </Button>
      </Row>
      <Row
        name="An index of your files"
        about={`The words of what Pixie may read, in ${countText(data.folders, 'folder')}. It goes when you take a folder back.`}
      >
        <Button variant="ghost" onPress={() => void go({ screen: 'files' })}>
          Open Files
        </Button>
      </Row>
    </>
  )
}

function Conversations({ data }: { readonly data: DataOverview }) {
  const api = useApi()
  const { act, failure } = useAct()
  const deleteAll = () =>
    act(async () => {
      const all = await api.call('conversations.list', {})
      const ids = all.map(({ id }) => id)
      for (const conversation of ids) await api.call('conversations.delete', { conversation })
      useNavigation.getState().forgetChat()
      showToast({
        text: `${countText(ids.length, 'conversation')} deleted.`,
        undo: async () => {
          for (const conversation of ids) await api.call('conversations.undelete', { conversation })
        },
      })
    })
  return (
    <>
      <Row
        name="Conversations"
        about={`${countText(data.conversations, 'conversation')}, ${countText(data.messages, 'message')}`}
      >
        <Button isDisabled={data.conversations === 0} onPress={() => void deleteAll()}>
          Delete all
        </Button>
      </Row>
      {failure}
    </>
  )
}

function Workings({ data }: { readonly data: DataOverview }) {
  const api = useApi()
  const [isAsking, setIsAsking] = useState(false)
  const { act, failure } = useAct()
  const deleteAll = async () => {
    setIsAsking(false)
    const result = await act(() => api.call('settings.delete-traces', {}))
    if (result !== undefined)
      showToast({ text: `The working of ${countText(result.count, 'answer')} is deleted.` })
  }
  return (
    <>
      <Row
        name="How answers came about"
        about={`The working behind “Why?”: ${countText(data.traces, 'answer')} now, the newest ${number(data.tracesKept)} at most.`}
      >
        <Button isDisabled={data.traces === 0} onPress={() => setIsAsking(true)}>
          Delete
        </Button>
      </Row>
      {failure}
      <Dialog
        title="Delete how answers came about?"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        isAlert
        actions={
          <>
            <Button onPress={() => setIsAsking(false)}>Cancel</Button>
            <Button variant="solid" isBad onPress={() => void deleteAll()}>
              Delete
            </Button>
          </>
        }
      >
        <p>
          The answers stay. “Why?” will have nothing to show for {countText(data.traces, 'answer')}, and this
          cannot be taken back.
        </p>
      </Dialog>
    </>
  )
}
