import { basename } from 'node:path'
import type { settingsCalls } from '../../shared/contract/settings.ts'
import { PixieError, toWireError } from '../../shared/errors.ts'
import { changeSettings, readSettings } from '../settings/app-settings.ts'
import { dataOverview } from '../settings/data-overview.ts'
import { saveCopy } from '../settings/save-copy.ts'
import { toolWords } from '../settings/tool-words.ts'
import type { DoctorCheck } from '../store/doctor.ts'
import type { ToolName } from '../tools/tool.ts'
import type { Handlers, Services } from './handlers.ts'

const toolNames = Object.keys(toolWords) as readonly ToolName[] // the object is a closed literal

export function settingsHandlers({ pixie, desktop, publish }: Services): Handlers<typeof settingsCalls> {
  return {
    'settings.get': () => readSettings(pixie.settings),
    'settings.set': (changes) => {
      changeSettings(changes, pixie.settings, desktop)
      publish('app.changed', { topics: ['settings'] })
      return {}
    },
    'settings.shortcut-works': () => desktop.hasGlobalShortcut(),
    'settings.grants': () =>
      toolNames.map((tool) => ({
        tool,
        ...toolWords[tool],
        isGranted: pixie.grants.has('tool', tool),
      })),
    'settings.set-grant': ({ tool, isGranted }) => {
      const known = toolNames.find((name) => name === tool)
      if (known === undefined)
        throw new PixieError('not-found', {
          what: 'There is no such tool',
          value: tool,
          hint: 'Open Settings again.',
        })
      if (isGranted) pixie.grants.add('tool', known)
      else pixie.grants.remove('tool', known)
      publish('app.changed', { topics: ['grants', 'skills', 'alignment'] })
      return {}
    },
    'settings.data': () => dataOverview(pixie.store),
    'settings.check-data': async () => {
      const results = []
      for (const check of pixie.doctorChecks) results.push(await runCheck(check))
      // Where the profile lies is said once, above, in words.
      return results.map((result) => ({
        ...result,
        detail: result.detail.replaceAll(pixie.store.dataDir, 'your profile'),
      }))
    },
    'settings.reveal-data': () => {
      desktop.revealPath(pixie.store.dataDir)
      return {}
    },
    'settings.save-copy': async () => {
      const day = new Date(pixie.clock.now()).toISOString().slice(0, 10)
      const target = await desktop.chooseSavePath({
        title: 'Save a copy of everything',
        fileName: `Pixie ${day}.db`,
      })
      if (target === null) return null
      saveCopy(pixie.store.pixie, target)
      return basename(target)
    },
    'settings.delete-traces': () => {
      // Of what ended since the start, another process included.
      pixie.conversations.recover()
      const count = pixie.traces.deleteAll()
      publish('app.changed', { topics: ['traces', 'messages'] })
      return { count }
    },
  }
}

/** A check that cannot be made is bad news, not the end of the others. */
async function runCheck({
  name,
  run,
}: DoctorCheck): Promise<{ name: string; isOk: boolean; detail: string }> {
  try {
    const { ok, detail } = await run()
    return { name, isOk: ok, detail }
  } catch (error) {
    const { message, hint } = toWireError(error)
    return { name, isOk: false, detail: `${message}: ${hint}` }
  }
}
