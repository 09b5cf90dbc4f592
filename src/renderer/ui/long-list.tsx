import type { ReactNode } from 'react'
import {
  Collection,
  GridList,
  GridListHeader,
  GridListItem,
  GridListLoadMoreItem,
  GridListSection,
  ListLayout,
  Virtualizer,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import list from './list.module.css'
import styles from './long-list.module.css'
import { Waiting } from './waiting.tsx'

export interface LongListGroup<T> {
  readonly id: string
  /** The heading of the group; empty = none. */
  readonly name: string
  readonly items: readonly T[]
}

interface LongListProps<T extends object> {
  readonly label: string
  readonly groups: readonly LongListGroup<T>[]
  idOf(item: T): string
  /** What is read out and found by typing. */
  nameOf(item: T): string
  /** CSS pixels of a usual row; rows may be of any height. */
  readonly rowHeight: number
  /** The chosen one, shown as such; null = none. */
  readonly selected?: string | null
  /** Enter or a click on a row. */
  onOpen?(item: T): void
  /** Called when the end comes into sight; `hasMore: false` = there is nothing after it. */
  readonly more?: { readonly hasMore: boolean; readonly isLoading: boolean; onMore(): void }
  readonly className?: string | undefined
  children(item: T): ReactNode
}

/** A list of any length: only the rows in sight are drawn. Scrolls by itself, so it needs a height. */
export function LongList<T extends object>({
  label,
  groups,
  idOf,
  nameOf,
  rowHeight,
  selected = null,
  onOpen,
  more,
  className,
  children,
}: LongListProps<T>) {
  const open = onOpen && {
    onAction(key: string | number) {
      const item = groups.flatMap(({ items }) => items).find((each) => idOf(each) === key)
      if (item !== undefined) onOpen(item)
    },
  }
  const row = (item: T) => (
    <GridListItem
      id={idOf(item)}
      textValue={nameOf(item)}
      className={classNames(list.row, styles.row, idOf(item) === selected && list.chosen)}
      {...(idOf(item) === selected ? { 'data-chosen': '' } : {})}
    >
      <div className={styles.inner}>{children(item)}</div>
    </GridListItem>
  )
  return (
    <Virtualizer
      layout={ListLayout}
      layoutOptions={{ estimatedRowSize: rowHeight, estimatedHeadingSize: 36, padding: 8 }}
    >
      <GridList {...open} aria-label={label} className={classNames(styles.list, className)}>
        <Collection items={groups} dependencies={[selected]}>
          {(group) => (
            <GridListSection id={`group ${group.id}`} aria-label={group.name || label}>
              {group.name !== '' && (
                <GridListHeader className={styles.heading ?? ''}>{group.name}</GridListHeader>
              )}
              <Collection items={group.items} dependencies={[selected]}>
                {row}
              </Collection>
            </GridListSection>
          )}
        </Collection>
        {more?.hasMore === true && (
          <GridListLoadMoreItem isLoading={more.isLoading} onLoadMore={() => more.onMore()}>
            <Waiting>Reading more</Waiting>
          </GridListLoadMoreItem>
        )}
      </GridList>
    </Virtualizer>
  )
}
