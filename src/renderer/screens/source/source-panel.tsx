import { ExternalLink, FolderOpen, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { SourceView } from '../../../shared/contract/sources.ts'
import type { Source } from '../../../shared/turn.ts'
import { CallError, useApi, useCall } from '../../api.ts'
import { withDaysInWords } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { Name } from '../../ui/name.tsx'
import { showToast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './source-panel.module.css'

const kindNames: Readonly<Record<Source['kind'], string>> = {
  file: 'File',
  note: 'Notebook',
  event: 'Calendar',
  memory: 'Memory',
  date: 'Date',
}

/** What to say of a place that is not as it was when the answer was written; null when it is. */
const stateWords: Readonly<Record<SourceView['state'], string | null>> = {
  found: null,
  changed: 'This has changed since: the quoted words no longer stand in it.',
  gone: 'This is not there any more.',
  'no-access': 'Pixie may no longer read this. Allow its folder again under Files.',
}

/**
 * The place an answer came from, for the inspector at the right of a screen. Takes the focus when it opens; Escape closes
 * it and the focus goes back to where it was.
 */
export function SourcePanel({ source, onClose }: { readonly source: Source; onClose(): void }) {
  const view = useCall(
    'sources.view',
    { source },
    // A file may be gone before the next look through its folder.
    { topics: ['files', 'grants', 'notebook', 'calendar', 'memory'], isReadAgain: true },
  )
  const panel = useRef<HTMLElement>(null)
  useFocusWhileOpen(panel)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }

  const title = view.data?.title || source.title || kindNames[source.kind]
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={`Source: ${visibleName(title)}`}
      className={styles.panel}
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <span className={styles.kind}>{kindNames[source.kind]}</span>
        <IconButton icon={X} aria-label="Close" onPress={onClose} />
      </header>
      <h2 className={styles.title}>
        <Name of={title} />
      </h2>
      {view.isPending && <Waiting>Looking for the place</Waiting>}
      {view.isError && (
        <Failure what="The source cannot be shown" error={view.error} onRetry={() => void view.refetch()} />
      )}
      {view.isSuccess && <Place view={view.data} source={source} />}
    </section>
  )
}

function Place({ view, source }: { readonly view: SourceView; readonly source: Source }) {
  // The line of an event says its day and time.
  const location = view.kind === 'event' ? null : view.location
  const where = [placeText(view), location].filter((part) => part !== null && part !== '')
  const problem = stateWords[view.state]
  return (
    <>
      {where.length > 0 && (
        <p className={styles.place} title={source.path === null ? undefined : visibleName(source.path)}>
          {visibleName(where.join(' · '))}
        </p>
      )}
      {problem !== null && (
        <p role="status" className={styles.problem}>
          {problem}
        </p>
      )}
      {view.hasFile && source.path !== null && <FileActs path={source.path} />}
      {view.text !== '' && <Passage view={view} />}
      {view.state !== 'found' && source.quote !== '' && (
        <section aria-label="The quoted words" className={styles.quoted}>
          <h3 className={styles.small}>The quoted words</h3>
          <blockquote className={styles.text} data-selectable="">
            {source.quote}
          </blockquote>
        </section>
      )}
    </>
  )
}

/** The day of a note or line in words; in the name of a folder it is a part of the name. */
const placeText = ({ kind, place }: SourceView) => (kind === 'file' ? place : withDaysInWords(place))

function FileActs({ path }: { readonly path: string }) {
  const api = useApi()
  const ask = async (name: 'sources.open' | 'sources.reveal') => {
    try {
      await api.call(name, { path })
    } catch (error) {
      const words = error instanceof CallError ? `${error.message}. ${error.hint}` : 'That did not work.'
      showToast({ text: words, isBad: true })
    }
  }
  return (
    <div className={styles.acts}>
      <Button icon={ExternalLink} onPress={() => void ask('sources.open')}>
        Open
      </Button>
      <Button icon={FolderOpen} onPress={() => void ask('sources.reveal')}>
        Show in folder
      </Button>
    </div>
  )
}

function Passage({ view }: { readonly view: SourceView }) {
  const box = useRef<HTMLElement>(null)
  const mark = useRef<HTMLElement>(null)
  // The box is attached after what is in it.
  useLayoutEffect(() => showInBox(mark.current, box.current), [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={box} tabIndex={0} aria-label="Text" className={styles.passage}>
      {view.isExcerpt && <p className={styles.small}>Part of the text</p>}
      <div className={styles.text} data-selectable="">
        <MarkedText text={view.text} marks={view.marks} refOfFirst={mark} />
      </div>
    </section>
  )
}

/** Scrolls only the box, and so that some of what stands before the mark is seen. */
function showInBox(mark: HTMLElement | null, box: HTMLElement | null): void {
  if (mark === null || box === null) return
  const above = mark.getBoundingClientRect().top - box.getBoundingClientRect().top
  box.scrollTop += above - box.clientHeight / 4
}

function useFocusWhileOpen(panel: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement
    const element = panel.current
    element?.focus()
    return () => {
      // Only when the focus was in here, or went nowhere when this was taken away.
      const now = document.activeElement
      const isOurs = now === null || now === document.body || element?.contains(now) === true
      if (isOurs && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [panel])
}
