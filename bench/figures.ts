/** Every figure that the bench measures: what it is, which way is better, and what it should be. */

export type Unit = 'ms' | 's' | 'MB' | '%' | 'tokens' | 'tokens/s'

export interface FigureSpec {
  readonly what: string
  /** A share of a whole is in `%`, from 0 to 100. */
  readonly unit: Unit
  readonly better: 'less' | 'more'
  /** Null: said for comparison only. */
  readonly aim: number | null
  /** The one worst of many, which differs from run to run: shown, not held against the kept one. */
  readonly isOutlier?: true
}

/** Figures that another model changes begin with one of these. */
const onModel = ['loop.model.', 'app.memory', 'tokens.', 'speed.', 'turns.'] as const

const less = (what: string, unit: Unit, aim: number | null = null): FigureSpec => ({
  what,
  unit,
  better: 'less',
  aim,
})
const more = (what: string, unit: Unit, aim: number | null = null): FigureSpec => ({
  what,
  unit,
  better: 'more',
  aim,
})

/** A frame of a screen at 60 Hz: a longer wait shows. */
const frameMs = 16

/** The four ways to say how long main's loop was held up while something went on. */
const waits = <Id extends string>(id: Id, during: string) =>
  ({
    [`${id}.p50`]: less(`main waits while ${during}, p50`, 'ms'),
    [`${id}.p99`]: less(`main waits while ${during}, p99`, 'ms', frameMs),
    [`${id}.max`]: { ...less(`main waits while ${during}, longest`, 'ms'), isOutlier: true },
    [`${id}.own`]: less(`main waits while ${during}, longest, of which computing`, 'ms'),
  }) as Record<`${Id}.${'p50' | 'p99' | 'max' | 'own'}`, FigureSpec> // the four keys above

/** Ids are stable: the baseline is kept by them. */
export const figureSpecs = {
  'skills.rename': less('rename in 1,000 skills with 20 mentions each', 'ms', 50),
  'skills.key': less('a key in 64 kB with 500 mentions, 95 %', 'ms', 8),
  'skills.price': less('price of the document after a key', 'ms', 50),

  ...waits('loop.idle', 'nothing goes on'),
  ...waits('loop.turn', 'a turn is generated'),
  ...waits('loop.read', '2,000 files are read'),
  ...waits('loop.search', 'files are searched'),
  ...waits('loop.model', 'a turn is generated on a real model'),

  'app.open': less(
    'a conversation of 2,000 messages, one of 400 kB: click → its end is shown, median of 5',
    'ms',
    300,
  ),
  'app.open.best': less('· best of 5', 'ms'),
  'app.price': less('key → price shown, 50 % of 60 keys, in that conversation', 'ms', 50),
  'app.price.most': less('key → price shown, 95 %', 'ms', 50),
  'app.key': less('key → character drawn, typing fast, 50 % of 60 keys, there', 'ms', 50),
  'app.key.most': less('key → character drawn, 95 %', 'ms', 50),
  'app.stop': less('click on Stop → the run is over, median of 5', 'ms', 1000),
  'app.stop.free': less('click on Stop → the engine works on the next question, longest of 5', 'ms', 1000),
  'app.quit': less('quit in the middle of an answer → the process is gone', 'ms', 3000),
  'app.memory': less(
    'memory of main and the reader of files, above the model’s file and its cache',
    'MB',
    300,
  ),
  'app.memory.before': less('· main before a model is loaded', 'MB'),
  'app.memory.after': less('· main after the first turn', 'MB'),
  'app.memory.file': less('· of which the model’s file', 'MB'),
  'app.memory.cache': less('· of which the cache of keys and values', 'MB'),
  'app.memory.reader': less('· reader of files, at most', 'MB'),
  'app.memory.page': less('· Chromium, all its processes', 'MB'),

  'tokens.tool': less('prompt of the skill-follower: growth a further tool, 10 → 50 tools', 'tokens', 36),

  'speed.share': more('generation, of a bare evaluation loop’s speed', '%', 95),
  'speed.engine': more('· through the engine', 'tokens/s'),
  'speed.bare': more('· in a bare loop', 'tokens/s'),

  'turns.reused': more('prompt tokens reused in a warm turn', '%', 85),
  'turns.reused.file': more('· second question of kind `file`', '%'),
  'turns.reused.note': more('· second question of kind `note`', '%'),
  'turns.reused.memory': more('· second question of kind `memory`', '%'),
  'turns.reused.event': more('· second question of kind `event`', '%'),
  'turns.reused.planner': more('· in sessions of the planner', '%'),
  'turns.reused.l2': more('· in sessions of the skill-follower', '%'),
  'turns.reused.l3': more('· in sessions of tool-agents', '%'),
  'turns.reused.answer': more('· in sessions that read a passage', '%'),
  'turns.evaluated': less('tokens evaluated a warm turn', 'tokens'),
  'turns.outside': less('time outside the engine, of a turn', '%', 2),
  'turns.seconds': less('seconds a turn', 's'),
  'turns.first': less('seconds of the first question of a fresh profile', 's'),
} as const satisfies Record<string, FigureSpec>

export type FigureId = keyof typeof figureSpecs

/** @param id of a figure that may be none */
export const isFigureId = (id: string): id is FigureId => Object.hasOwn(figureSpecs, id)

export const specOf = (id: FigureId): FigureSpec => figureSpecs[id]

export const isOnModel = (id: FigureId): boolean => onModel.some((start) => id.startsWith(start))

export interface Figure {
  readonly id: FigureId
  /** In the figure's unit; not a number when it could not be taken. */
  readonly value: number
}

/** One that could not be taken meets nothing. */
export function isMet({ id, value }: Figure): boolean {
  const { aim, better } = specOf(id)
  if (aim === null) return true
  return better === 'less' ? value <= aim : value >= aim
}

/** `at most 50 ms`; empty without one. */
export function aimText({ aim, better, unit }: FigureSpec): string {
  return aim === null ? '' : `${better === 'less' ? 'at most' : 'at least'} ${aim} ${unit}`
}

/** Null is what could not be taken, as JSON has it. */
export function valueText(value: number | null, unit: Unit): string {
  if (value === null || Number.isNaN(value)) return '–'
  return `${value.toFixed(Math.abs(value) < 100 ? 1 : 0)} ${unit}`
}
