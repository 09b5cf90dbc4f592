import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CallName, calls } from '../../shared/contract/index.ts'
import { PixieError } from '../../shared/errors.ts'
import { type AllHandlers, type AnyHandler, callCharacters, createGate } from './gate.ts'
import { fitting } from './testing/arbitrary.ts'

const names = Object.keys(calls) as CallName[] // the contract is a closed literal

/** A gate whose one handler keeps what it was given. */
function gateFor(name: CallName, answer: AnyHandler = () => ({}), checkResults = false) {
  const heard: unknown[] = []
  const bugs: unknown[] = []
  const none: Partial<AllHandlers> = {
    [name]: (params: never) => {
      heard.push(params)
      return answer(params)
    },
  }
  const gate = createGate(none as AllHandlers, {
    checkResults,
    explain: (error) => error,
    onBug: (error) => void bugs.push(error),
    ownFolders: ['/home/mara/.local/share/pixie/profile'],
  })
  return { gate, heard, bugs }
}

const crossed = (value: unknown): unknown => structuredClone(value)
/** Fits no schema of the contract, in no place. */
const wrongValue = { 'no such key': [[{}]] }
const keysOf = (params: unknown) => Object.keys(params as object)
const runs = { numRuns: 20 }

describe.each(names)('%s', (name) => {
  const { params: paramsShape, result: resultShape } = calls[name]
  const params = fitting(paramsShape)

  it('takes what fits its shape, as it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(params, async (sent) => {
        const { gate, heard } = gateFor(name)
        expect(await gate.call(name, crossed(sent))).toEqual({ ok: true, value: {} })
        expect(heard).toEqual([sent])
      }),
      runs,
    )
  })

  it('refuses a key more, a key less, a value of another kind, and what is no object', async () => {
    const required = Object.entries(paramsShape.shape).filter(
      ([, schema]) => schema._zod.optin !== 'optional',
    )
    await fc.assert(
      fc.asyncProperty(params, fc.string(), async (sent, word) => {
        const { gate, heard } = gateFor(name)
        const own = keysOf(sent)
        const wrong = [
          ...[word, '__proto__', 'constructor', 'prototype', 'toString', 'isAdmin']
            .filter((key) => !Object.hasOwn(paramsShape.shape, key))
            .map((key) => Object.defineProperty({ ...Object(sent) }, key, { value: {}, enumerable: true })),
          ...required.map(([key]) =>
            Object.fromEntries(Object.entries(Object(sent)).filter(([k]) => k !== key)),
          ),
          ...own.map((key) => ({ ...Object(sent), [key]: wrongValue })),
          null,
          undefined,
          word,
          1,
          true,
          [sent],
          new Map(Object.entries(Object(sent))),
        ]
        for (const given of wrong)
          expect(await gate.call(name, given)).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
        expect(heard).toEqual([])
      }),
      runs,
    )
  })

  it('answers with its result, and with nothing that breaks its shape', async () => {
    await fc.assert(
      fc.asyncProperty(params, fitting(resultShape), async (sent, result) => {
        const { gate } = gateFor(name, () => result, true)
        const outcome = await gate.call(name, sent)
        expect(outcome).toEqual({ ok: true, value: resultShape.parse(result) })
        const broken = gateFor(name, () => Symbol('no result'), true)
        expect(await broken.gate.call(name, sent)).toMatchObject({ ok: false, error: { code: 'internal' } })
        expect(broken.bugs).toHaveLength(1)
      }),
      runs,
    )
  })
})

