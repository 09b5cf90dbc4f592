import type { CommandName } from '../../shared/contract/app.ts'
import { commandKeys } from '../../shared/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useOverlays } from './overlays.ts'
import { namedPlaces } from './places.ts'
import styles from './shortcuts-sheet.module.css'

const names: Readonly<Partial<Record<CommandName, string>>> = {
  palette: 'All commands',
  back: 'Back',
  'new-chat': 'New chat',
  find: 'Find in chats',
  stop: 'Stop answering',
  'toggle-sidebar': 'Show or hide sidebar',
  'zoom-in': 'Larger',
  'zoom-out': 'Smaller',
  'zoom-reset': 'Actual size',
  shortcuts: 'This list',
}

const inChat: readonly [string, string][] = [
  ['Send', 'Enter'],
  ['New line', 'Shift+Enter'],
]

/** All keys, to learn from. */
export function ShortcutsSheet() {
  const { open, close } = useOverlays()
  const everywhere = Object.entries(names).map(([command, name]) => [
    name,
    commandKeys[command as CommandName], // the object above has no other keys
  ])
  const places = namedPlaces.map(({ name, command }) => [name, commandKeys[command]])
  return (
    <Dialog title="Keyboard shortcuts" isOpen={open === 'shortcuts'} onClose={close} size="medium">
      <div className={styles.groups}>
        <Group name="Everywhere" rows={everywhere} />
        <Group name="Go to" rows={places} />
        <Group name="In the chat" rows={inChat} />
      </div>
    </Dialog>
  )
}

function Group({ name, rows }: { readonly name: string; readonly rows: readonly (readonly string[])[] }) {
  return (
    <section aria-label={name}>
      <h3 className={styles.heading}>{name}</h3>
      <dl>
        {rows.map(([what = '', keys = '']) => (
          <div key={what} className={styles.row}>
            <dt>{what}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
