import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Engine, SessionRole } from './engine.ts'
import { scriptedAccess } from './scripted-access.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pixie-script-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const never = new AbortController().signal

function access(script: unknown) {
  const file = join(folder, 'script.json')
  writeFileSync(file, typeof script === 'string' ? script : JSON.stringify(script))
  return scriptedAccess(file)
}

const load = (steps: readonly unknown[]) =>
  access({ steps }).engine(null, { warmFolder: null, signal: never })

async function say(engine: Engine, input: string, role: SessionRole = 'direct', signal = never) {
  const pieces: string[] = []
  const session = await engine.createSession({ role, tag: role, instructions: 'Say.' })
  const onText = (text: string) => pieces.push(text)
  const outcome = await session.respond(input, { signal, maxTokens: 100, timeLimitMs: 1000, onText }).then(
    ({ text }) => text,
    (error: unknown) => error,
  )
  return { outcome, pieces }
}

describe('models from a script', () => {
  it('answers by what is asked, in any order and again', async () => {
    const engine = await load([
      { role: 'direct', expectInput: 'router', text: 'Blue.' },
      { role: 'direct', expectInput: 'passport', text: 'Red.' },
    ])
    const asked = ['My PASSPORT?', 'the router', 'the router', 'passport']
    const said = []
    for (const question of asked) said.push((await say(engine, question)).outcome)
    expect(said).toEqual(['Red.', 'Blue.', 'Blue.', 'Red.'])
  })

  it('takes turns between steps of one pattern, the first pattern first, and tells scores from replies', async () => {
    const engine = await load([
      { role: 'answer', score: { yes: 1 } },
      { role: 'answer', expectInput: 'weather', text: 'Rain.' },
      { role: 'answer', text: 'One.' },
      { role: 'answer', text: 'Two.' },
    ])
    const said = []
    for (const input of ['q', 'q', 'q', 'weather', 'weather'])
      said.push((await say(engine, input, 'answer')).outcome)
    expect(said).toEqual(['One.', 'Two.', 'One.', 'Rain.', 'Rain.'])
  })

  it('can be stopped in the middle of an answer, in a hang and while it loads', async () => {
    const engine = await load([
      { role: 'direct', text: 'one two three four', wordMs: 10_000 },
      { role: 'l2', hang: true },
    ])
    const stop = new AbortController()
    const said = say(engine, 'q', 'direct', stop.signal)
    const hung = say(engine, 'q', 'l2', stop.signal)
    setTimeout(() => stop.abort(), 20)
    expect(await said).toMatchObject({ outcome: { code: 'stopped' }, pieces: ['one '] })
    expect(await hung).toMatchObject({ outcome: { code: 'stopped' } })
    const loading = access({ steps: [], loadMs: 10_000 })
    await expect(
      loading.engine(null, { warmFolder: null, signal: AbortSignal.timeout(10) }),
    ).rejects.toMatchObject({ code: 'stopped' })
  })

  it('fails with the words of the script, and names a call that fits nothing', async () => {
    const engine = await load([{ role: 'direct', expectInput: '^boom$', fail: 'The model broke' }])
    expect((await say(engine, 'boom')).outcome).toMatchObject({
      code: 'engine-failed',
      message: 'The model broke',
    })
    expect(String((await say(engine, 'other')).outcome)).toContain(
      'nobody scripted a call with the input "other"',
    )
  })

  it('needs no model on this machine', async () => {
    const { library, tokenizer } = access({ steps: [] })
    expect(await library.find(null, never)).toEqual({ name: 'Scripted', state: 'ready' })
    expect(await tokenizer(null)).toBeNull()
  })

  it.each([
    '',
    '[]',
    '{"steps":[{"role":"nobody","text":"x"}]}',
    '{"steps":[],"profile":{"plannerExamples":-1}}',
  ])('refuses %s and names the file', (text) => {
    expect(() => access(text)).toThrow(/script cannot be read.*/)
  })
})
