import { describe, expect, it } from 'vitest'
import type { Dispatch } from '../../shared/turn.ts'
import type { PromptProfile } from '../model/profile.ts'
import { createScriptedEngine, type ScriptedStep } from '../model/scripted-engine.ts'
import { looksLikeCall, withoutCalls } from './call-text.ts'
import { createDispatcher, repeatNudge, resolveTool } from './dispatch.ts'
import { createGenerationLock } from './generation-lock.ts'
import { createTurnGuards } from './guards.ts'
import { createSideChannel } from './side-channel.ts'
import { ToolLoopHalt } from './signals.ts'
import { allSwitchesOn, type Switches } from './switches.ts'
import { agent, fakeTool, note } from './testing/fixtures.ts'

function dispatcherWith(
  script: readonly ScriptedStep[],
  question = 'What do I know about the resume?',
  profile: Partial<PromptProfile> = {},
  switches: Partial<Switches> = {},
) {
  const engine = createScriptedEngine({ script, profile })
  const tools = [fakeTool('check_notebook', [note('x')]), fakeTool('find_file'), fakeTool('queryCalendar')]
  const dispatches: Dispatch[] = []
  const guards = createTurnGuards()
  const dispatcher = createDispatcher({
    engine,
    switches: { ...allSwitchesOn, ...switches },
    question,
    promptText: "e.g. the user's resume, to read their email address; last-resort search of everything",
    tools,
    skillTools: new Map(),
    guards,
    lock: createGenerationLock(),
    sideChannel: createSideChannel(),
    dispatches,
    signal: new AbortController().signal,
    nowMs: () => 0,
    emit: () => {},
    onHaul: async () => {},
  })
  return { dispatcher, dispatches, engine, tools, guards }
}

describe('"Resolve the name"', () => {
  const tools = [fakeTool('find_file'), fakeTool('queryCalendar')]

  it.each([
    ['find_file', 'find_file'],
    [' @find_file ', 'find_file'],
    ['FIND_FILE', 'find_file'],
    ['find-file', 'find_file'],
    ['@Find-File', 'find_file'],
    ['find _file', 'find_file'],
    ['calendar', 'queryCalendar'],
    ['querycalendar', 'queryCalendar'],
  ])('takes %j for %s', (word, name) => expect(resolveTool(word, tools, new Map())?.name).toBe(name))

  it.each(['', '@', 'files', 'find_file2'])('does not know %j', (word) =>
    expect(resolveTool(word, tools, new Map())).toBeNull(),
  )

  it('takes a skill of the plan that wraps one tool for that tool', () => {
    const wrapped = new Map([['fetch-file', fakeTool('find_file')]])
    expect(resolveTool('@fetch-file', tools, wrapped)?.name).toBe('find_file')
    expect(resolveTool('fetch_file', tools, wrapped)?.name).toBe('find_file')
  })

  it('"A miss does not throw — it returns a corrective message"', async () => {
    const { dispatcher, dispatches } = dispatcherWith([])
    expect(await dispatcher.dispatch('web_search', 'the resume')).toBe(
      "There is no tool 'web_search'. Available: check_notebook, find_file, queryCalendar. Choose one, or reply with your answer.",
    )
    expect(dispatches).toMatchObject([
      { step: 1, tool: 'web_search', outcome: 'unknown-tool', arguments: null },
    ])
  })
})

