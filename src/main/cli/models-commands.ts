/** `pixie models …`: the catalogue and what is on this machine. None of them opens the profile. */
import { PixieError } from '../../shared/errors.ts'
import { findModel } from '../model/catalog.ts'
import { fetchModel } from '../model/download.ts'
import { machineHost } from '../model/model-host.ts'
import {
  checkModel,
  listModels,
  type ModelStatus,
  modelStatus,
  recommendModel,
  removeModel,
} from '../model/models.ts'
import { megabytes } from '../model/progress-bar.ts'
import type { Command, CommandInput, CommandOutput } from './command.ts'
import { modelProgress } from './model-progress.ts'

const list: Command = {
  name: 'models list',
  summary: 'Show the known models and which are on this machine',
  args: [],
  options: {},
  example: 'pixie models list',
  async run({ io, signal }) {
    const models = await listModels(machineHost(), { signal, onProgress: modelProgress(io) })
    return { json: models, text: table(models) }
  },
}

type SmokeTest = (path: string, signal: AbortSignal) => Promise<void>

/** @param smokeTest loads a fetched file and makes one token with it; throws when it cannot */
const getWith = (smokeTest: SmokeTest): Command => ({
  name: 'models get',
  summary: 'Fetch a model, or go on fetching it',
  args: ['ID'],
  options: {
    'accept-license': {
      type: 'boolean',
      help: 'accept the terms of a model that has its own (they are shown without it)',
    },
  },
  example: 'pixie models get qwen2.5-coder-0.5b-instruct',
  async run(input) {
    const host = machineHost()
    const entry = findModel(host.catalog, argument(input))
    const { io, signal } = input
    const onProgress = modelProgress(io)
    await fetchModel(entry.id, {
      signal,
      host,
      smokeTest: (path) => smokeTest(path, signal),
      onProgress,
      onNote: (line) => io.note(line),
      acceptLicense: input.options['accept-license'] === true,
    })
    const status = await modelStatus(host, entry, { signal, onProgress })
    return one(status, `${status.name} is ready: ${status.path}`)
  },
})

const check: Command = {
  name: 'models check',
  summary: 'Read a model whole and compare its SHA-256',
  args: ['ID|PATH'],
  options: {},
  example: 'pixie models check qwen2.5-coder-1.5b-instruct',
  async run(input) {
    const { io, signal } = input
    const status = await checkModel(machineHost(), argument(input), { signal, onProgress: modelProgress(io) })
    const text = `${status.name} is ${stateText(status)}: ${status.path}`
    return { json: status, text, failed: status.state === 'ready' ? undefined : notReady(status) }
  },
}

const remove: Command = {
  name: 'models remove',
  summary: 'Delete a model and what was fetched of it',
  args: ['ID'],
  options: {},
  example: 'pixie models remove smollm2-135m-instruct',
  async run(input) {
    const status = await removeModel(machineHost(), argument(input), { signal: input.signal })
    return one(status, `${status.name} is not on this machine any more.`)
  },
}

const recommend: Command = {
  name: 'models recommend',
  summary: 'Say which model suits this machine',
  args: [],
  options: {},
  example: 'pixie models recommend',
  async run({ io, signal }) {
    const host = machineHost()
    const { model, reason } = recommendModel(host)
    const status = await modelStatus(host, model, { signal, onProgress: modelProgress(io) })
    return { json: { ...status, reason }, text: `${model.name} (${model.id})\n${reason}` }
  },
}

export const createModelsCommands = (smokeTest: SmokeTest): readonly Command[] => [
  list,
  getWith(smokeTest),
  check,
  remove,
  recommend,
]

/** Loaded late: only a fetch needs the addon. */
export const modelsCommands = createModelsCommands(async (path, signal) =>
  (await import('../model/open-engine.ts')).smokeTest(path, signal),
)

/** The command line checked that it is there. */
function argument(input: CommandInput): string {
  return input.args[0] ?? ''
}

function one(status: ModelStatus, text: string): CommandOutput {
  return { json: status, text }
}

function stateText(status: ModelStatus): string {
  switch (status.state) {
    case 'ready':
      return `ready (SHA-256 ${status.sha256 ?? 'unknown'})`
    case 'partial':
      return 'only partly here'
    case 'absent':
      return 'not on this machine'
    case 'damaged':
      return `damaged (fetch it again: pixie models get ${status.id})`
  }
}

function notReady({ id, state }: ModelStatus): PixieError {
  return new PixieError(state === 'damaged' ? 'model-damaged' : 'no-model', {
    what: 'this model cannot be used as it is',
    value: `${id}, ${state}`,
    hint: `Fetch it with: pixie models get ${id}`,
  })
}

function table(models: readonly ModelStatus[]): string {
  const rows = models.map((m) => [
    m.id,
    m.state,
    megabytes(m.sizeBytes),
    m.fits ? 'fits' : 'too large',
    m.license,
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 2 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
