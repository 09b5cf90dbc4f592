import { type ReactNode, useId } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './switch.module.css'

interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className' | 'style'> {
  /** A line under the name. */
  readonly foot?: ReactNode
  readonly className?: string | undefined
  /** The name of what is on or off. */
  readonly children: ReactNode
}

/** On or off, at once. The name stands left, the switch right, over the whole width of its place. */
export function Switch({ foot, className, children, ...rest }: SwitchProps) {
  const footId = useId()
  const described = foot === undefined ? {} : { 'aria-describedby': footId }
  return (
    <div className={classNames(styles.place, className)}>
      <AriaSwitch {...rest} {...described} className={styles.switch ?? ''}>
        <span className={styles.name}>{children}</span>
        <span className={styles.track} />
      </AriaSwitch>
      {foot !== undefined && (
        <p id={footId} className={styles.foot}>
          {foot}
        </p>
      )}
    </div>
  )
}
