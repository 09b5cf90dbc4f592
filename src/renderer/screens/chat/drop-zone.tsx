import { FileText } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './chat-screen.module.css'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Takes a file that is dropped anywhere on the chat. The same can be done with the paperclip. */
export function DropZone({
  onDrop,
  onEscape,
  children,
}: {
  onDrop(files: readonly File[]): void
  /** Escape that nothing within has used. */
  onEscape(): void
  readonly children: ReactNode
}) {
  const [isOver, setIsOver] = useState(false)
  /** Entered and not left, over all elements within. */
  const depth = useRef(0)
  const end = () => {
    depth.current = 0
    setIsOver(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the paperclip does the same for the keyboard
    <div
      className={styles.drop}
      onKeyDown={({ key, nativeEvent, isDefaultPrevented }) => {
        if (key === 'Escape' && !nativeEvent.isComposing && !isDefaultPrevented()) onEscape()
      }}
      onDragEnter={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current += 1
        setIsOver(true)
      }}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      }}
      onDragLeave={() => {
        depth.current -= 1
        if (depth.current <= 0) end()
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        end()
        onDrop([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <div className={styles.dropHint}>
          <Icon of={FileText} size={24} />
          <p>Drop to ask about this file</p>
          <p className={styles.dropFoot}>It is only read, and only for your next question.</p>
        </div>
      )}
    </div>
  )
}
