import type { Menu, MenuItem, MenuItemConstructorOptions } from 'electron'
import { normalized } from './accelerators.ts'
import { fail, loud } from './failure.ts'
import { LoudEmitter } from './loud-emitter.ts'
import type { Surface } from './surface.ts'

/** What the system does for an item with a role; nothing of it exists here but its place in the menu. */
class StandInMenuItem implements Surface<MenuItem> {
  readonly id: string
  readonly label: string
  readonly type: NonNullable<MenuItemConstructorOptions['type']>
  readonly accelerator?: string
  enabled: boolean
  visible: boolean
  checked: boolean
  readonly submenu?: Menu
  readonly role?: NonNullable<MenuItem['role']>
  private readonly action: MenuItemConstructorOptions['click']

  constructor(options: MenuItemConstructorOptions) {
    const {
      id = '',
      label,
      role,
      type,
      accelerator,
      enabled = true,
      visible = true,
      checked = false,
    } = options
    this.id = id
    this.label = label ?? role ?? ''
    this.type = type ?? (options.submenu === undefined ? 'normal' : 'submenu')
    if (accelerator !== undefined && accelerator !== null) this.accelerator = accelerator
    this.enabled = enabled
    this.visible = visible
    this.checked = checked
    if (role !== undefined) this.role = role as NonNullable<MenuItem['role']> // the options allow a name more
    if (options.submenu !== undefined) this.submenu = submenuOf(options.submenu)
    this.action = options.click
    // biome-ignore lint/correctness/noConstructorReturn: what it lacks must fail by name.
    return loud('menuItem', this)
  }

  click(): void {
    if (!this.enabled) return
    if (this.action === undefined) fail(`the menu's role '${this.role}' is not implemented`)
    if (this.type === 'checkbox') this.checked = !this.checked
    this.action(this as unknown as MenuItem, undefined, {}) // all of it that there is
  }
}

const events = ['menu-will-show', 'menu-will-close']

class StandInMenu extends LoudEmitter implements Surface<Menu> {
  static application: StandInMenu | null = null
  /** The last one that was shown: nobody sees it here. */
  static shown: StandInMenu | null = null
  readonly items: MenuItem[] = []

  constructor() {
    super('menu', events)
  }

  static setApplicationMenu(menu: StandInMenu | null): void {
    StandInMenu.application = menu
  }

  static getApplicationMenu(): StandInMenu | null {
    return StandInMenu.application
  }

  static buildFromTemplate(template: readonly (MenuItemConstructorOptions | MenuItem)[]): StandInMenu {
    const menu = new StandInMenu()
    for (const item of template) menu.append(item as MenuItem) // made one there when it is not yet
    return menu
  }

  append(item: MenuItem): void {
    const made =
      item instanceof StandInMenuItem
        ? item
        : new StandInMenuItem(item as unknown as MenuItemConstructorOptions)
    this.items.push(made as unknown as MenuItem) // all of it that there is
  }

  getMenuItemById(id: string): MenuItem | null {
    return flat(this.items).find((item) => item.id === id) ?? null
  }

  popup(): void {
    StandInMenu.shown = this
    this.emit('menu-will-show', {})
  }

  closePopup(): void {
    this.emit('menu-will-close', {})
  }
}

function submenuOf(submenu: NonNullable<MenuItemConstructorOptions['submenu']>): Menu {
  const menu = Array.isArray(submenu) ? StandInMenu.buildFromTemplate(submenu) : submenu
  return menu as unknown as Menu // all of it that there is
}

function flat(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => [item, ...(item.submenu === undefined ? [] : flat(item.submenu.items))])
}

/** Keys that a page left alone: the item of the application menu that has them as its shortcut is clicked. */
export function press(accelerator: string): void {
  const keys = normalized(accelerator)
  const item = flat(StandInMenu.application?.items ?? []).find(
    ({ accelerator, enabled, role }) =>
      accelerator !== undefined && enabled && role === undefined && normalized(String(accelerator)) === keys,
  )
  item?.click()
}

export { StandInMenu as Menu, StandInMenuItem as MenuItem }
