import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  /** `solid`: the one main act of a screen. `plain`: the usual. `ghost`: in bars and beside text. */
  readonly variant?: 'solid' | 'plain' | 'ghost'
  /** Colours it as something that takes away. */
  readonly isBad?: boolean
  readonly icon?: LucideIcon | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** Does something, said in a word or two. */
export function Button({
  variant = 'plain',
  isBad = false,
  icon,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      className={classNames(styles.button, styles[variant], isBad && styles.bad, className)}
    >
      {icon !== undefined && <Icon of={icon} />}
      {children}
    </AriaButton>
  )
}

interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'> {
  readonly icon: LucideIcon
  /** Says what it does; the tooltip shows it. */
  readonly 'aria-label': string
  /** The shortcut that does the same, `Mod+K`. */
  readonly keys?: string | undefined
  readonly variant?: 'plain' | 'ghost' | 'solid'
  /** CSS pixels of the icon. */
  readonly size?: number
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button whose icon says enough to the eye; the name is in its tooltip and for screen readers. */
export function IconButton({
  icon,
  keys,
  variant = 'ghost',
  size = 16,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={rest['aria-label']} keys={keys}>
      <AriaButton {...rest} className={classNames(styles.button, styles[variant], styles.square, className)}>
        <Icon of={icon} size={size} />
      </AriaButton>
    </Tooltip>
  )
}
