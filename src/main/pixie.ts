/** Everything below the IPC and the command line, built once per profile. Its callers are `index.ts` and `cli.ts`. */
import { join } from 'node:path'
import { PixieError } from '../shared/errors.ts'
import type { Clock } from '../shared/time.ts'
import { type Agent, createAgent } from './agent.ts'
import { type Alignment, alignmentHooks, createAlignment } from './alignment/alignment.ts'
import { type BaseDraft, createBaseDraft } from './alignment/base-draft.ts'
import { shippedTexts } from './alignment/compose.ts'
import { type Calendar, createCalendar } from './calendar/calendar.ts'
import { readAttached } from './chat/attachments.ts'
import { type GivenClock, profileClock } from './clock.ts'
import { type Conversations, createConversations } from './conversations/conversations.ts'
import type { AttachedPath } from './conversations/message.ts'
import { createExtractor, type ParserProcess } from './files/extract/extractor.ts'
import { createFiles, type Files } from './files/files.ts'
import { createIndexThread } from './files/index-thread.ts'
import type { AttachedText } from './harness/attached.ts'
import { promptTexts } from './harness/prompts.ts'
import type { Switches } from './harness/switches.ts'
import { warmUp } from './harness/warm-up.ts'
import { createPorts } from './harness-ports.ts'
import { createMemory, type Memory } from './memory/memory.ts'
import { createEngineHolder, type EngineHolder } from './model/engine-holder.ts'
import type { ModelAccess } from './model/model-access.ts'
import { createModels, type Models } from './models/models.ts'
import { createNotebook, type Notebook } from './notebook/notebook.ts'
import { createScoreCache } from './planner-scores.ts'
import { createWordCounts, type WordCounts } from './search/corpus.ts'
import { createGrants, type Grants } from './settings/grants.ts'
import { createSettings, type SettingsStore } from './settings/settings.ts'
import { createRouting, type PlannerNamespace, type Routing } from './skills/routing.ts'
import { openSkills, type Skills } from './skills/store.ts'
import type { Store } from './store/database.ts'
import { type DoctorCheck, storeChecks } from './store/doctor.ts'
import { openStore } from './store/open.ts'
import { explainStoreError, writeTransaction } from './store/writers.ts'
import { createTools } from './tools/registry.ts'
import type { Tool, ToolName } from './tools/tool.ts'
import { createTraces, type Traces } from './trace/traces.ts'

export interface Pixie {
  readonly clock: Clock
  readonly store: Store
  /** How common the owner's words are, and which mean the same. */
  readonly words: WordCounts
  readonly notebook: Notebook
  readonly memory: Memory
  readonly settings: SettingsStore
  readonly grants: Grants
  readonly conversations: Conversations
  readonly traces: Traces
  readonly files: Files
  readonly calendar: Calendar
  readonly skills: Skills
  readonly alignment: Alignment
  readonly baseDraft: BaseDraft
  /** What the planner would pick, also with a skill that is not saved yet. */
  readonly routing: Routing
  readonly agent: Agent
  readonly models: Models
  /** The text of a file that was put beside a question, read apart from the index. Rejects with a `PixieError`. */
  readAttached(file: AttachedPath, signal: AbortSignal): Promise<AttachedText>
  /** Its engine is loaded on first use, and follows the setting. */
  readonly engine: EngineHolder
  readonly doctorChecks: readonly DoctorCheck[]
  /** Pixie's own texts (prompts, tool descriptions, default instructions): what a redacted trace still shows. */
  fixedTexts(): readonly string[]
  /** The sentence for an error of the databases that no part put into words; other errors unchanged. */
  explain(error: unknown): unknown
  /** A step of `close` before all others, which may still use everything. It must be bounded in time. */
  onClose(step: () => Promise<void>): void
  /** Ends what runs and frees engine, parsers and databases, each even when another fails. */
  close(): Promise<void>
}

export interface PixieOptions {
  readonly dataDir: string
  readonly clock: Clock
  /** Which parts of the clock were asked for and win over what the profile keeps. */
  readonly given: GivenClock
  /** Wins over the profile's setting; null = the setting, else the default. */
  readonly model: string | null
  readonly models: ModelAccess
  /** What this process does, without any text of the owner's: `pixie memory add`. */
  readonly command: string
  /** Starts the process in which files are parsed; a Node child when left out. */
  readonly startParsers?: () => ParserProcess
  /** What the runtime does for the model; all of it when left out. */
  readonly switches?: Switches
  /** Tools beside the closed set, callable in every plan: the evaluation's stand-ins. None when left out. */
  readonly furtherTools?: readonly Tool[]
  /** Long work on the index happens beside this thread, which has other things to answer: true for the app. */
  readonly hasThreads?: boolean
  /** Hears in one sentence each what had to be set aside. */
  onNotice(line: string): void
}

/**
 * A new profile starts with every tool granted: they only read, and only what the owner put in or granted.
 * Read first, so that an old profile opens while another process writes; read again inside, so that of two that open
 * a new profile at once the second does not give back what was revoked meanwhile.
 */
function giveFirstGrants(
  store: Store,
  settings: SettingsStore,
  grants: Grants,
  tools: readonly Tool[],
): void {
  if (settings.get('toolGrantsGiven')) return
  writeTransaction(store.pixie, () => {
    if (settings.get('toolGrantsGiven')) return
    for (const { name } of tools) grants.add('tool', name)
    settings.set('toolGrantsGiven', true)
  })
}