describe('"Deduplicate"', () => {
  it('holds calls of bound tools to the same repeats and budget', async () => {
    const { dispatcher, dispatches, tools } = dispatcherWith([], undefined, {}, { toolAgents: false })
    const [notebook] = tools
    if (notebook === undefined) throw new Error('no tool')
    const call = (query: string) => dispatcher.call(notebook, { query })
    expect(await call('resume')).toBe('1 found')
    expect(await call('resume')).toBe(repeatNudge)
    await call('curriculum')
    await call('cv')
    await expect(call('papers')).rejects.toThrow(ToolLoopHalt)
    expect(dispatches.map(({ outcome }) => outcome)).toEqual(['ran', 'repeat', 'ran', 'ran', 'halt'])
    expect(dispatches[0]).toMatchObject({ tool: 'check_notebook', arguments: { query: 'resume' } })
  })

  it('"An exact repeat gets back" the nudge, letter case aside, and costs no call', async () => {
    const { dispatcher, guards, engine } = dispatcherWith([agent('find_file')])
    await dispatcher.dispatch('find_file', 'My Resume')
    expect(await dispatcher.dispatch('@find-file', 'my resume')).toBe(repeatNudge)
    expect(repeatNudge).toBe(
      'You already made that exact call. Use what you have, or do something different.',
    )
    expect(guards.calls('find_file')).toBe(1)
    engine.assertDone()
  })

  it('takes an instruction copied from the prompt for a repeat, but not one with the words of the person', async () => {
    const { dispatcher } = dispatcherWith([agent('find_file')], 'Where is my passport?')
    expect(await dispatcher.dispatch('find_file', "the user's resume, to read their email address")).toBe(
      repeatNudge,
    )
    expect(await dispatcher.dispatch('find_file', 'the passport, to read its number')).toBe('nothing found')
  })

  it("asks with the person's own words instead of a copy where the profile says so", async () => {
    const question = 'Where is my passport?'
    const { dispatcher, tools } = dispatcherWith([agent('find_file')], question, {
      copiedInstruction: 'replace',
    })
    await dispatcher.dispatch('find_file', "the user's resume, to read their email address")
    expect(tools[1]?.runs[0]?.context.instruction).toBe(question)
  })

  it('lets a copy pass when that is switched off', async () => {
    const { dispatcher } = dispatcherWith(
      [agent('find_file')],
      'Where is it?',
      {},
      { copiedInstructions: false },
    )
    expect(await dispatcher.dispatch('find_file', "the user's resume, to read their email address")).toBe(
      'nothing found',
    )
  })

  it("hands the person's own words to L3, unless that is switched off", async () => {
    const question = 'Where is my passport?'
    const on = dispatcherWith([agent('find_file')], question)
    await on.dispatcher.dispatch('find_file', 'the passport')
    expect(on.engine.calls[0]?.input).toContain(`The user's own words: ${question}`)
    const off = dispatcherWith([agent('find_file')], question, {}, { personWords: false })
    await off.dispatcher.dispatch('find_file', 'the passport')
    expect(off.engine.calls[0]?.input).not.toContain(question)
  })

  it('ends a loop that only spins on nudges', async () => {
    const { dispatcher } = dispatcherWith([])
    for (let i = 0; i < 2; i++) await dispatcher.dispatch('nope', `again ${i}`)
    await expect(dispatcher.dispatch('nope', 'again')).rejects.toBeInstanceOf(ToolLoopHalt)
  })
})

describe('"Check the budget"', () => {
  it('"each tool name gets at most 3 real calls per turn"; the fourth throws, other tools still run', async () => {
    const calls = [agent('find_file'), agent('find_file'), agent('find_file'), agent('check_notebook')]
    const { dispatcher, engine, dispatches } = dispatcherWith(calls)
    for (const n of [1, 2, 3]) await dispatcher.dispatch('find_file', `resume ${n}`)
    await expect(dispatcher.dispatch('find_file', 'resume 4')).rejects.toBeInstanceOf(ToolLoopHalt)
    expect(await dispatcher.dispatch('check_notebook', 'resume')).toBe('1 found')
    engine.assertDone()
    expect(dispatches.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      '1 ran',
      '2 ran',
      '3 ran',
      '4 halt',
      '5 ran',
    ])
  })
})

describe('withoutCalls', () => {
  it.each([
    [
      'Code 9931. <tool_call>{"name":"call_tool","arguments":{"tool":"grep_memory"}}</tool_call> <|im_end|>',
      '9931',
    ],
    ['{"name": "grep_memory", "arguments": {"query": "x"}} and 12', '12'],
  ])('keeps the words and leaves out what looks like a call: %s', (text, kept) => {
    const plain = withoutCalls(text)
    expect(plain).toContain(kept)
    expect(looksLikeCall(plain)).toBe(false)
    expect(plain).not.toContain('<|')
  })
  it('leaves other text alone', () => {
    const text = 'a {"json": 1} and <b>'
    expect(withoutCalls(text)).toBe(text)
  })
})

describe('"Run L3"', () => {
  it('"the counter is shared across tools, so step numbers also record the order of dispatches"', async () => {
    const { dispatcher, engine } = dispatcherWith([
      agent('find_file'),
      agent('check_notebook'),
      agent('find_file'),
    ])
    await dispatcher.dispatch('find_file', 'resume a')
    await dispatcher.dispatch('check_notebook', 'resume b')
    await dispatcher.dispatch('find_file', 'resume c')
    expect(engine.specs.map(({ tag }) => tag)).toEqual([
      'l3.find_file.1',
      'l3.check_notebook.2',
      'l3.find_file.3',
    ])
  })

  it('"serializes L3 dispatches one at a time" when two overlap', async () => {
    const { dispatcher, tools } = dispatcherWith([agent('find_file'), agent('check_notebook')])
    let running = 0
    let most = 0
    for (const tool of tools) {
      const run = tool.run
      tool.run = async (args, context) => {
        running++
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running--
        return run(args, context)
      }
    }
    await Promise.all([
      dispatcher.dispatch('find_file', 'resume'),
      dispatcher.dispatch('check_notebook', 'resume'),
    ])
    expect(most).toBe(1)
  })
})
