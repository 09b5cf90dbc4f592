import { PixieError } from '../../shared/errors.ts'
import type { FilesStatus, ScanSummary } from '../files/files.ts'
import type { Command, CommandInput } from './command.ts'

const defaultHits = 10
const mostHits = 100

const grant: Command = {
  name: 'files grant',
  summary: 'Let Pixie read a folder, and read it now',
  args: ['DIR'],
  options: {},
  example: 'pixie files grant ~/Documents',
  async run(input) {
    const { files } = await input.pixie()
    const result = await files.grant(input.args[0] ?? '', scanRun(input))
    const what =
      result.coveredBy === null
        ? `Granted ${result.folder}`
        : `${result.folder} is part of ${result.coveredBy}, which is granted already`
    return { json: result, text: `${what}: ${counts(result)}.` }
  },
}

const revoke: Command = {
  name: 'files revoke',
  summary: 'Take a folder back and forget what was read of it',
  args: ['DIR'],
  options: {},
  example: 'pixie files revoke ~/Documents',
  async run(input) {
    const { files } = await input.pixie()
    const result = files.revoke(input.args[0] ?? '')
    return { json: result, text: `Revoked ${result.folder}: ${plural(result.removed, 'file')} forgotten.` }
  },
}

const scan: Command = {
  name: 'files scan',
  summary: 'Read what is new or changed in the granted folders',
  args: [],
  options: {},
  example: 'pixie files scan',
  async run(input) {
    const { files } = await input.pixie()
    const result = await files.scan(scanRun(input))
    const folders = files.folders().length
    if (folders === 0) input.io.note('No folder is granted: use "pixie files grant DIR".')
    const news = `${result.added} added, ${result.changed} changed, ${result.removed} removed`
    return { json: result, text: `${plural(folders, 'folder')} scanned: ${news}; ${counts(result)}.` }
  },
}

const status: Command = {
  name: 'files status',
  summary: 'What is indexed, what was skipped or failed, and why',
  args: [],
  options: {},
  example: 'pixie files status',
  async run(input) {
    const { files } = await input.pixie()
    const report = files.status()
    return { json: report, text: statusText(report, files.folders()) }
  },
}

const search: Command = {
  name: 'files search',
  summary: 'Find files by name, folder and text',
  args: ['Q'],
  options: {
    limit: {
      type: 'string',
      value: 'N',
      help: `At most so many hits (default ${defaultHits}, up to ${mostHits})`,
    },
    device: { type: 'string', value: 'D', help: 'Only files of this device, by id or name' },
  },
  example: 'pixie files search "passport scan" --limit 3',
  async run(input) {
    const limit = limitOf(input.options.limit)
    const device = typeof input.options.device === 'string' ? input.options.device : null
    const { files } = await input.pixie()
    const hits = await files.search(input.args[0] ?? '', { limit, device, signal: input.signal })
    const lines = hits.map((hit) => `${hit.score.toFixed(2)}  ${printable(hit.path)}\n      ${hit.reason}`)
    return { json: { hits }, text: lines.length > 0 ? lines.join('\n') : 'No file matches.' }
  },
}

const text: Command = {
  name: 'files text',
  summary: 'The text that was taken from a file, exactly',
  args: ['PATH'],
  options: {},
  example: 'pixie files text ~/Documents/lease.pdf',
  async run(input) {
    const path = input.args[0] ?? ''
    const { files } = await input.pixie()
    const content = await files.text(path, input.signal)
    if (input.json) return { json: { path, text: content }, text: '' }
    input.io.write(content)
    return null
  },
}

const devices: Command = {
  name: 'devices list',
  summary: 'The devices whose files Pixie knows',
  args: [],
  options: {},
  example: 'pixie devices list',
  async run(input) {
    const { files } = await input.pixie()
    const list = files.devices()
    const lines = list.map(
      (each) => `${each.id}  ${each.name}  ${plural(each.files, 'file')}, seen ${each.lastSeen}`,
    )
    return { json: list, text: lines.join('\n') }
  },
}

export const filesCommands: readonly Command[] = [grant, revoke, scan, status, search, text, devices]

/** How often the progress line is redrawn at most. */
const progressMs = 100

function scanRun(input: CommandInput) {
  let drawn = 0
  return {
    signal: input.signal,
    onProgress({ seen, path }: { seen: number; path: string }): void {
      if (Date.now() - drawn < progressMs) return
      drawn = Date.now()
      input.io.progress(`Reading files: ${seen}  ${printable(path.slice(path.lastIndexOf('/') + 1))}`)
    },
  }
}

function limitOf(given: CommandInput['options'][string]): number {
  if (given === undefined) return defaultHits
  const limit = /^\d{1,3}$/.test(String(given)) ? Number(given) : 0
  if (limit >= 1 && limit <= mostHits) return limit
  throw new PixieError('usage', {
    what: 'The limit is no number of hits',
    value: String(given),
    hint: `Give a whole number from 1 to ${mostHits}.`,
  })
}

/** A name for the terminal: names may hold line breaks and codes that move its cursor. */
const printable = (name: string): string => name.replace(/\p{Cc}/gu, '\ufffd')

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const counts = (of: Pick<ScanSummary, 'indexed' | 'skipped' | 'failed'>): string =>
  `${of.indexed} indexed, ${of.skipped} skipped, ${of.failed} failed`

function statusText(report: FilesStatus, folders: readonly string[]): string {
  const head =
    folders.length === 0 ? ['No folder is granted.'] : folders.map((folder) => `granted  ${folder}`)
  const items = report.items
    .filter((item) => item.state !== 'indexed' || item.reason !== null)
    .map((item) => `${item.state.padEnd(7)}  ${printable(item.path)}  (${item.reason ?? ''})`)
  return [...head, `${counts(report)}`, ...items].join('\n')
}
