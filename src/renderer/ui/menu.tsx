import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import styles from './popover.module.css'

export interface MenuAction {
  readonly id: string
  readonly label: string
  readonly icon?: LucideIcon
  /** Shown beside the name, `Mod+K`. The shortcut itself is handled by who owns the screen. */
  readonly keys?: string
  /** Takes something away. */
  readonly isBad?: boolean
  readonly isDisabled?: boolean
  onAction(): void
}

interface MenuProps {
  /** For screen readers: what the actions are about. */
  readonly label: string
  /** The `Button` or `IconButton` that opens it. */
  readonly trigger: ReactNode
  /** `line` stands between two groups. */
  readonly items: readonly (MenuAction | 'line')[]
}

/** A button with a list of things to do. */
export function Menu({ label, trigger, items }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <AriaMenu aria-label={label} className={styles.list ?? ''}>
          {items.map((item, index) =>
            item === 'line' ? (
              <Separator key={lineKey(items, index)} className={styles.line ?? ''} />
            ) : (
              <MenuItem
                key={item.id}
                id={item.id}
                textValue={item.label}
                isDisabled={item.isDisabled ?? false}
                onAction={() => item.onAction()}
                className={classNames(styles.item, item.isBad === true && styles.bad)}
              >
                {item.icon !== undefined && <Icon of={item.icon} />}
                <span className={styles.name}>{item.label}</span>
                {item.keys !== undefined && <Kbd keys={item.keys} />}
              </MenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

function lineKey(items: MenuProps['items'], index: number): string {
  const before = items[index - 1]
  return `after ${before === undefined || before === 'line' ? index : before.id}`
}
