import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import { Kbd } from './kbd.tsx'
import styles from './tooltip.module.css'

/** Names what is under the pointer or has the keyboard's focus. Its child takes the focus: a button or link of this kit. */
export function Tooltip({
  text,
  keys,
  children,
}: {
  readonly text: string
  /** The shortcut, `Mod+K`. */
  readonly keys?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <TooltipTrigger delay={600} closeDelay={100}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
        {text}
        {keys !== undefined && <Kbd keys={keys} />}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
