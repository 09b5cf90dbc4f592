/** What the planner would pick with a skill as it is being written on the menu: the real L1 prompt, nothing saved. */
import type { ExampleResult, RoutingPreview } from '../../shared/contract/skills.ts'
import { textOf } from '../../shared/ledger.ts'
import { type Candidate, runPlanner } from '../harness/planner.ts'
import type { HarnessPorts } from '../harness/ports.ts'
import { type Edited, editedNamespace } from './edited.ts'
import type { MenuLine, Registry } from './registry.ts'

/** The planner's ports on a namespace, and on the selection of Alignment. */
export interface PlannerNamespace {
  readonly registry: Registry
  /** Slugs in menu order; null = every advertised skill. */
  readonly selected: readonly string[] | null
}

export interface RoutingParts {
  /** The saved namespace. */
  registry(): Registry
  /** As saved in Alignment. */
  selected(): readonly string[] | null
  menu(namespace: PlannerNamespace): readonly MenuLine[]
  /** Runs `work` with the model, which is loaded on first use. Rejects with `no-model` and others. */
  withPorts<T>(
    signal: AbortSignal,
    work: (portsOf: (namespace: PlannerNamespace) => HarnessPorts) => Promise<T>,
  ): Promise<T>
}

export interface Routing {
  /** Rejects with `stopped` when the signal says so. */
  preview(edited: Edited, request: string, signal: AbortSignal): Promise<RoutingPreview>
  /** Every example of the menu with the edited skill on it; null = the menu as it is saved. */
  examples(
    edited: Edited | null,
    signal: AbortSignal,
    onResult: (result: ExampleResult, done: number, of: number) => void,
  ): Promise<ExampleResult[]>
}

export function createRouting(parts: RoutingParts): Routing {
  const saved = (): PlannerNamespace => ({ registry: parts.registry(), selected: parts.selected() })
  return {
    preview(edited, request, signal) {
      const namespace = withEdited(saved(), edited)
      const menu = parts.menu(namespace)
      return parts.withPorts(signal, async (portsOf) => {
        const candidates = await route(portsOf(namespace), request, signal)
        return {
          candidates: candidates.map(({ handle, probability }) => ({ slug: handle, probability })),
          isOnMenu: menu.some(({ slug }) => slug === namespace.slug),
          isExample: menu.some(({ examples }) => examples.some(isSame(request))),
        }
      })
    },
    async examples(edited, signal, onResult) {
      const before = saved()
      const changed = edited === null ? null : withEdited(before, edited)
      const namespace = changed ?? before
      const tests = parts
        .menu(namespace)
        .flatMap(({ slug, examples }) => examples.map((example) => ({ slug, example })))
      if (tests.length === 0) return []
      // The edited skill may have another handle than the saved one.
      const nameBefore = (slug: string) => (slug === changed?.slug ? (edited?.original ?? null) : slug)
      return parts.withPorts(signal, async (portsOf) => {
        const [ports, savedPorts] = [portsOf(namespace), portsOf(before)]
        const results: ExampleResult[] = []
        for (const { slug, example } of tests) {
          const [best] = await routeKept(ports, example, signal)
          if (best === undefined) continue
          const result: ExampleResult = {
            slug,
            example,
            goesTo: best.handle,
            probability: best.probability,
            isRight: best.handle === slug,
            wasRight: wasRight(savedPorts, example, nameBefore(slug)),
          }
          results.push(result)
          onResult(result, results.length, tests.length)
        }
        return results
      })
    },
  }
}

/** The menu with the edited skill on it: in its place, or at the end where Alignment does not select it. */
function withEdited(saved: PlannerNamespace, edited: Edited): PlannerNamespace & { readonly slug: string } {
  const { registry, skill } = editedNamespace(saved.registry, edited)
  const { selected } = saved
  if (selected === null) return { registry, selected, slug: skill.slug }
  const renamed = selected.map((slug) => (slug === edited.original ? skill.slug : slug))
  return { registry, selected: [...new Set([...renamed, skill.slug])], slug: skill.slug }
}

const fold = (text: string) => text.trim().normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

function isSame(request: string): (example: string) => boolean {
  const folded = fold(request)
  return (example) => fold(example) === folded
}

/** No request is tested against a prompt that shows it as an example. */
function leaveOut(ports: HarnessPorts, request: string): HarnessPorts {
  const isIt = isSame(request)
  const without = (examples: readonly string[]) => examples.filter((example) => !isIt(example))
  const { namespace } = ports
  return {
    ...ports,
    namespace: {
      ...namespace,
      menu: () => namespace.menu().map((line) => ({ ...line, examples: without(line.examples) })),
      noToolExamples: () => without(namespace.noToolExamples()),
    },
  }
}

async function route(
  ports: HarnessPorts,
  request: string,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  if (ports.namespace.menu().length === 0) return []
  const { candidates } = await runPlanner(leaveOut(ports, request), {
    question: request,
    signal,
    withRationale: false,
    isFollowUp: false,
  })
  return candidates
}

/** All that a result depends on: model, prompt, and how much of the owner's own words there is to look at. */
function keyOf(ports: HarnessPorts, request: string): string {
  const menu = ports.namespace.menu().map(({ slug, examples }) => [slug, examples])
  return JSON.stringify([
    'route',
    ports.engine.model.id,
    textOf(ports.document()),
    menu,
    ports.corpus.size(),
    request,
  ])
}

const slugsOf = (ports: HarnessPorts) => [...ports.namespace.menu().map(({ slug }) => slug), null]

async function routeKept(
  ports: HarnessPorts,
  request: string,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const kept = keptRoute(ports, request)
  if (kept !== null) return kept
  const candidates = await route(ports, request, signal)
  const probabilities = slugsOf(ports).map(
    (slug) => candidates.find(({ handle }) => handle === slug)?.probability ?? 0,
  )
  if (candidates.length > 0) ports.scoreCache.set(keyOf(ports, request), probabilities)
  return candidates
}

function keptRoute(ports: HarnessPorts, request: string): Candidate[] | null {
  const kept = ports.scoreCache.get(keyOf(ports, request))
  if (kept === null) return null
  return slugsOf(ports)
    .map((handle, index) => ({ handle, probability: kept[index] ?? 0 }))
    .sort((a, b) => b.probability - a.probability)
}

/** Whether the saved menu sends an example to its own line; null when that was never asked, or the line is new. */
function wasRight(saved: HarnessPorts, example: string, slug: string | null): boolean | null {
  if (slug === null || !slugsOf(saved).includes(slug)) return null
  const best = keptRoute(saved, example)?.[0]
  return best === undefined ? null : best.handle === slug
}
