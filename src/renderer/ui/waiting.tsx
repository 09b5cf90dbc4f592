import { useEffect, useState } from 'react'
import styles from './waiting.module.css'

/** Below this a wait is not felt, and showing it would only flicker. */
const unfeltMs = 400

/** Nothing for the first moment, then what is being waited for: "Reading your notes". */
export function Waiting({ children }: { readonly children: string }) {
  const [isFelt, setIsFelt] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsFelt(true), unfeltMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className={styles.waiting}>
      {isFelt && (
        <>
          <span className={styles.sign} aria-hidden="true" />
          <span>{children}…</span>
        </>
      )}
    </div>
  )
}
