import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import type { CommandName } from '../../shared/contract/app.ts'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { type Action, useActions } from './actions.ts'
import { useOverlays } from './overlays.ts'
import styles from './palette.module.css'
import { rankActions } from './rank-actions.ts'

/** Everything the app can do, found by typing. */
export function Palette({ run }: { run(command: CommandName): void }) {
  const { open, close } = useOverlays()
  return (
    <ModalOverlay
      isOpen={open === 'palette'}
      onOpenChange={(isOpen) => !isOpen && close()}
      isDismissable
      className={styles.veil ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label="Commands" className={styles.dialog ?? ''}>
          <Finder run={run} onDone={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Finder({ run, onDone }: { run(command: CommandName): void; onDone(): void }) {
  const listId = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const actions = rankActions(useActions(run), query)
  const current = Math.min(at, actions.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  const choose = (action: Action | undefined) => {
    if (action === undefined) return
    onDone()
    // What it opens may take the focus, which goes back to where it was when the palette is gone.
    requestAnimationFrame(() => action.run())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') choose(actions[current])
    else {
      const next = step(event.key, current, actions.length)
      if (next === null) return
      setAt(next)
    }
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.field}>
        <Icon of={Search} />
        <input
          // biome-ignore lint/a11y/noAutofocus: it was opened to type in it
          autoFocus
          role="combobox"
          aria-label="What do you want to do?"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          {...(current >= 0 ? { 'aria-activedescendant': optionId(current) } : {})}
          placeholder="What do you want to do?"
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className={styles.input}
        />
      </div>
      <div id={listId} role="listbox" aria-label="Commands" className={styles.list}>
        {actions.map((action, index) => (
          <Option
            key={action.id}
            id={optionId(index)}
            action={action}
            isCurrent={index === current}
            hasHeading={query.trim() === '' && action.group !== actions[index - 1]?.group}
            onPoint={() => setAt(index)}
            onChoose={() => choose(action)}
          />
        ))}
      </div>
      {actions.length === 0 && <p className={styles.none}>Nothing is called that. Try another word.</p>}
    </>
  )
}

function Option({
  id,
  action,
  isCurrent,
  hasHeading,
  onPoint,
  onChoose,
}: {
  readonly id: string
  readonly action: Action
  readonly isCurrent: boolean
  readonly hasHeading: boolean
  onPoint(): void
  onChoose(): void
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  return (
    <>
      {hasHeading && (
        <div role="presentation" className={styles.heading}>
          {action.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys */}
      <div
        ref={place}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isCurrent}
        className={styles.option}
        onPointerMove={onPoint}
        onClick={onChoose}
      >
        <Icon of={action.icon} />
        <span className={styles.name}>{action.name}</span>
        {action.keys !== undefined && <Kbd keys={action.keys} />}
      </div>
    </>
  )
}

/** Where a key goes in a list of so many; null for a key that goes nowhere. */
function step(key: string, current: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (current - 1 + count) % count
  if (key === 'PageDown') return Math.min(current + 8, count - 1)
  if (key === 'PageUp') return Math.max(current - 8, 0)
  return null
}
