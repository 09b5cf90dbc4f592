import { Braces, Ellipsis, FileDown, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import type { ConversationRow as Row } from '../../../shared/contract/conversations.ts'
import { type Api, CallError, useApi } from '../../api.ts'
import { visibleName } from '../../names.ts'
import { useNavigation } from '../../navigation.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuAction } from '../../ui/menu.tsx'
import { Name } from '../../ui/name.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useChatState } from './chat-services.ts'
import styles from './conversation-list.module.css'
import { runningIn } from './core/chat-store.ts'
import { useFocusAfter, useFocusKept } from './focus.ts'

interface RowProps {
  readonly row: Row
  readonly isCurrent: boolean
  /** One row of the list is reached by Tab. */
  readonly isReachable: boolean
  /** The keyboard was in it last. */
  readonly isEntered: boolean
  onFocus(): void
}

/** One conversation in the sidebar. F2 renames, Delete deletes; both are in its menu too. */
export const ConversationRow = memo(function ConversationRow({
  row,
  isCurrent,
  isReachable,
  isEntered,
  onFocus,
}: RowProps) {
  const api = useApi()
  const go = useNavigation((state) => state.go)
  const [isRenamed, setIsRenamed] = useState(false)
  const [isMenuNear, setIsMenuNear] = useState(false)
  const isRunning = useChatState((state) => runningIn(state, row.id) !== null)
  const rename = () => setIsRenamed(true)
  const button = useFocusAfter(isRenamed)
  useFocusKept(isEntered, button)
  if (isRenamed) return <RenameRow row={row} onDone={() => setIsRenamed(false)} />
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') rename()
    else if (event.key === 'Delete' || (event.key === 'Backspace' && event.metaKey)) void remove(api, row)
  }
  return (
    <li
      data-conversation={row.id}
      className={classNames(styles.row, isCurrent && styles.current)}
      onFocus={() => {
        setIsMenuNear(true)
        onFocus()
      }}
      onPointerEnter={() => setIsMenuNear(true)}
    >
      <button
        ref={button}
        type="button"
        tabIndex={isReachable ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        className={styles.open}
        onClick={() => void go({ screen: 'chat', conversation: row.id })}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          event.preventDefault()
          event.currentTarget.parentElement?.querySelector<HTMLElement>('[aria-haspopup]')?.click()
        }}
      >
        {row.isPinned && <Icon of={Pin} size={12} className={styles.pin} />}
        <Name of={row.title} className={styles.title} />
        {isRunning && <span className={styles.mark}>answering…</span>}
        {row.hasDraft && !isRunning && <span className={styles.mark}>draft</span>}
      </button>
      {(isMenuNear || isReachable) && (
        <Menu
          label={`Chat: ${visibleName(row.title)}`}
          items={rowActions(api, row, rename)}
          trigger={
            <IconButton
              icon={Ellipsis}
              size={14}
              aria-label={`More about ${visibleName(row.title)}`}
              excludeFromTabOrder={!isReachable}
              className={styles.more}
            />
          }
        />
      )}
    </li>
  )
})

function rowActions(api: Api, row: Row, rename: () => void): (MenuAction | 'line')[] {
  const { id, isPinned } = row
  const exportAs = (format: 'markdown' | 'json') => () =>
    void told(async () => {
      const name = await api.call('conversations.export', { conversation: id, format })
      if (name !== null) showToast({ text: `Saved as ${visibleName(name)}` })
    })
  return [
    { id: 'rename', label: 'Rename', icon: Pencil, keys: 'F2', onAction: rename },
    {
      id: 'pin',
      label: isPinned ? 'Unpin' : 'Pin',
      icon: isPinned ? PinOff : Pin,
      onAction: () =>
        void told(() => api.call('conversations.pin', { conversation: id, isPinned: !isPinned })),
    },
    'line',
    { id: 'markdown', label: 'Export as Markdown', icon: FileDown, onAction: exportAs('markdown') },
    { id: 'json', label: 'Export as JSON', icon: Braces, onAction: exportAs('json') },
    'line',
    {
      id: 'delete',
      label: 'Delete',
      icon: Trash2,
      isBad: true,
      keys: 'Delete',
      onAction: () => void remove(api, row),
    },
  ]
}

/** At once; for a while it can be taken back. */
function remove(api: Api, { id, title }: Row): Promise<void> {
  return told(async () => {
    await api.call('conversations.delete', { conversation: id })
    const { place, go } = useNavigation.getState()
    const isShown = place.screen === 'chat' && place.conversation === id
    if (isShown) await go({ screen: 'chat', conversation: null })
    showToast({
      text: `Deleted “${visibleName(title)}”`,
      undo: async () => {
        await api.call('conversations.undelete', { conversation: id })
        if (isShown) await go({ screen: 'chat', conversation: id })
      },
    })
  })
}

/** The sidebar has no room for a failure; it is told in a note. */
async function told(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    showToast({ text: [error.message, error.hint].filter((part) => part !== '').join('. '), isBad: true })
  }
}

function RenameRow({ row, onDone }: { readonly row: Row; onDone(): void }) {
  const api = useApi()
  const [title, setTitle] = useState(row.title)
  const isFinished = useRef(false)
  const finish = async (isWanted: boolean) => {
    if (isFinished.current) return
    isFinished.current = true
    onDone()
    if (isWanted && title.trim() !== row.title)
      await told(() => api.call('conversations.rename', { conversation: row.id, title: title.trim() }))
  }
  return (
    <li className={styles.rename}>
      <TextField
        label={`New name of ${visibleName(row.title)}`}
        isLabelHidden
        autoFocus
        value={title}
        maxLength={200}
        onChange={setTitle}
        onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
        onBlur={() => void finish(true)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') void finish(true)
          if (event.key === 'Escape') void finish(false)
        }}
      />
    </li>
  )
}