describe('the gate', () => {
  it('knows no other name, not those that every object has either', async () => {
    const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '']
    const others = [null, undefined, 1, {}, [], ['app.info'], { toString: () => 'app.info' }]
    const { gate, heard } = gateFor('app.info')
    for (const name of [...inherited, ...others, 'app.info ', 'App.info', 'app'])
      expect(await gate.call(name, {})).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
    await fc.assert(
      fc.asyncProperty(fc.string(), async (name) => {
        fc.pre(!Object.hasOwn(calls, name))
        expect((await gate.call(name, {})).ok).toBe(false)
      }),
    )
    expect(heard).toEqual([])
  })

  it('takes the longest text of the owner’s and nothing that is larger than a call may be', async () => {
    const { gate, heard } = gateFor('app.copy')
    expect(await gate.call('app.copy', { text: 'x'.repeat(400_000) })).toMatchObject({ ok: true })
    for (const text of ['x'.repeat(400_001), 'x'.repeat(callCharacters)])
      expect((await gate.call('app.copy', { text })).ok).toBe(false)
    expect(await gate.call('app.copy', { text: 'a', more: 'x'.repeat(callCharacters) })).toMatchObject({
      error: { message: expect.stringContaining('too large') },
    })
    expect(heard).toHaveLength(1)
  })

  it('refuses what JSON cannot carry, however it is made', async () => {
    const circle: Record<string, unknown> = { text: 'a' }
    circle.self = circle
    let deep: unknown = 'a'
    for (let i = 0; i < 50_000; i += 1) deep = [deep]
    const { gate, heard } = gateFor('app.copy')
    for (const params of [circle, { text: 1n }, { text: deep }])
      expect((await gate.call('app.copy', params)).ok).toBe(false)
    expect(heard).toEqual([])
  })

  it('changes no object’s prototype', async () => {
    const { gate } = gateFor('app.copy')
    await gate.call('app.copy', JSON.parse('{"text":"a","__proto__":{"polluted":true}}'))
    await gate.call('app.copy', JSON.parse('{"text":"a","constructor":{"prototype":{"polluted":true}}}'))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as { polluted?: unknown }).polluted).toBe(undefined)
  })

  it('lets a refusal through as code, message and hint', async () => {
    const { gate, bugs } = gateFor('app.info', () => {
      throw new PixieError('not-found', { what: 'There is no such note', value: 'n1', hint: 'Look again.' })
    })
    expect(await gate.call('app.info', {})).toEqual({
      ok: false,
      error: { code: 'not-found', message: 'There is no such note (n1)', hint: 'Look again.' },
    })
    expect(bugs).toEqual([])
  })

  it('tells the window nothing of a mistake of Pixie’s own, and main all', async () => {
    const bug = new Error('cannot read /home/mara/.local/share/pixie/profile/pixie.db at line 4')
    const { gate, bugs } = gateFor('app.info', () => {
      throw bug
    })
    const outcome = await gate.call('app.info', {})
    expect(outcome).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify(outcome)).not.toMatch(/mara|line 4|at /)
    expect(bugs).toEqual([bug])
  })

  it('names no folder of Pixie’s own in a refusal', async () => {
    const { gate } = gateFor('app.info', () => {
      const file = '/home/mara/.local/share/pixie/profile/pixie.db'
      throw new PixieError('damaged-database', { what: 'Damaged', value: file, hint: `Look at ${file}.` })
    })
    expect(await gate.call('app.info', {})).toMatchObject({
      error: { message: 'Damaged (Pixie’s folder/pixie.db)', hint: 'Look at Pixie’s folder/pixie.db.' },
    })
  })

  it.each([['text'], [undefined], [null], [Symbol('x')]])(
    'survives a handler that throws %s',
    async (thrown) => {
      const { gate } = gateFor('app.info', () => Promise.reject(thrown))
      expect(await gate.call('app.info', {})).toMatchObject({ ok: false, error: { code: 'internal' } })
    },
  )

  it('has every name once, and each takes an object that allows nothing more', () => {
    for (const name of names) {
      expect(name).toMatch(/^[a-z]+\.[a-z-]+$/)
      expect(calls[name].params).toBeInstanceOf(z.ZodObject)
      expect(calls[name].params._zod.def.catchall?._zod.def.type).toBe('never')
    }
  })
})
