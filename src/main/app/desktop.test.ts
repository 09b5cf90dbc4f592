import { expect, test } from 'vitest'
import { contextMenu, createDesktop, type DesktopParts } from './desktop.ts'

/** A desktop whose owner answers every dialog the same way. */
function setUp(
  answers: { open?: string[] | null; save?: string | null; button?: number; opening?: string } = {},
  platform: NodeJS.Platform = 'linux',
  hasWindow = true,
  register: (keys: string) => boolean = () => true,
) {
  const asked: Record<string, unknown>[] = []
  const did: unknown[] = []
  const parts = {
    dialog: {
      async showOpenDialog(_window: unknown, options: Record<string, unknown>) {
        asked.push(options)
        const paths = answers.open ?? null
        return { canceled: paths === null, filePaths: paths ?? [] }
      },
      async showSaveDialog(_window: unknown, options: Record<string, unknown>) {
        asked.push(options)
        return { canceled: answers.save === undefined, filePath: answers.save ?? '' }
      },
      async showMessageBox(_window: unknown, options: Record<string, unknown>) {
        asked.push(options)
        return { response: answers.button ?? 1, checkboxChecked: false }
      },
    },
    shell: {
      openExternal: async (url: string) => void did.push(['openExternal', url]),
      openPath: async (path: string) => {
        did.push(['openPath', path])
        return answers.opening ?? ''
      },
      showItemInFolder: (path: string) => void did.push(['reveal', path]),
    },
    clipboard: { writeText: async (text: string) => void did.push(['copy', text]) },
    nativeTheme: { themeSource: 'system' },
    globalShortcut: { register, unregisterAll: () => undefined },
    platform,
    popup: (items: unknown[]) => void did.push(['popup', items.length]),
    show: () => undefined,
    window: () => (hasWindow ? {} : null),
  }
  return { desktop: createDesktop(parts as unknown as DesktopParts), asked, did } // only what is used of them
}

test('knows whether the shortcut from everywhere is to be had', () => {
  const held = new Set(['CommandOrControl+Space'])
  const { desktop } = setUp({}, 'linux', true, (keys) => !held.has(keys))
  expect(desktop.hasGlobalShortcut()).toBe(false)
  expect(desktop.setGlobalShortcut('Mod+Alt+P')).toBe(true)
  expect(desktop.hasGlobalShortcut()).toBe(true)
  expect(desktop.setGlobalShortcut('Mod+Space')).toBe(false)
  expect(desktop.hasGlobalShortcut()).toBe(false)
  expect(desktop.setGlobalShortcut(null)).toBe(true)
  expect(desktop.hasGlobalShortcut()).toBe(false)
})

const url = 'https://xn--80ak6aa92e.com/'

test('a link is opened only after the owner saw its real host and said yes', async () => {
  const no = setUp({ button: 1 })
  expect(await no.desktop.openLink('https://аррӏе.com')).toBe(false)
  expect(no.asked[0]).toMatchObject({
    message: 'Open xn--80ak6aa92e.com in your browser?',
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  })
  expect(no.did).toEqual([])
  const yes = setUp({ button: 0 })
  expect(await yes.desktop.openLink('https://аррӏе.com')).toBe(true)
  expect(yes.did).toEqual([['openExternal', url]])
})

test('a link of another kind is refused before anybody is asked', async () => {
  const { desktop, asked, did } = setUp({ button: 0 })
  await expect(desktop.openLink('file:///etc/passwd')).rejects.toMatchObject({ code: 'invalid-input' })
  expect([asked, did]).toEqual([[], []])
})

test('without a window nobody is asked and nothing is opened', async () => {
  const { desktop, asked, did } = setUp({ button: 0, open: ['/a'], save: '/b' }, 'linux', false)
  expect(await desktop.openLink(url)).toBe(false)
  expect(await desktop.chooseFolder({ title: 't', button: 'b' })).toBe(null)
  expect(await desktop.chooseSavePath({ title: 't', fileName: 'f' })).toBe(null)
  expect([asked, did]).toEqual([[], []])
})

test('a folder is what was chosen, or nothing', async () => {
  const chosen = setUp({ open: ['/home/mara/Documents'] })
  expect(await chosen.desktop.chooseFolder({ title: 'Choose', button: 'Allow' })).toBe('/home/mara/Documents')
  expect(chosen.asked[0]).toMatchObject({ properties: ['openDirectory'], buttonLabel: 'Allow' })
  expect(await setUp({ open: null }).desktop.chooseFolder({ title: 't', button: 'b' })).toBe(null)
})

test.each([
  ['darwin', true, ['openFile', 'openDirectory']],
  ['linux', true, ['openFile']],
  ['darwin', undefined, ['openFile']],
] as const)(
  'on %s a file dialog that takes folders too (%s) has %j',
  async (platform, orFolder, properties) => {
    const { desktop, asked } = setUp({ open: ['/a'] }, platform)
    const filters = [{ name: 'Models', extensions: ['gguf'] }]
    await desktop.chooseFile({ title: 't', button: 'b', filters, ...(orFolder ? { orFolder } : {}) })
    expect(asked[0]).toMatchObject({ properties, filters })
  },
)

test('a file is saved where the owner says, or not at all', async () => {
  expect(await setUp({ save: '/a.md' }).desktop.chooseSavePath({ title: 't', fileName: 'a.md' })).toBe(
    '/a.md',
  )
  expect(await setUp({ save: null }).desktop.chooseSavePath({ title: 't', fileName: 'a.md' })).toBe(null)
  expect(await setUp().desktop.chooseSavePath({ title: 't', fileName: 'a.md' })).toBe(null)
})

test('a file that the system cannot open is an error with what it said', async () => {
  await expect(setUp({ opening: 'No application' }).desktop.openPath('/a')).rejects.toMatchObject({
    code: 'unreadable',
    value: 'No application',
  })
  await setUp().desktop.openPath('/a')
})

test('text is copied exactly, also none', async () => {
  const { desktop, did } = setUp()
  for (const text of ['', ' a\n\u202e\0']) await desktop.copy(text)
  expect(did).toEqual([
    ['copy', ''],
    ['copy', ' a\n\u202e\0'],
  ])
})

test('a context menu has what can be done with what was clicked', () => {
  const roles = (isEditable: boolean, hasSelection: boolean) =>
    contextMenu({ isEditable, hasSelection }).flatMap(({ role, enabled = true }) =>
      role && enabled ? [role] : [],
    )
  expect(roles(false, false)).toEqual([])
  expect(roles(false, true)).toEqual(['copy'])
  expect(roles(true, false)).toEqual(['undo', 'redo', 'paste', 'selectAll'])
  expect(roles(true, true)).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'])
  const { desktop, did } = setUp()
  desktop.showContextMenu({ isEditable: false, hasSelection: false })
  expect(did).toEqual([])
})
