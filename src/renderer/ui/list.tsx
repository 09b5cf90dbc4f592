import type { ReactNode } from 'react'
import { GridList, GridListItem } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './list.module.css'

interface ListProps<T> {
  readonly label: string
  readonly items: readonly T[]
  idOf(item: T): string
  /** What is read out and found by typing. */
  nameOf(item: T): string
  /** The chosen one, shown as such; null = none. */
  readonly selected?: string | null
  /** Enter or a click on a row. */
  onOpen?(item: T): void
  readonly empty?: ReactNode
  readonly className?: string | undefined
  /** The row: its cells side by side; buttons in it are reached with the arrow keys. */
  children(item: T): ReactNode
}

/** Rows of 30 px that the arrow keys move through. */
export function List<T>({
  label,
  items,
  idOf,
  nameOf,
  selected = null,
  onOpen,
  empty,
  className,
  children,
}: ListProps<T>) {
  const byId = new Map(items.map((item) => [idOf(item), item]))
  const open = onOpen && {
    onAction(key: string | number) {
      const item = byId.get(String(key))
      if (item !== undefined) onOpen(item)
    },
  }
  return (
    <GridList
      {...open}
      aria-label={label}
      className={classNames(styles.list, className)}
      renderEmptyState={() => empty ?? null}
    >
      {items.map((item) => (
        <GridListItem
          key={idOf(item)}
          id={idOf(item)}
          textValue={nameOf(item)}
          className={classNames(styles.row, idOf(item) === selected && styles.chosen)}
          {...(idOf(item) === selected ? { 'data-chosen': '' } : {})}
        >
          {children(item)}
        </GridListItem>
      ))}
    </GridList>
  )
}
