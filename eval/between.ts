/** What Pixie must show beside its peers, on the same model, tasks and tools. */
import { type CostFigures, groupOf, type Summary } from './figures.ts'
import { nothing } from './markdown.ts'
import { type PeerTargets, type Target, target } from './targets.ts'

const ownTools = 6
const manyTools = 50

/** `pixie`, `pixie, 20 tools`, `chat-repaired, 6 tools`; null for an ablation. */
function kindOf({ header: { system } }: Summary): { name: string; tools: number } | null {
  const [, name, tools] = /^(pixie|chat|chat-repaired)(?:, (\d+) tools)?$/.exec(system) ?? []
  return name === undefined ? null : { name, tools: Number(tools ?? ownTools) }
}

/** The runs that asked the same questions of the same file as Pixie itself did. */
function alike(runs: readonly Summary[]): (name: string, tools: number) => Summary | null {
  const own = runs.find((run) => kindOf(run)?.name === 'pixie')?.header
  return (name, tools) =>
    runs.find((run) => {
      const { model, sha256, tasks } = run.header
      const kind = kindOf(run)
      return (
        kind?.name === name &&
        kind.tools === tools &&
        model === own?.model &&
        sha256 === own.sha256 &&
        tasks === own.tasks
      )
    }) ?? null
}

/** Whole tasks, in percent; routing is left out, which peers are not asked. */
function whole(run: Summary | null): number | null {
  const pass = run === null ? undefined : groupOf(run, 'turns')?.grades.pass
  return pass === undefined || pass.n === 0 ? null : (pass.hits / pass.n) * 100
}

const costOf = (run: Summary | null) => (run === null ? null : (groupOf(run, 'turns')?.cost ?? null))

const points = (value: number | null) => (value === null ? nothing : `${value.toFixed(1)} points`)

/** All of it; what the runs say nothing about is not measured. */
export function peerTargets(runs: readonly Summary[], aims: PeerTargets): Target[] {
  const find = alike(runs)
  const own = whole(find('pixie', ownTools))
  const peers = ['chat', 'chat-repaired'].flatMap((name) => whole(find(name, ownTools)) ?? [])
  const many = whole(find('pixie', manyTools))
  const above = own === null || peers.length === 0 ? null : own - Math.max(...peers)
  const below = own === null || many === null ? null : own - many
  return [
    target(
      `whole tasks above the better of the plain chats, ${ownTools} tools`,
      { bound: points(aims.pointsAboveChatAt6), most: false, value: above, shown: points(above) },
      aims.pointsAboveChatAt6,
    ),
    target(
      `whole tasks with ${manyTools} tools, below those with ${ownTools}`,
      { bound: points(aims.pointsBelowOwnSixAt50), most: true, value: below, shown: points(below) },
      aims.pointsBelowOwnSixAt50,
    ),
    ...timesChat(find, 'tokens evaluated, a warm turn', aims.evaluatedOfChat, ({ evaluated }) => evaluated),
    ...timesChat(find, 'seconds a warm turn, median', aims.secondsOfChat, ({ secondsP50 }) => secondsP50),
  ]
}

/** Those for which the runs hold both sides. */
export const betweenTargets = (runs: readonly Summary[], aims: PeerTargets): Target[] =>
  peerTargets(runs, aims).filter(({ isMet }) => isMet !== null)

function timesChat(
  find: ReturnType<typeof alike>,
  what: string,
  aims: Readonly<Record<string, number>>,
  of: (cost: CostFigures) => number,
): Target[] {
  return Object.entries(aims).map(([tools, aim]) => {
    const [mine, theirs] = [costOf(find('pixie', Number(tools))), costOf(find('chat', Number(tools)))]
    const ratio = mine === null || theirs === null || of(theirs) === 0 ? null : of(mine) / of(theirs)
    const shown = ratio === null ? nothing : `${ratio.toFixed(2)} ×`
    return target(
      `${what}, of the plain chat’s, ${tools} tools`,
      { bound: `${aim} ×`, most: true, value: ratio, shown },
      aim,
    )
  })
}