/** How long nobody must have asked before the engine is warmed up for the next question. */
const restMs = 2000

const minutes = (count: number | null) => (count === null ? null : count * 60_000)

/** Every command opens the profile; one that finds it busy leaves the tidying to the next. */
function recoverQuietly(conversations: Conversations): void {
  try {
    conversations.recover()
  } catch (error) {
    if (!(error instanceof PixieError && error.code === 'database-busy')) throw error
  }
}

/** Runs all steps; the first error is thrown when all have run. */
async function runAll(steps: readonly (() => Promise<void> | void)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

export function createPixie(options: PixieOptions): Pixie {
  const store = openStore(options)
  try {
    return compose(store, options)
  } catch (error) {
    const explained = explainStoreError(store, error)
    store.close()
    throw explained
  }
}

function compose(store: Store, options: PixieOptions): Pixie {
  const settings = createSettings(store.pixie)
  const clock = profileClock(options.clock, options.given, settings)
  const grants = createGrants(store.pixie, clock)
  const notebook = createNotebook({ store, clock })
  const memory = createMemory({ store, clock })
  const extractor = () => createExtractor(options.startParsers && { start: options.startParsers })
  const indexWork = options.hasThreads ? { indexWork: createIndexThread(store.dataDir) } : {}
  const files = createFiles({ store, grants, clock, settings, extract: extractor(), ...indexWork })
  const weekStart = () => settings.get('weekStart')
  const calendar = createCalendar({ store, clock, weekStart })
  const words = createWordCounts(store)
  const tools = createTools({ notebook, files, memory, calendar, clock, words, weekStart })
  giveFirstGrants(store, settings, grants, tools)
  const isGranted = (tool: ToolName) => grants.has('tool', tool)
  const baseDraft = createBaseDraft(store.pixie, clock)
  const hooks = alignmentHooks(settings, baseDraft)
  const skills = openSkills({ db: store.pixie, clock, tools, hooks })
  let given = options.model
  const model = () => given ?? settings.get('modelId')
  const engine = createEngineHolder({
    wanted: model,
    load: (wanted, signal) =>
      options.models.engine(wanted, { warmFolder: join(store.dataDir, 'warm'), signal }),
    loadTokenizer: (wanted) => options.models.tokenizer(wanted),
    idleMs: () => minutes(settings.get('modelIdleMinutes')),
    rest: {
      afterMs: restMs,
      work: (loaded, signal) => warmUp(createPorts(portParts, loaded, options.switches), signal),
    },
  })
  const models = createModels({
    library: options.models.library,
    settings,
    engine,
    wanted: model,
    choose(chosen) {
      given = null
      settings.set('modelId', chosen)
      engine.refresh()
    },
  })
  const alignmentDeps = {
    db: store.pixie,
    settings,
    skills,
    isGranted,
    tokenizer: () => engine.tokenizer(),
  }
  const alignment = createAlignment(alignmentDeps)
  const conversations = createConversations(store.pixie, clock, { processes: store })
  recoverQuietly(conversations)
  const traces = createTraces(store.pixie, clock)
  const portParts = {
    store,
    settings,
    skills,
    alignment,
    tools,
    words,
    furtherTools: options.furtherTools,
    clock,
    isGranted,
    scoreCache: createScoreCache(store.index, clock),
  }
  const alignedTo = ({ registry, selected }: PlannerNamespace) =>
    createAlignment({ ...alignmentDeps, skills: { registry: () => registry }, selected: () => selected })
  const routing = createRouting({
    registry: () => skills.registry(),
    selected: () => settings.get('selectedSkills'),
    menu: (namespace) => alignedTo(namespace).menu(),
    withPorts: (signal, work) =>
      engine.use(signal, (loaded) =>
        work((namespace) => {
          const other = {
            skills: { registry: () => namespace.registry },
            alignment: alignedTo(namespace),
          }
          return createPorts({ ...portParts, ...other }, loaded, options.switches)
        }),
      ),
  })
  const closing: (() => Promise<void>)[] = []
  const readBeside = (file: AttachedPath, signal: AbortSignal) => readAttached(extractor(), file, signal)
  const agent = createAgent({
    conversations,
    traces,
    withEngine: (signal, work) => engine.use(signal, work),
    readAttached: readBeside,
    explain: (error) => explainStoreError(store, error),
    ports: (loaded, mode) => createPorts({ ...portParts, mode }, loaded, options.switches),
  })
  return {
    clock,
    words,
    store,
    notebook,
    memory,
    settings,
    grants,
    conversations,
    traces,
    files,
    calendar,
    skills,
    alignment,
    baseDraft,
    routing,
    agent,
    readAttached: readBeside,
    engine,
    models,
    doctorChecks: [...storeChecks(store, Date.now), ...options.models.checks],
    fixedTexts: () => [
      ...promptTexts(),
      ...shippedTexts(),
      ...tools.flatMap((tool) => [tool.signature, tool.description, ...tool.craftingRules.split('\n')]),
    ],
    explain: (error) => explainStoreError(store, error),
    onClose: (step) => void closing.push(step),
    close: () =>
      runAll([
        ...closing.splice(0),
        () => models.close(),
        () => engine.close(),
        () => files.close(),
        () => store.close(),
      ]),
  }
}
