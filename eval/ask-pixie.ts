/** Asks Pixie one wording of a task, through a layer, and grades what comes of it. */
import { noDetails } from '../src/main/conversations/message.ts'
import type { Pixie } from '../src/main/pixie.ts'
import { createTools } from '../src/main/tools/registry.ts'
import type { Found } from '../src/main/tools/tool.ts'
import type { Turn } from '../src/shared/turn.ts'
import { type Grader, gradeHandle, gradeOutcome } from './grade.ts'
import type { Graded, System } from './system.ts'
import type { Asked } from './tasks.ts'
import type { Layer } from './trial.ts'

const longDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** What a thing that was found is looked up by: its path, its text, an event's `title@start` and day. */
function describe(found: Found): string {
  switch (found.kind) {
    case 'file':
      return `${found.path}\n${found.text}`
    case 'event':
      return `${found.title}@${found.start} ${longDay.format(new Date(`${found.start.slice(0, 10)}T00:00:00Z`))}`
    case 'note':
    case 'memory':
    case 'date':
      return found.text
  }
}

/** Runs tools of the profile again, with the model's arguments, to see what they bring. */
export function createGrader(pixie: Pixie, signal: AbortSignal): Grader {
  const weekStart = () => pixie.settings.get('weekStart')
  const tools = createTools({ ...pixie, weekStart })
  return {
    clock: pixie.clock,
    resolve: (words) => pixie.calendar.resolve(words),
    async find({ tool: name, arguments: args, instruction }, question) {
      const tool = tools.find((each) => each.name === name)
      if (tool === undefined || args === null) return []
      const { found, text } = await tool.run(args, { signal, question, instruction })
      return [...found.map(describe), text]
    },
  }
}

/** A conversation in which the earlier exchanges were said; null when there were none. */
function sayEarlier({ conversations }: Pixie, { task }: Asked): string | null {
  let conversation: string | null = null
  for (const { question, answer } of task.earlier) {
    const exchange = conversations.ask(conversation, { text: question, attachment: null })
    conversation = exchange.conversation
    const whole = { text: answer, trace: null, details: noDetails, sources: [], end: 'answered' } as const
    conversations.finish(exchange.answer.id, whole)
  }
  return conversation
}

async function askRoute(pixie: Pixie, asked: Asked, signal: AbortSignal): Promise<Graded> {
  const started = performance.now()
  const { handle, candidates } = await pixie.agent.route(asked.question, signal)
  const answerMs = performance.now() - started
  return {
    handle,
    answer: '',
    end: 'routed',
    grades: gradeHandle(asked, handle),
    dispatches: [],
    sessions: [{ role: 'planner', candidates }],
    answerMs,
  }
}

async function askWhole(pixie: Pixie, asked: Asked, layer: Layer, signal: AbortSignal): Promise<Graded> {
  const conversation = sayEarlier(pixie, asked)
  const started = performance.now()
  const turn: Turn = await pixie.agent.ask({
    question: asked.question,
    conversation,
    signal,
    emit: () => {},
  })
  const answerMs = performance.now() - started
  // Of two plans the first is L1's choice.
  const { sessions } = pixie.traces.get(turn.trace)
  const handle = turn.plan?.handles[0] ?? null
  const chosen = layer === 'l2' ? null : { handle }
  const grades = await gradeOutcome(asked, { ...turn, chosen }, createGrader(pixie, signal))
  const { answer, end, dispatches } = turn
  return { handle, answer, end, grades, dispatches: [...dispatches], sessions: [...sessions], answerMs }
}

/** A routing task is asked of L1 alone, whatever the layer. */
export const pixieSystem: System = {
  name: 'pixie',
  plans: true,
  ask: (pixie, asked, layer, signal) =>
    layer === 'route' || asked.task.class === 'route'
      ? askRoute(pixie, asked, signal)
      : askWhole(pixie, asked, layer, signal),
}
