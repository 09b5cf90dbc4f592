import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { visibleName } from '../names.ts'
import { useAnnouncement } from './announce.ts'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { closeToast, showToast, type Toast, useToasts } from './toast.ts'
import styles from './toaster.module.css'

/** Long enough to read and to reach the button; what can be taken back stays longer. Milliseconds. */
const stayMs = 6_000
const stayWithUndoMs = 10_000

/** The place of all toasts, and of what is only said to screen readers. Stands once in the window. */
export function Toaster() {
  const toasts = useToasts((state) => state.toasts)
  const { text, number } = useAnnouncement()
  const [isHeld, setIsHeld] = useState(false)
  return (
    <>
      <section
        aria-label="Notices"
        className={styles.region}
        onPointerEnter={() => setIsHeld(true)}
        onPointerLeave={() => setIsHeld(false)}
        onFocus={() => setIsHeld(true)}
        onBlur={() => setIsHeld(false)}
      >
        <ol aria-live="polite" aria-relevant="additions" className={styles.list}>
          {toasts.map((toast) => (
            <ToastRow key={toast.id} toast={toast} isHeld={isHeld} />
          ))}
        </ol>
      </section>
      <VisuallyHidden>
        <output aria-live="polite">
          <span key={number}>{text}</span>
        </output>
      </VisuallyHidden>
    </>
  )
}

function ToastRow({ toast, isHeld }: { readonly toast: Toast; readonly isHeld: boolean }) {
  const left = useRef(toast.undo === null ? stayMs : stayWithUndoMs)
  useEffect(() => {
    if (isHeld) return
    const begun = performance.now()
    const timer = setTimeout(() => closeToast(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1_000, left.current - (performance.now() - begun))
    }
  }, [isHeld, toast.id])
  return (
    <li className={classNames(styles.toast, toast.isBad && styles.bad)}>
      <span className={styles.text}>{visibleName(toast.text)}</span>
      {toast.undo !== null && (
        <Button variant="ghost" className={styles.undo} onPress={() => void takeBack(toast)}>
          Undo
        </Button>
      )}
      <IconButton icon={X} size={14} aria-label="Close" onPress={() => closeToast(toast.id)} />
    </li>
  )
}

async function takeBack(toast: Toast): Promise<void> {
  closeToast(toast.id)
  try {
    await toast.undo?.()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    showToast({ text: `That could not be undone. ${why}`, isBad: true })
  }
}
