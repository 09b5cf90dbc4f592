import { describe, expect, it } from 'vitest'
import { setUp as setUpHarness } from '../harness/testing/fixtures.ts'
import type { ScriptedStep } from '../model/scripted-engine.ts'
import type { KeptDraft } from './drafts.ts'
import { createRouting, type PlannerNamespace } from './routing.ts'
import { setUp } from './testing/set-up.ts'

const draftOf = (more: Partial<KeptDraft> = {}): KeptDraft => ({
  handle: 'plan',
  shortDescription: 'Plans.',
  detailedBody: '@calendar',
  enabled: true,
  advertised: true,
  examples: [],
  ...more,
})

/** Routing over the real skills, a planner that says what the script says, and the prompts it was given. */
function routingWith(script: readonly ScriptedStep[], selected: readonly string[] | null = null) {
  const { skills } = setUp()
  for (const { slug } of skills.registry().skills) skills.save({ examples: [`use ${slug}`] }, slug)
  const { ports, engine } = setUpHarness({ tools: [], script })
  const menu = ({ registry, selected: chosen }: PlannerNamespace) => registry.menu(chosen)
  const routing = createRouting({
    registry: () => skills.registry(),
    selected: () => selected,
    menu,
    withPorts: (_, work) =>
      work((namespace) => ({
        ...ports,
        namespace: { ...ports.namespace, menu: () => menu(namespace) },
        document: () =>
          menu(namespace).map(({ slug, text }, index) => ({
            part: 'menu' as const,
            text: `${index === 0 ? '' : '\n'}${slug}: ${text}`,
          })),
      })),
  })
  return { routing, engine, skills }
}

const signal = new AbortController().signal
const scored = (handle: string): ScriptedStep => ({ role: 'planner', score: { [handle]: 0.8 } })

describe('the preview', () => {
  it('puts the draft on the menu as it stands and gives every handle its probability', async () => {
    const { routing, engine } = routingWith([scored('@plan')])
    const preview = await routing.preview({ original: null, draft: draftOf() }, 'plan my day', signal)
    expect(preview.candidates[0]).toEqual({ slug: 'plan', probability: expect.closeTo(0.8) })
    expect(new Set(preview.candidates.map(({ slug }) => slug))).toEqual(
      new Set(['check-schedule', 'current-date', 'plan', 'search-info', null]),
    )
    expect(preview).toMatchObject({ isOnMenu: true, isExample: false })
    expect(engine.specs[0]?.instructions).toContain('plan: Plans.')
  })

  it('shows a skill that Alignment does not select at the end, and one that cannot be picked not at all', async () => {
    const { routing, engine } = routingWith([scored('@plan'), scored('@search-info')], ['search-info'])
    await routing.preview({ original: null, draft: draftOf() }, 'x', signal)
    expect(engine.specs[0]?.instructions.split('\n').map((line) => line.split(':')[0])).toEqual([
      'search-info',
      'plan',
      'current-date',
    ])
    const off = { original: null, draft: draftOf({ advertised: false }) }
    expect((await routing.preview(off, 'x', signal)).isOnMenu).toBe(false)
  })

  it('leaves an example that is the request out of the prompt', async () => {
    const { routing, engine } = routingWith([scored('@plan')])
    const draft = draftOf({ examples: ['Plan my  day', 'other'] })
    const preview = await routing.preview({ original: null, draft }, 'plan MY day', signal)
    expect(preview.isExample).toBe(true)
    expect(engine.specs[0]?.earlier?.map(({ user }) => user)).toEqual(
      expect.arrayContaining(['other', 'use search-info']),
    )
    expect(engine.specs[0]?.earlier?.map(({ user }) => user)).not.toContain('Plan my  day')
  })
})

describe('the examples', () => {
  it('are each tested against a prompt without them, with those that go elsewhere told', async () => {
    const steps = ['@search-info', '@plan', '@plan'].map(scored)
    const { routing, engine } = routingWith(steps)
    const seen: string[] = []
    const results = await routing.examples(
      { original: null, draft: draftOf({ examples: ['plan my day'] }) },
      signal,
      (result, done, of) => void seen.push(`${done}/${of} ${result.example}`),
    )
    expect(seen).toEqual(['1/3 use search-info', '2/3 use check-schedule', '3/3 plan my day'])
    expect(results.map(({ slug, goesTo, isRight }) => [slug, goesTo, isRight])).toEqual([
      ['search-info', 'search-info', true],
      ['check-schedule', 'plan', false],
      ['plan', 'plan', true],
    ])
    for (const [index, { example }] of results.entries()) {
      const shown = engine.specs[index]?.earlier?.map(({ user }) => user) ?? []
      expect(shown).not.toContain(example)
      expect(shown.length).toBeGreaterThan(1)
    }
  })

  it('know whether one went right before, and ask nothing twice', async () => {
    const { routing, engine } = routingWith(
      ['@search-info', '@check-schedule', '@plan', '@check-schedule', '@plan'].map(scored),
    )
    await routing.examples(null, signal, () => {})
    expect(engine.calls).toHaveLength(2)
    await routing.examples(null, signal, () => {})
    expect(engine.calls).toHaveLength(2)
    const results = await routing.examples(
      { original: null, draft: draftOf({ examples: ['plan my day'] }) },
      signal,
      () => {},
    )
    expect(results.map(({ slug, isRight, wasRight }) => [slug, isRight, wasRight])).toEqual([
      ['search-info', false, true],
      ['check-schedule', true, true],
      ['plan', true, null],
    ])
  })
})
