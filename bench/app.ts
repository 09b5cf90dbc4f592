/** What a person feels of the built app: typing, opening, stopping, quitting, and what it takes of the memory. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../e2e/electron-path.ts'
import { modelPaths } from '../src/main/model/model-files.ts'
import { machineHost } from '../src/main/model/model-host.ts'
import { writeToyModel } from '../src/main/model/toy-gguf.ts'
import { measureQuit, measureStop } from './app-ending.ts'
import { measureMemory } from './app-memory.ts'
import { measureOpening } from './app-opening.ts'
import { openAppUnderTest } from './app-run.ts'
import { measureTyping } from './app-typing.ts'
import { type Figure, specOf, valueText } from './figures.ts'
import type { PartFigures, PartRun } from './part.ts'

/** Of the messages that are drawn at first, so that its length counts. */
const longMessageAt = '1997'
const longChat = { title: 'The long chat', lastText: 'Answer 1999' }

function makeLongChat(profile: string): void {
  const script = [join(projectFolder, 'bin/run.mjs'), join(projectFolder, 'e2e/make-long-chat.ts')]
  execFileSync(process.execPath, [...script, profile, longMessageAt], { cwd: projectFolder })
}

/** The file of a model that is named or given by its path; null when it is not here. */
function fileOf(model: string): string | null {
  const path = /[\\/]|\.gguf$/i.test(model) ? model : modelPaths(machineHost().folder, model).file
  return existsSync(path) ? path : null
}

/**
 * Measures what `npm run build` built last. A model that is not here is replaced by a toy, which all but the memory is
 * measured with in any case: it leaves the machine to the app.
 */
export async function measureApp({ model, signal, say }: PartRun): Promise<PartFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'pixie-bench-toy-'))
  const app = openAppUnderTest()
  try {
    const toy = join(folder, 'toy.gguf')
    await writeToyModel(toy)
    const real = fileOf(model) ?? toy
    const figures: Figure[] = []
    const add = (more: readonly Figure[]) => {
      figures.push(...more)
      for (const { id, value } of more) {
        const { what, unit } = specOf(id)
        say(`${valueText(value, unit).padStart(12)}  ${what}`)
      }
      signal.throwIfAborted()
    }
    await app.run({ model: toy, prepare: makeLongChat }, async ({ page }) => {
      add(await measureOpening(page, longChat.title, longChat.lastText))
      add(await measureTyping(page))
    })
    await app.run({ model: toy }, async (running) => {
      add(await measureStop(running))
      add(await measureQuit(running))
    })
    await app.run({ model: real }, async (running) => add(await measureMemory(running, real)))
    return { model: real, figures }
  } finally {
    app.dispose()
    rmSync(folder, { recursive: true })
  }
}
