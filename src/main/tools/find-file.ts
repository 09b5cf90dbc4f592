import type { Arguments, ArgumentsSchema } from '../../shared/json-schema.ts'
import { deviceCalled } from '../files/device.ts'
import type { Files, FoundOne } from '../files/files.ts'
import { type DataWords, translated, widened } from '../search/telling-terms.ts'
import type { FoundFile, Tool, ToolContext, ToolResult } from './tool.ts'

const queryLength = 120
const maximumDevices = 4
/** The best hit and its runners-up. */
const maximumHits = 5
/** A runner-up much weaker than the best is noise. Share of the best score. */
const runnerUpShare = 0.4
/** Of a file that was found by its name: how much of its beginning is shown. In UTF-16 units. */
const beginningLength = 120

/** `find_file`: one of the owner's own files, by description. The model's query is blended with the person's words (`files/terms.ts`). */
export function createFindFileTool(files: Pick<Files, 'find' | 'devices'>, words: DataWords): Tool {
  return {
    name: 'find_file',
    slug: 'find-file',
    pill: 'Files',
    title: 'Find a file',
    summary: "Find one of the user's own files across their devices by description",
    signature:
      "find_file(query) — find one of the user's own files (docs/scans/photos/recordings across their devices) by description and attach the best match; searches all their devices",
    l2Exposed: true,
    advertiseInMenu: false,
    description:
      "Find one of the user's own files (documents, scans, photos, recordings) by description. The best match is attached; runners-up are listed.",
    get parameters() {
      return parametersFor(files.devices().map(({ id }) => id))
    },
    craftingRules:
      'Craft the query as several ranking keywords, never a single bare word.\nLeave the device list empty to search everywhere.',
    run: (args, context) => run({ files, words }, args, context),
  }
}

/** Only devices that there are can be named; with one there is nothing to choose, and the list stays empty. */
function parametersFor(deviceIds: readonly string[]): ArgumentsSchema {
  return {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        maxLength: queryLength,
        description: 'several ranking keywords: what the file is about, is called and contains',
      },
      devices: {
        type: 'array',
        maxItems: deviceIds.length > 1 ? maximumDevices : 0,
        items: deviceIds.length > 1 ? { type: 'string', enum: deviceIds } : { type: 'string', maxLength: 1 },
        description: 'device ids to search; empty = everywhere',
      },
    },
  }
}

async function run(
  { files, words }: { readonly files: Pick<Files, 'find' | 'devices'>; readonly words: DataWords },
  args: Arguments,
  context: ToolContext,
): Promise<ToolResult> {
  const given = String(args.query ?? '').trim()
  const query = given === '' ? context.question : given
  const known = files.devices()
  const wanted = Array.isArray(args.devices)
    ? args.devices.map(String).filter((name) => name.trim() !== '')
    : []
  // Everywhere is the default in code: a device that a model made up must not hide the owner's files.
  const devices = wanted.flatMap((name) => deviceCalled(known, name)?.id ?? [])
  const hits = await files.find({
    query: translated(query, words),
    question: widened(context.question, words),
    devices,
    limit: maximumHits,
    signal: context.signal,
  })
  const [best] = hits
  if (best === undefined) return { text: `No file matches "${query}".`, found: [] }
  const kept = hits.filter((hit) => hit === best || hit.score >= best.score * runnerUpShare)
  return { text: compact(best, kept.slice(1)), found: kept.map((hit) => foundFile(hit, hit === best)) }
}

/** `Passport.pdf (in Documents/Travel, page 1): Passport No. …`, then the runners-up by title. */
function compact(best: FoundOne, runnersUp: readonly FoundOne[]): string {
  const where = best.location === null ? best.place : `${best.place}, ${best.location}`
  const first = oneLine(`${best.row.name} (in ${where}): ${shown(best)}`)
  return runnersUp.length === 0
    ? first
    : `${first}\nAlso found: ${oneLine(runnersUp.map(({ row }) => row.name).join(', '))}`
}

/** Names of files may hold line breaks, which would pass for lines of the result. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

function shown(hit: FoundOne): string {
  if (hit.quote !== null) return hit.quote
  if (hit.text === '')
    return `found by its name; its text was not read (${hit.row.reason ?? 'no reason known'})`
  const line = hit.text
    .slice(0, beginningLength * 2)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= beginningLength
    ? line
    : `${line.slice(0, beginningLength).replace(/[\ud800-\udbff]$/, '')}…`
}

function foundFile(hit: FoundOne, attached: boolean): FoundFile {
  return {
    kind: 'file',
    id: String(hit.row.id),
    title: hit.row.name,
    path: hit.row.path,
    location: hit.location,
    device: hit.row.device,
    reason: hit.reason,
    score: hit.score,
    text: hit.text,
    attached,
  }
}
