import { CalendarDays, CalendarPlus, Folder, FolderPlus } from 'lucide-react'
import type { CalendarSource } from '../../../shared/contract/calendar.ts'
import type { Folder as GrantedFolder } from '../../../shared/contract/files.ts'
import type { ToolGrant } from '../../../shared/contract/settings.ts'
import { useApi, useCall } from '../../api.ts'
import { countText, number } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Name } from '../../ui/name.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Row, Section } from './section.tsx'
import { useAct } from './use-act.tsx'

/** What the agent may look at when it answers. */
export function ContextSettings() {
  return (
    <>
      <Tools />
      <Folders />
      <Calendars />
    </>
  )
}

function Tools() {
  const api = useApi()
  const { data, error, refetch } = useCall('settings.grants', {}, { topics: ['grants'] })
  const { act, failure } = useAct()
  const set = (grant: ToolGrant, isGranted: boolean) =>
    act(() => api.call('settings.set-grant', { tool: grant.tool, isGranted }))
  return (
    <Section
      title="What the agent may use"
      about="Tools only read, and only what is here. What is off is not looked at, whatever a question or skill says."
    >
      {failure}
      {error !== null && (
        <Failure what="This could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Waiting>Reading what is allowed</Waiting>}
      {data?.map((grant) => (
        <Switch
          key={grant.tool}
          isSelected={grant.isGranted}
          foot={grant.what}
          onChange={(isOn) => void set(grant, isOn)}
        >
          {grant.label}
        </Switch>
      ))}
    </Section>
  )
}

function Folders() {
  const api = useApi()
  const { data, error, refetch } = useCall('files.folders', {}, { topics: ['files', 'grants'] })
  const { act, failure } = useAct()
  const revoke = (folder: GrantedFolder) =>
    act(() => api.call('files.revoke', { path: folder.path }), {
      done: `Pixie may no longer read ${folder.name}.`,
      undo: () => api.call('files.undo-revoke', { path: folder.path }),
    })
  const add = (
    <Button icon={FolderPlus} onPress={() => void act(() => api.call('files.grant', {}))}>
      Add a folder
    </Button>
  )
  return (
    <Section
      title="Folders Pixie may read"
      about="And everything in them. Nothing is ever changed."
      action={add}
    >
      {failure}
      {error !== null && (
        <Failure what="The folders could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Waiting>Reading the list of folders</Waiting>}
      {data?.folders.length === 0 && (
        <Row name="None yet" about="Add a folder to ask about your own files." />
      )}
      {data?.folders.map((folder) => (
        <Row
          key={folder.path}
          icon={<Icon of={Folder} />}
          name={<Name of={folder.name} />}
          about={[visibleName(folder.place), folderState(folder)].filter((part) => part !== '').join(' · ')}
        >
          <Button
            variant="ghost"
            aria-label={`Stop reading ${visibleName(folder.name)}`}
            onPress={() => void revoke(folder)}
          >
            Remove
          </Button>
        </Row>
      ))}
    </Section>
  )
}

function folderState({ state, indexed, failed }: GrantedFolder): string {
  const files = countText(indexed, 'file')
  if (state === 'gone') return 'not there now'
  if (state === 'waiting') return 'read soon'
  if (state === 'reading') return `${files} so far`
  return failed === 0 ? files : `${files}, ${number(failed)} not readable`
}

function Calendars() {
  const api = useApi()
  const { data, error, refetch } = useCall('calendar.sources', {}, { topics: ['calendar'] })
  const { act, failure } = useAct()
  const remove = (source: CalendarSource) =>
    act(() => api.call('calendar.remove', { path: source.path }), {
      done: `${source.name} is removed with its events.`,
      undo: () => api.call('calendar.undo-remove', { path: source.path }),
    })
  const add = (what: 'file' | 'folder') => void act(() => api.call('calendar.add', { what }))
  return (
    <Section
      title="Calendars"
      about="Files that your calendar program exports (.ics), or folders with some."
      action={
        <Menu
          label="Add a calendar"
          trigger={<Button icon={CalendarPlus}>Add a calendar</Button>}
          items={[
            { id: 'file', label: 'A file (.ics)…', onAction: () => add('file') },
            { id: 'folder', label: 'A folder with files…', onAction: () => add('folder') },
          ]}
        />
      }
    >
      {failure}
      {error !== null && (
        <Failure what="The calendars could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Waiting>Reading the list of calendars</Waiting>}
      {data?.length === 0 && (
        <Row name="None yet" about="Add one to ask what is on, and when you are free." />
      )}
      {data?.map((source) => (
        <Row
          key={source.path}
          icon={<Icon of={CalendarDays} />}
          name={<Name of={source.name} />}
          about={[
            visibleName(source.place),
            countText(source.events, 'event'),
            source.isMissing ? 'not there now' : '',
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        >
          <Button
            variant="ghost"
            aria-label={`Remove ${visibleName(source.name)}`}
            onPress={() => void remove(source)}
          >
            Remove
          </Button>
        </Row>
      ))}
    </Section>
  )
}
