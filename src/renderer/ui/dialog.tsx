import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /** Escape, a click beside it, or one of the actions. */
  onClose(): void
  /** Buttons at the foot, the main one last. */
  readonly actions?: ReactNode
  /** Asks something that cannot wait: only its buttons and Escape close it. */
  readonly isAlert?: boolean
  readonly size?: 'small' | 'medium' | 'large'
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** One thing to read or decide before going on. The focus stays in it and returns to where it was. */
export function Dialog({
  title,
  isOpen,
  onClose,
  actions,
  isAlert = false,
  size = 'small',
  className,
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isAlert}
      className={styles.veil ?? ''}
    >
      <Modal className={classNames(styles.modal, styles[size])}>
        <AriaDialog
          role={isAlert ? 'alertdialog' : 'dialog'}
          className={classNames(styles.dialog, className)}
        >
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {title}
          </Heading>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
