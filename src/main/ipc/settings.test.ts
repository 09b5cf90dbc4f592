import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { Desktop } from './handlers.ts'
import { settingsHandlers } from './settings.ts'
import { checked, type TestServices, testServices } from './testing/test-services.ts'

/** The handlers over a real profile, on a desktop where every shortcut is free but one. */
function handlers(test: TestServices) {
  const done: unknown[] = []
  let hasShortcut = false
  const desktop: Partial<Desktop> = {
    setTheme: (theme) => void done.push({ theme }),
    setZoom: (zoom) => void done.push({ zoom }),
    setGlobalShortcut(keys) {
      hasShortcut = keys !== null && keys !== 'Mod+Space'
      return keys === null || hasShortcut
    },
    hasGlobalShortcut: () => hasShortcut,
    revealPath: (shown) => void done.push({ shown }),
    chooseSavePath: (options) => test.services.desktop.chooseSavePath(options),
  }
  return { ...settingsHandlers({ ...test.services, desktop: desktop as Desktop }), done } // the rest is not used here
}

const topics = ({ published }: TestServices) => published.map(({ payload }) => payload)

it('keeps what is set, and says so', async () => {
  await using test = testServices()
  const settings = handlers(test)
  await settings['settings.set']({ theme: 'dark', zoom: 1.5 })
  expect(checked('settings.get', await settings['settings.get']({}))).toEqual({
    theme: 'dark',
    weekStart: 'monday',
    zoom: 1.5,
    sidebarFolded: false,
    globalShortcut: null,
  })
  expect(settings.done).toEqual([{ theme: 'dark' }, { zoom: 1.5 }])
  expect(topics(test)).toEqual([{ topics: ['settings'] }])
})

it('knows whether the shortcut works', async () => {
  await using test = testServices()
  const settings = handlers(test)
  const works = async () => checked('settings.shortcut-works', await settings['settings.shortcut-works']({}))
  expect(await works()).toBe(false)
  await settings['settings.set']({ globalShortcut: 'Mod+Alt+P' })
  expect(await works()).toBe(true)
  await settings['settings.set']({ globalShortcut: null })
  expect(await works()).toBe(false)
})

it('says nothing of a change that was refused', async () => {
  await using test = testServices()
  const settings = handlers(test)
  expect(() => settings['settings.set']({ globalShortcut: 'Mod+Space' })).toThrow('Another program')
  expect(test.published).toEqual([])
})

it('lists every tool in plain words, and a tool that is taken back is not used', async () => {
  await using test = testServices()
  const settings = handlers(test)
  const before = checked('settings.grants', await settings['settings.grants']({}))
  expect(before.map(({ tool, isGranted }) => [tool, isGranted])).toEqual([
    ['check_notebook', true],
    ['grep_memory', true],
    ['find_file', true],
    ['list_devices', true],
    ['queryCalendar', true],
    ['current_date', true],
  ])
  await settings['settings.set-grant']({ tool: 'find_file', isGranted: false })
  expect(test.pixie.grants.has('tool', 'find_file')).toBe(false)
  await settings['settings.set-grant']({ tool: 'find_file', isGranted: true })
  expect(test.pixie.grants.has('tool', 'find_file')).toBe(true)
  expect(() => settings['settings.set-grant']({ tool: 'send_mail', isGranted: true })).toThrow(
    expect.objectContaining({ code: 'not-found' }),
  )
  expect(test.pixie.grants.list('tool')).toHaveLength(6)
})

it('counts and measures what there is, and names the backups, newest first', async () => {
  await using test = testServices()
  const { dataDir } = test.pixie.store
  test.pixie.notebook.add({ kind: 'fact', text: 'The boiler is from 2019.', subject: null })
  mkdirSync(path.join(dataDir, 'backups'), { recursive: true })
  writeFileSync(path.join(dataDir, 'backups', 'pixie-1.db'), 'x'.repeat(1000))
  const data = checked('settings.data', await handlers(test)['settings.data']({}))
  expect(data).toMatchObject({ conversations: 0, messages: 0, notes: 1, folders: 0, traces: 0 })
  expect(data.backups).toMatchObject([{ name: 'pixie-1.db', sizeBytes: 1000 }])
  expect(data.sizeBytes).toBeGreaterThan(data.rebuildableBytes + 1000)
  expect(data.rebuildableBytes).toBeGreaterThan(0)
})

it('checks the profile without saying where it lies', async () => {
  await using test = testServices()
  const checks = checked('settings.check-data', await handlers(test)['settings.check-data']({}))
  expect(checks.map(({ name }) => name)).toContain('database')
  expect(JSON.stringify(checks)).not.toContain(test.root)
})

it('writes a copy that opens by itself and that nobody else can read, over an older one', async () => {
  await using test = testServices()
  const settings = handlers(test)
  test.pixie.notebook.add({ kind: 'fact', text: 'The boiler is from 2019.', subject: null })
  const target = path.join(test.root, 'copy.db')
  writeFileSync(target, 'an older copy', { mode: 0o644 })
  test.chosen.push(target)
  expect(await settings['settings.save-copy']({})).toBe('copy.db')
  const copy = new Database(target, { readonly: true })
  expect(copy.prepare('SELECT text FROM notebook_lines').pluck().all()).toEqual(['The boiler is from 2019.'])
  copy.close()
  expect(statSync(target).mode & 0o777).toBe(0o600)
  expect(await settings['settings.save-copy']({})).toBeNull()
})

it('leaves nothing behind where a copy cannot be written', async () => {
  await using test = testServices()
  const settings = handlers(test)
  const target = path.join(test.root, 'missing', 'copy.db')
  test.chosen.push(target)
  await expect(settings['settings.save-copy']({})).rejects.toThrow(
    expect.objectContaining({ code: 'unreadable' }),
  )
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(test.root)).toEqual(['profile'])
})

it('deletes the working of every turn, killed ones too, but not of an answer that is being written', async () => {
  await using test = testServices()
  const { traces, conversations } = test.pixie
  const startTurn = (question: string) => {
    const { conversation, answer } = conversations.ask(null, { text: question, attachment: null })
    const partial = { text: '', trace: traces.start({ question, conversation }), details: {} }
    return { answer: answer.id, partial: partial as Parameters<typeof conversations.keep>[1] } // of `details` all is optional
  }
  startTurn('just begun')
  const running = startTurn('being written')
  conversations.keep(running.answer, running.partial)
  const failed = startTurn('ended without a turn')
  conversations.finish(failed.answer, { ...failed.partial, end: 'error', sources: [] })
  traces.start({ question: 'of no conversation', conversation: null })
  const over = traces.start({ question: 'over', conversation: null })
  traces.finish(over, { end: 'answered' } as Parameters<typeof traces.finish>[1]) // only that it is there counts
  const settings = handlers(test)
  expect(settings['settings.delete-traces']({})).toEqual({ count: 3 })
  expect(traces.list(10).map(({ trace }) => trace.question)).toEqual(['being written', 'just begun'])
})
