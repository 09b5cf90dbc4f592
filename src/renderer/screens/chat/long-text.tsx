import { memo, type ReactNode, startTransition, useEffect, useState } from 'react'
import { sizeText } from '../../formats.ts'
import { Button } from '../../ui/button.tsx'
import { beginning, slices } from './core/slices.ts'
import styles from './turn.module.css'

/** Longer texts are folded: drawing them would hold up everything else. Characters. */
const foldedFrom = 16_000
const shownFolded = 4_000
const sliceSize = 4_000
/** Between two slices, for whatever else waits. Milliseconds. */
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
        Show all {sizeText(new TextEncoder().encode(text).length)}
      </Button>
    </>
  )
})

function Slices({ text, draw }: { readonly text: string; draw(text: string): ReactNode }) {
  const [parts] = useState(() => slices(text, sliceSize))
  const [shown, setShown] = useState(1)
  useEffect(() => {
    if (shown >= parts.length) return
    const timer = setTimeout(() => startTransition(() => setShown(shown + 1)), breathMs)
    return () => clearTimeout(timer)
  }, [shown, parts.length])
  return (
    <>
      {parts.slice(0, shown).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <div key={index} className={styles.slice}>
          {draw(part)}
        </div>
      ))}
    </>
  )
}
