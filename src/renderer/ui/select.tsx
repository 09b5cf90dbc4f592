import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import popover from './popover.module.css'
import styles from './select.module.css'

interface SelectProps<V extends string> {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: V
  onChange(value: V): void
  readonly choices: readonly { readonly value: V; readonly label: string }[]
  readonly foot?: ReactNode
  readonly isDisabled?: boolean
  readonly className?: string | undefined
}

/** Exactly one of many, folded away while it is not chosen. */
export function Select<V extends string>({
  label,
  isLabelHidden = false,
  value,
  onChange,
  choices,
  foot,
  isDisabled = false,
  className,
}: SelectProps<V>) {
  return (
    <AriaSelect
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as V)} // only the values of `choices` are offered
      isDisabled={isDisabled}
      className={classNames(styles.select, className)}
    >
      {!isLabelHidden && <Label className={styles.label ?? ''}>{label}</Label>}
      <Button className={styles.button ?? ''}>
        <SelectValue className={styles.value ?? ''} />
        <Icon of={ChevronsUpDown} size={14} />
      </Button>
      {foot !== undefined && (
        <Text slot="description" className={styles.foot ?? ''}>
          {foot}
        </Text>
      )}
      <Popover className={popover.popover ?? ''} offset={4}>
        <ListBox className={popover.list ?? ''}>
          {choices.map((choice) => (
            <ListBoxItem
              key={choice.value}
              id={choice.value}
              textValue={choice.label}
              className={popover.item ?? ''}
            >
              <Icon of={Check} size={14} className={popover.tick} />
              <span className={popover.name}>{choice.label}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
