/** What Pixie must show beside its peers, on the same model, tasks and tools. */
import { groupOf, type Summary } from './figures.ts'
import { nothing } from './markdown.ts'
import { type PeerTargets, type Target, target } from './targets.ts'

const ownTools = 6

/** `pixie`, `pixie, 20 tools`, `chat-repaired, 6 tools`; null for an ablation. */
function kindOf({ header: { system } }: Summary): { name: string; tools: number } | null {
  const [, name, tools] = /^(pixie|chat|chat-repaired)(?:, (\d+) tools)?$/.exec(system) ?? []
  return name === undefined ? null : { name, tools: Number(tools ?? ownTools) }
}

/** The same questions to the same file. */
const isAlike = ({ header: a }: Summary, { header: b }: Summary) =>
  a.model === b.model && a.sha256 === b.sha256 && a.tasks === b.tasks

function find(runs: readonly Summary[], name: string, tools: number, like?: Summary): Summary | undefined {
  return runs.find((run) => {
    const kind = kindOf(run)
    return kind?.name === name && kind.tools === tools && (like === undefined || isAlike(run, like))
  })
}

/** Whole tasks, in percent; routing is left out, which peers are not asked. */
function whole(run: Summary | undefined): number | null {
  const pass = run === undefined ? undefined : groupOf(run, 'turns')?.grades.pass
  return pass === undefined || pass.n === 0 ? null : (pass.hits / pass.n) * 100
}

/** The rows for which the runs hold both sides. */
export function betweenTargets(runs: readonly Summary[], aims: PeerTargets): Target[] {
  const own = find(runs, 'pixie', ownTools)
  if (own === undefined) return []
  return [
    ...aboveChat(runs, own, aims.pointsAboveChatAt6),
    ...belowOwnSix(runs, own, aims.pointsBelowOwnSixAt50),
    ...timesChat(
      runs,
      own,
      'tokens evaluated, a warm turn',
      aims.evaluatedOfChat,
      ({ evaluated }) => evaluated,
    ),
    ...timesChat(
      runs,
      own,
      'seconds a warm turn, median',
      aims.secondsOfChat,
      ({ secondsP50 }) => secondsP50,
    ),
  ]
}

const points = (value: number) => `${value.toFixed(1)} points`

function aboveChat(runs: readonly Summary[], own: Summary, aim: number): Target[] {
  const peers = ['chat', 'chat-repaired'].flatMap((name) => whole(find(runs, name, ownTools, own)) ?? [])
  const mine = whole(own)
  if (peers.length === 0 || mine === null) return []
  const above = mine - Math.max(...peers)
  const what = 'whole tasks above the better of the plain chats, 6 tools'
  return [target(what, { bound: points(aim), most: false, value: above, shown: points(above) }, aim)]
}

function belowOwnSix(runs: readonly Summary[], own: Summary, aim: number): Target[] {
  const [mine, many] = [whole(own), whole(find(runs, 'pixie', 50, own))]
  if (mine === null || many === null) return []
  const what = 'whole tasks with 50 tools, below those with 6'
  const below = mine - many
  return [target(what, { bound: points(aim), most: true, value: below, shown: points(below) }, aim)]
}

type Cost = NonNullable<ReturnType<typeof costOf>>
const costOf = (run: Summary | undefined) =>
  run === undefined ? null : (groupOf(run, 'turns')?.cost ?? null)

function timesChat(
  runs: readonly Summary[],
  own: Summary,
  what: string,
  aims: Readonly<Record<string, number>>,
  of: (cost: Cost) => number,
): Target[] {
  return Object.entries(aims).flatMap(([tools, aim]) => {
    const mine = costOf(find(runs, 'pixie', Number(tools), own))
    const chat = find(runs, 'chat', Number(tools), own)
    const theirs = costOf(chat)
    if (mine === null || theirs === null) return []
    const ratio = of(theirs) === 0 ? null : of(mine) / of(theirs)
    const shown = ratio === null ? nothing : `${ratio.toFixed(2)} ×`
    return [
      target(
        `${what}, of the plain chat’s, ${tools} tools`,
        { bound: `${aim} ×`, most: true, value: ratio, shown },
        aim,
      ),
    ]
  })
}
