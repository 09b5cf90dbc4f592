import { Check, Minus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'
import styles from './checkbox.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className' | 'style'> {
  /** A line under the name. */
  readonly foot?: ReactNode
  readonly className?: string | undefined
  /** The name; left out only together with `aria-label`. */
  readonly children?: ReactNode
}

/** One of several that may be chosen together. */
export function Checkbox({ foot, className, children, ...rest }: CheckboxProps) {
  const footId = useId()
  const described = foot === undefined ? {} : { 'aria-describedby': footId }
  return (
    <div className={classNames(styles.place, className)}>
      <AriaCheckbox {...rest} {...described} className={styles.checkbox ?? ''}>
        {({ isIndeterminate }) => (
          <>
            <span className={styles.box}>
              <Icon of={isIndeterminate ? Minus : Check} size={12} />
            </span>
            {children !== undefined && <span className={styles.name}>{children}</span>}
          </>
        )}
      </AriaCheckbox>
      {foot !== undefined && (
        <p id={footId} className={styles.foot}>
          {foot}
        </p>
      )}
    </div>
  )
}
