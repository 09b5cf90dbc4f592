import { expect, test } from 'vitest'
import { type CommandName, commandNames } from '../shared/commands.ts'
import { menuTemplate } from './menu.ts'

type Item = ReturnType<typeof menuTemplate>[number]

function items(template: readonly Item[]): Item[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
}

function menu(platform: NodeJS.Platform, isPackaged = true) {
  const ran: CommandName[] = []
  const top = menuTemplate({ platform, isPackaged, run: (command) => void ran.push(command) })
  return { top, all: items(top), ran }
}

const rolesOf = (all: readonly Item[]) => all.flatMap(({ role }) => (role === undefined ? [] : [role]))

test.each(['darwin', 'linux', 'win32'] as const)(
  'on %s every command is in the menu and runs',
  (platform) => {
    const { all, ran } = menu(platform)
    for (const item of all) item.click?.({} as never, undefined, {}) // it looks at none of them
    expect([...new Set(ran)].sort()).toEqual([...commandNames].sort())
    expect(all.filter(({ click }) => click !== undefined).every(({ id, label }) => id && label)).toBe(true)
  },
)

test.each(['darwin', 'linux'] as const)('on %s no two items have the same keys', (platform) => {
  const keys = menu(platform).all.flatMap(({ accelerator, id }) =>
    accelerator ? [`${id} ${accelerator}`] : [],
  )
  const accelerators = [...new Set(keys)].map((key) => key.split(' ')[1])
  expect(new Set(accelerators).size).toBe(accelerators.length)
  expect(accelerators).toContain('CommandOrControl+,')
})

test('a Mac has its own menu of the app, with everything that belongs there', () => {
  const { top, all } = menu('darwin')
  expect(top.map(({ label }) => label)).toEqual(['Pixie', 'File', 'Edit', 'View', 'Go', 'Window', 'Help'])
  expect(rolesOf(all)).toEqual(
    expect.arrayContaining([
      'about',
      'services',
      'hide',
      'hideOthers',
      'unhide',
      'quit',
      'close',
      'windowMenu',
    ]),
  )
})

test('elsewhere settings, About and Quit are where people look for them', () => {
  const { top, all } = menu('linux')
  expect(top.map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Go', 'Help'])
  expect(rolesOf(all)).toEqual(expect.arrayContaining(['about', 'quit']))
  expect(rolesOf(all)).not.toContain('hide')
})

test('editing works by the system’s own items', () => {
  expect(rolesOf(menu('linux').all)).toEqual(
    expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']),
  )
})

test('the tools of developers are in no packaged menu', () => {
  expect(rolesOf(menu('linux', true).all)).not.toContain('toggleDevTools')
  expect(rolesOf(menu('linux', false).all)).toContain('toggleDevTools')
})
