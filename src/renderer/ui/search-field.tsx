import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  Button,
  Input,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'className' | 'style'> {
  /** What is searched; also the placeholder when there is none of its own. */
  readonly label: string
  readonly placeholder?: string
  readonly className?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement>
}

/** Looks for something while it is typed. Escape empties it. */
export function SearchField({ label, placeholder, className, inputRef, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} aria-label={label} className={classNames(styles.search, className)}>
      <Icon of={Search} size={14} className={styles.glass} />
      <Input
        {...(inputRef === undefined ? {} : { ref: inputRef })}
        placeholder={placeholder ?? label}
        className={styles.input ?? ''}
      />
      <Button aria-label="Clear" className={styles.clear ?? ''}>
        <Icon of={X} size={14} />
      </Button>
    </AriaSearchField>
  )
}
