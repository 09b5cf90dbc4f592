/** Builders for tests of the harness: tools that return what a test gives them, and ports around a scripted engine. */
import type { RunEvent } from '../../../shared/run-event.ts'
import type { Turn } from '../../../shared/turn.ts'
import type { PromptProfile } from '../../model/profile.ts'
import { createScriptedEngine, type ScriptedEngine, type ScriptedStep } from '../../model/scripted-engine.ts'
import type {
  Found,
  FoundEvent,
  FoundFile,
  FoundMemory,
  FoundNote,
  Tool,
  ToolContext,
} from '../../tools/tool.ts'
import type { HarnessPorts, MenuEntry, SkillSteps, WordRange } from '../ports.ts'
import { allSwitchesOn, type Switches } from '../switches.ts'
import { runTurn } from '../turn.ts'

export const note = (text: string, title = 'Note', id = text): FoundNote => ({
  kind: 'note',
  id,
  title,
  text,
  score: 1,
})

export const logLine = (text: string): FoundMemory => ({
  kind: 'memory',
  id: text,
  logKind: 'chat',
  who: 'Ada',
  at: '2027-03-01T10:00:00+01:00',
  text,
  score: 1,
})

export const file = (text: string, title = 'paper.txt'): FoundFile => ({
  kind: 'file',
  id: title,
  title,
  path: `/files/${title}`,
  location: null,
  device: 'here',
  reason: 'text match',
  score: 1,
  text,
  attached: true,
})

export const event = (
  title: string,
  start: string,
  end: string,
  location: string | null = null,
): FoundEvent => ({
  kind: 'event',
  id: title,
  title,
  start,
  end,
  allDay: start.length === 10,
  location,
  calendar: 'home',
})

const signatures: Record<Tool['name'], string> = {
  check_notebook:
    'check_notebook(query) — search your distilled private Notebook (facts about the user, a page per person in their life, standing instructions, conversation digests); empty query browses recent notes',
  find_file:
    "find_file(query) — find one of the user's own files (docs/scans/photos/recordings across their devices) by description and attach the best match; searches all their devices",
  list_devices: 'list_devices() — list the user’s device ids',
  grep_memory:
    'grep_memory(query) — last-resort search of your full long-term memory log (past chats, journal, posts, messages, calls) for older/broader things not in the Notebook',
  current_date:
    "current_date() — today's date plus concrete YYYY-MM-DD ranges for relative expressions (today/this week/next week/…); no args",
  queryCalendar:
    "queryCalendar(when) — list the user's calendar events (title-first) for a time range you describe in natural language",
}

const pills: Record<Tool['name'], Tool['pill']> = {
  check_notebook: 'Notebook',
  find_file: 'Files',
  list_devices: 'Files',
  grep_memory: 'Memory',
  current_date: 'Date',
  queryCalendar: 'Calendar',
}

export interface FakeTool extends Tool {
  readonly runs: { args: unknown; context: ToolContext }[]
}

/** A tool that finds what `found` says, each call anew. */
export function fakeTool(name: Tool['name'], found: Found[] | ((query: string) => Found[]) = []): FakeTool {
  const runs: FakeTool['runs'] = []
  const takesQuery = name !== 'current_date' && name !== 'list_devices' && name !== 'queryCalendar'
  return {
    name,
    slug: name === 'queryCalendar' ? 'calendar' : name.replaceAll('_', '-'),
    pill: pills[name],
    title: name,
    summary: name,
    signature: signatures[name],
    l2Exposed: name !== 'list_devices',
    advertiseInMenu: name === 'current_date',
    description: `The schema text of ${name}.`,
    parameters: {
      type: 'object',
      properties: takesQuery ? { query: { type: 'string', maxLength: 80 } } : {},
    },
    craftingRules: name === 'current_date' ? '' : `Craft ${name} well.`,
    runs,
    async run(args, context) {
      runs.push({ args, context })
      const hits = typeof found === 'function' ? found(String(args.query ?? '')) : found
      return { text: hits.length === 0 ? 'nothing found' : `${hits.length} found`, found: hits }
    },
  }
}

