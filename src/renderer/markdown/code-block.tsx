import { Check, Copy } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './markdown.module.css'

const copiedShownMs = 1500

/** Code with its language and a button that copies exactly these characters. */
export const CodeBlock = memo(function CodeBlock({
  text,
  language,
}: {
  readonly text: string
  readonly language: string | null
}) {
  return (
    <div className={styles.code} dir="ltr">
      <div className={styles.codeBar}>
        <span>{language ?? 'Code'}</span>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  )
})

function CopyButton({ text }: { readonly text: string }) {
  const api = useApi()
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), copiedShownMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    api.call('app.copy', { text }).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  const name = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Could not copy' : 'Copy code'
  return (
    <IconButton
      icon={outcome === 'copied' ? Check : Copy}
      size={14}
      aria-label={name}
      className={styles.copy}
      onPress={() => void copy()}
    />
  )
}
