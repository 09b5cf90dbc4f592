/** What skills cost without a model: a rename through a thousand of them, a key in a long text, the price of a document. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EditorState } from '@codemirror/state'
import { createAlignment } from '../src/main/alignment/alignment.ts'
import { createSettings } from '../src/main/settings/settings.ts'
import { openSkills, type Skills } from '../src/main/skills/store.ts'
import { sixTools } from '../src/main/skills/testing/set-up.ts'
import type { Store } from '../src/main/store/database.ts'
import { openStore } from '../src/main/store/open.ts'
import { handlesField, handlesOf, setHandles } from '../src/renderer/editor/handles.ts'
import { mentionField, mentionsOf } from '../src/renderer/editor/mention-field.ts'
import type { HandleName } from '../src/shared/contract/skills.ts'
import type { Figure } from './figures.ts'
import type { PartFigures } from './part.ts'
import { median, within } from './times.ts'

const skillCount = 1_000
const mentionsEach = 20
const renames = 9
const keys = 200
const textCharacters = 64 * 1024
const textMentions = 500

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

export async function measureSkills(): Promise<PartFigures> {
  const root = mkdtempSync(join(tmpdir(), 'pixie-bench-skills-'))
  const store = openStore({ dataDir: join(root, 'profile'), command: 'pixie bench', onNotice: () => {} })
  try {
    const skills = openSkills({
      db: store.pixie,
      clock: { now: Date.now, zone: 'UTC' },
      tools: sixTools,
      hooks: { renamed() {}, rewriteDrafts() {}, deleted() {}, saved: () => '', putBack() {} },
    })
    return { model: null, figures: [renaming(skills), key(), await pricing(store, skills)] }
  } finally {
    store.close()
    rmSync(root, { recursive: true })
  }
}

/** Durable, every mention followed, and what it takes to undo it kept. */
function renaming(skills: Skills): Figure {
  const body = (n: number) =>
    Array.from({ length: mentionsEach }, (_, k) => `${k}. Use @s${(n + k * 37) % skillCount}.`).join('\n')
  const entries = Array.from({ length: skillCount }, (_, n) => ({
    draft: { handle: `s${n}`, detailedBody: body(n) },
    origin: 'own',
  }))
  skills.saveAll(entries)
  const times = Array.from({ length: renames }, (_, n) =>
    timed(() => skills.save({ handle: n % 2 === 0 ? 'renamed' : 's0' }, n % 2 === 0 ? 's0' : 'renamed')),
  )
  return { id: 'skills.rename', value: median(times) }
}

/** What the editor does with a key besides drawing: the text, and every mention in it. */
function key(): Figure {
  const line = 'Then look at @step-1 and write down what it says about the matter at hand.'
  const words = line.padEnd(Math.floor(textCharacters / textMentions) - 1, ' and so on')
  const name: HandleName = {
    slug: 'step-1',
    title: 'Step',
    kind: 'skill',
    label: 'skill',
    summary: '',
    enabled: true,
  }
  let state = EditorState.create({
    doc: Array.from({ length: textMentions }, () => words).join('\n'),
    extensions: [handlesField, mentionField],
  }).update({ effects: setHandles.of(handlesOf([name], [])) }).state
  const times = Array.from({ length: keys }, (_, n) =>
    timed(() => {
      const at = Math.floor((state.doc.length * n) / keys)
      state = state.update({ changes: { from: at, insert: 'x' } }).state
      return mentionsOf(state).length
    }),
  )
  return { id: 'skills.key', value: within(0.95, times) }
}

/** The whole and each part of it, as asked after each key on Alignment. */
async function pricing(store: Store, skills: Skills): Promise<Figure> {
  const alignment = createAlignment({
    db: store.pixie,
    settings: createSettings(store.pixie),
    skills,
    isGranted: () => true,
    tokenizer: async () => null,
  })
  const times: number[] = []
  for (let n = 0; n < renames; n += 1) {
    const start = performance.now()
    await alignment.price({ base: 'Be kind. '.repeat(800 + n) })
    times.push(performance.now() - start)
  }
  return { id: 'skills.price', value: median(times) }
}
