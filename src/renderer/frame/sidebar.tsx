import { PanelLeft, Search, SquarePen } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from 'react-aria-components'
import type { CommandName } from '../../shared/contract/app.ts'
import { commandKeys } from '../../shared/shortcuts.ts'
import { useNavigation } from '../navigation.ts'
import { ConversationList } from '../screens/chat/conversation-list.tsx'
import { ModelStatus } from '../screens/models/model-status.tsx'
import { IconButton } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { Boundary } from './boundary.tsx'
import { placeGroups } from './places.ts'
import styles from './sidebar.module.css'

/** Where one can go, the conversations while in the chat, and how the model is. */
export function Sidebar({ run }: { run(command: CommandName): void }) {
  const place = useNavigation((state) => state.place)
  return (
    <div className={styles.sidebar}>
      <div className={styles.bar} data-window-bar="">
        <IconButton
          icon={SquarePen}
          aria-label="New chat"
          keys={commandKeys['new-chat']}
          onPress={() => run('new-chat')}
        />
        <IconButton
          icon={Search}
          aria-label="All commands"
          keys={commandKeys.palette}
          onPress={() => run('palette')}
        />
        <IconButton
          icon={PanelLeft}
          aria-label="Hide sidebar"
          keys={commandKeys['toggle-sidebar']}
          onPress={() => run('toggle-sidebar')}
        />
      </div>
      <nav aria-label="Main" className={styles.nav}>
        {placeGroups.map((group) => (
          <NavGroup key={group.name} group={group} current={place.screen} run={run} />
        ))}
      </nav>
      <div className={styles.more}>
        {place.screen === 'chat' && (
          <Part what="The conversations cannot be shown">
            <ConversationList current={place.conversation} />
          </Part>
        )}
      </div>
      <Part what="The model’s state cannot be shown">
        <ModelStatus />
      </Part>
    </div>
  )
}

/** What others fill in; a fault in it leaves the way to all screens open. */
function Part({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <Boundary
      fallback={(retry) => (
        <Failure what={what} error={{ message: 'This is a fault in Pixie' }} onRetry={retry} />
      )}
    >
      {children}
    </Boundary>
  )
}

function NavGroup({
  group,
  current,
  run,
}: {
  readonly group: (typeof placeGroups)[number]
  readonly current: string
  run(command: CommandName): void
}) {
  const heading = useId()
  return (
    <>
      {group.name !== null && (
        <h2 id={heading} className={styles.heading}>
          {group.name}
        </h2>
      )}
      <ul {...(group.name === null ? {} : { 'aria-labelledby': heading })}>
        {group.places.map((place) => (
          <li key={place.command}>
            <Button
              aria-current={place.command === current ? 'page' : false}
              onPress={() => run(place.command)}
              className={styles.place ?? ''}
            >
              <Icon of={place.icon} />
              {place.name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
