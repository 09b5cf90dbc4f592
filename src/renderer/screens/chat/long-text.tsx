import { memo, type ReactNode, useEffect, useState } from 'react'
import { sizeText } from '../../formats.ts'
import { Button } from '../../ui/button.tsx'
import { beginning, slices } from './core/slices.ts'
import styles from './turn.module.css'

/** Longer texts are folded: drawing them would hold up everything else. Characters. */
const foldedFrom = 16_000
const shownFolded = 4_000
const sliceSize = 4_000
/** Not in a transition, which would begin again with whatever else is drawn, and then never end. */
const slicesAtOnce = 2
/** Between two steps, for whatever else waits. Milliseconds. */
const breathMs = 8

/** Draws a text, a very long one only in part until one asks for all of it; then slice by slice, so that typing goes on. */
export const LongText = memo(function LongText({
  text,
  draw,
}: {
  readonly text: string
  draw(text: string): ReactNode
}) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  if (text.length <= foldedFrom) return <>{draw(text)}</>
  if (isUnfolded) return <Slices text={text} draw={draw} />
  return (
    <>
      {draw(beginning(text, shownFolded))}
      <Button className={styles.unfold} onPress={() => setIsUnfolded(true)}>
        Show all {kiloText(text)}
      </Button>
    </>
  )
})

function Slices({ text, draw }: { readonly text: string; draw(text: string): ReactNode }) {
  const [parts] = useState(() => slices(text, sliceSize))
  const [shown, setShown] = useState(1)
  useEffect(() => {
    if (shown >= parts.length) return
    const timer = setTimeout(() => setShown(shown + slicesAtOnce), breathMs)
    return () => clearTimeout(timer)
  }, [shown, parts.length])
  const isAll = shown >= parts.length
  return (
    <>
      {parts.slice(0, shown).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <Slice key={index} text={part} draw={draw} />
      ))}
      <p role="status" className={styles.notice}>
        {isAll
          ? `All ${kiloText(text)} are shown.`
          : `Showing the rest… ${Math.floor((100 * shown) / parts.length)} %`}
      </p>
    </>
  )
}

const Slice = memo(function Slice({ text, draw }: { readonly text: string; draw(text: string): ReactNode }) {
  return <div className={styles.slice}>{draw(text)}</div>
})

const kiloText = (text: string) => sizeText(new TextEncoder().encode(text).length)
