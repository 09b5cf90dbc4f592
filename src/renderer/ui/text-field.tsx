import type { ReactNode, Ref } from 'react'
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

interface SharedProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'> {
  readonly label: string
  /** The label is for screen readers only; what stands around the field says it to the eye. */
  readonly isLabelHidden?: boolean
  /** A line under the field: what it is for, what it costs. */
  readonly foot?: ReactNode
  /** What is wrong with the value. Shown instead of the foot, and said to screen readers. */
  readonly error?: ReactNode
  readonly placeholder?: string | undefined
  readonly className?: string | undefined
  readonly inputClassName?: string | undefined
}

interface TextFieldProps extends SharedProps {
  readonly inputRef?: Ref<HTMLInputElement>
}

/** One line of text with its label. */
export function TextField({ placeholder, inputClassName, inputRef, ...rest }: TextFieldProps) {
  return (
    <Field {...rest}>
      <Input
        {...(inputRef === undefined ? {} : { ref: inputRef })}
        placeholder={placeholder ?? ''}
        className={classNames(styles.input, inputClassName)}
      />
    </Field>
  )
}

interface TextAreaProps extends SharedProps {
  /** Lines shown while it is empty; it grows with its text. */
  readonly rows?: number
  readonly inputRef?: Ref<HTMLTextAreaElement>
}

/** Several lines of text with their label. Grows with its text up to the `max-height` of `inputClassName`. */
export function TextArea({ placeholder, inputClassName, inputRef, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field {...rest}>
      <AriaTextArea
        {...(inputRef === undefined ? {} : { ref: inputRef })}
        rows={rows}
        placeholder={placeholder ?? ''}
        className={classNames(styles.input, inputClassName)}
      />
    </Field>
  )
}

function Field({
  label,
  isLabelHidden = false,
  foot,
  error,
  className,
  children,
  ...rest
}: Omit<SharedProps, 'placeholder' | 'inputClassName'> & { readonly children: ReactNode }) {
  const hasError = error !== undefined && error !== null && error !== ''
  const name = isLabelHidden ? { 'aria-label': label } : {}
  return (
    <AriaTextField {...rest} {...name} isInvalid={hasError} className={classNames(styles.field, className)}>
      {!isLabelHidden && <Label className={styles.label ?? ''}>{label}</Label>}
      {children}
      {foot !== undefined && !hasError && (
        <Text slot="description" className={styles.foot ?? ''}>
          {foot}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  )
}