export interface Setup {
  readonly tools: readonly FakeTool[]
  readonly furtherTools?: readonly FakeTool[]
  readonly script: readonly ScriptedStep[]
  readonly profile?: Partial<PromptProfile>
  readonly switches?: Partial<Switches>
  readonly menu?: readonly MenuEntry[]
  readonly skills?: readonly SkillSteps[]
  readonly range?: WordRange | null
  readonly onEvent?: (event: RunEvent) => void
  /** In how many of 100 documents a text's words stand; 2 for other single words, 0 for other texts. */
  readonly frequencies?: Readonly<Record<string, number>>
}

export function setUp(setup: Setup): { ports: HarnessPorts; engine: ScriptedEngine } {
  const engine = createScriptedEngine({
    script: setup.script,
    ...(setup.profile ? { profile: setup.profile } : {}),
  })
  const menu = setup.menu ?? [{ slug: 'search-info', examples: ['Where is my blue bag?'] }]
  const skills = setup.skills ?? [
    { slug: 'search-info', body: 'FIRST use @check-notebook, THEN @find-file.', nested: [] },
  ]
  const cache = new Map<string, readonly number[]>()
  const ports: HarnessPorts = {
    engine,
    namespace: {
      menu: () => menu,
      noToolExamples: () => ['Good morning!'],
      expand: () => ({ tools: setup.tools, missing: [] }),
      steps: (slug) => skills.find((skill) => skill.slug === slug) ?? null,
    },
    grantedTools: setup.tools,
    ...(setup.furtherTools ? { furtherTools: setup.furtherTools } : {}),
    document: () => [
      { part: 'base', text: 'BASE' },
      { part: 'menu', text: ' AND MENU' },
    ],
    base: () => 'BASE',
    corpus: {
      size: () => 100,
      related: () => [],
      frequency: (text) => setup.frequencies?.[text] ?? (text.includes(' ') ? 0 : 2),
    },
    scoreCache: { get: (key) => cache.get(key) ?? null, set: (key, scores) => void cache.set(key, scores) },
    clock: { now: () => Date.UTC(2027, 2, 10, 9), zone: 'Europe/Stockholm' },
    resolveRange: () => setup.range ?? null,
    explain: (error) => error,
    switches: { ...allSwitchesOn, plannerCalibration: false, ...setup.switches },
  }
  return { ports, engine }
}

export interface Ran {
  readonly turn: Turn
  readonly events: readonly RunEvent[]
  readonly engine: ScriptedEngine
  readonly tags: readonly string[]
}

export async function ask(
  question: string,
  setup: Setup,
  signal = new AbortController().signal,
): Promise<Ran> {
  const { ports, engine } = setUp(setup)
  const events: RunEvent[] = []
  const tags: string[] = []
  const turn = await runTurn(ports, {
    question,
    conversation: 'c',
    trace: 't',
    earlier: [],
    signal,
    emit: (event) => {
      events.push(event)
      setup.onEvent?.(event)
    },
    onSession: ({ tag }, position) => {
      tags[position] = tag
    },
  })
  return { turn, events, engine, tags }
}

/** L1 scores one handle and declares it. */
export const planned = (handle: string, purpose = 'find it'): ScriptedStep[] => [
  { role: 'planner', score: { [handle]: 0.9 } },
  { role: 'planner', rounds: [{ call: 'plan', args: { purpose } }] },
]

/** A tool-agent that calls its tool with this query. */
export const agent = (tool: string, query: string | null = 'words'): ScriptedStep => ({
  role: 'l3',
  rounds: [{ call: tool, args: query === null ? {} : { query } }],
})

/** The source holds the answer, and it is this. */
export const says = (answer: string): ScriptedStep[] => [
  { role: 'answer', score: { 'Yes:': 0.9 } },
  { role: 'answer', text: answer },
]

export const saysNo: ScriptedStep = { role: 'answer', score: { 'Yes:': 0.1 } }
