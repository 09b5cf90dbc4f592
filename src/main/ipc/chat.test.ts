import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createScriptedEngine, type ScriptedStep } from '../model/scripted-engine.ts'
import { chatHandlers } from './chat.ts'
import { conversationsHandlers } from './conversations.ts'
import { checked, type TestServices, testServices } from './testing/test-services.ts'

let profile: TestServices | null = null
afterEach(async () => {
  await profile?.[Symbol.asyncDispose]()
  profile = null
})

function open(script: readonly ScriptedStep[] | null, tokenizer?: (text: string) => number) {
  const made = testServices({
    ...(script === null ? {} : { engine: async () => createScriptedEngine({ script }) }),
    ...(tokenizer === undefined
      ? {}
      : { tokenizer: async () => ({ countTokens: tokenizer, dispose: async () => undefined }) }),
  })
  profile = made
  const chat = chatHandlers(made.services)
  const over = async (run: string) => {
    await expect
      .poll(async () => (await chat['chat.snapshot']({ run }))?.isOver, { timeout: 10_000, interval: 10 })
      .toBe(true)
    return checked('chat.snapshot', await chat['chat.snapshot']({ run }))
  }
  return { ...made, chat, conversations: made.pixie.conversations, over }
}

const lease = 'LEASE\nTenant: Mara Voss\nThe rent is 850 euros a month.'
const rent: ScriptedStep[] = [
  { role: 'answer', score: { 'Yes:': 0.9 } },
  { role: 'answer', text: 'The rent is 850 euros a month.' },
]

describe('asking', () => {
  it('is durable at once, takes the draft away, and says why it cannot be answered', async () => {
    const { chat, conversations, over, published } = open(null)
    conversations.saveDraft(null, 'Where is my passport?')
    const started = checked(
      'chat.send',
      await chat['chat.send']({ conversation: null, question: ' Where is my passport? ', attachment: null }),
    )
    expect(conversations.message(started.question)?.text).toBe('Where is my passport?')
    expect(conversations.draft(null)).toBe('')
    expect(checked('chat.running', await chat['chat.running']({})).map(({ run }) => run)).toEqual([
      started.run,
    ])
    expect(await over(started.run)).toMatchObject({ error: { code: 'internal' } })
    expect(published.map(({ name }) => name)).toContain('chat.run-failed')
    expect(conversations.message(started.answer)).toMatchObject({ end: 'error' })
    expect(await chat['chat.running']({})).toEqual([])
    expect(await chat['chat.snapshot']({ run: 'none' })).toBeNull()
  })

  it('refuses what is no question and writes nothing', () => {
    const { chat, conversations } = open(null)
    const ask = (question: string, conversation: string | null = null, attachment: string | null = null) =>
      chat['chat.send']({ conversation, question, attachment })
    expect(() => ask('  \n ')).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(() => ask('x'.repeat(4001))).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(() => ask('x', 'none')).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => ask('x', null, 'none')).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => chat['chat.again']({ answer: 'none' })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
    expect(() => chat['chat.edit']({ question: 'none', text: 'x' })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
    expect(conversations.list()).toEqual([])
  })

  it('ends when its conversation is deleted, and when the profile is closed', async () => {
    const { chat, services, conversations, over, pixie } = open([
      { role: 'planner', hang: true },
      { role: 'planner', hang: true },
    ])
    const send = async () =>
      chat['chat.send']({ conversation: null, question: 'Where is it?', attachment: null })
    const first = await send()
    await sleep(50)
    await conversationsHandlers(services)['conversations.delete']({ conversation: first.conversation })
    expect((await over(first.run))?.events.at(-1)).toMatchObject({
      type: 'run-end',
      turn: { end: 'stopped' },
    })
    const second = await send()
    await sleep(50)
    const started = performance.now()
    const row = () => conversations.message(second.answer)
    pixie.onClose(async () => expect(row()).toMatchObject({ end: 'stopped' }))
    await pixie.close()
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

describe('a file beside a question', () => {
  function withFile(script: readonly ScriptedStep[] | null = rent) {
    const stage = open(script)
    const file = path.join(stage.root, 'lease.txt')
    writeFileSync(file, lease)
    return { ...stage, file }
  }

  it('is read for that question alone: neither granted nor indexed', async () => {
    const { chat, conversations, over, pixie, file } = withFile([...rent, ...rent])
    const attached = checked('chat.attach', await chat['chat.attach']({ path: file }))
    expect(attached).toMatchObject({ name: 'lease.txt', sizeBytes: lease.length })
    const ask = { conversation: null, question: 'How much is the rent?', attachment: attached.id }
    const started = await chat['chat.send'](ask)
    await over(started.run)
    expect(conversations.message(started.question)?.attachment).toEqual({ name: 'lease.txt', path: file })
    expect(conversations.message(started.answer)).toMatchObject({
      text: 'The rent is 850 euros a month.',
      end: 'answered',
      sources: [{ kind: 'file', title: 'lease.txt', path: file, quote: lease, location: 'line 1' }],
      pills: [{ label: 'Files', state: 'done', detail: 'lease.txt' }],
    })
    expect(pixie.files.folders()).toEqual([])
    expect(pixie.store.index.prepare('SELECT count(*) FROM files').pluck().get()).toBe(0)
    expect(() => chat['chat.send'](ask)).toThrow(expect.objectContaining({ code: 'not-found' }))
    const again = await chat['chat.again']({ answer: started.answer })
    await over(again.run)
    expect(conversations.message(again.answer)?.text).toBe('The rent is 850 euros a month.')
  })

  it('that is gone by then is said, and the question stays', async () => {
    const { chat, conversations, over, file } = withFile()
    const { id } = await chat['chat.attach']({ path: file })
    rmSync(file)
    const question = 'How much is the rent?'
    const started = await chat['chat.send']({ conversation: null, question, attachment: id })
    await over(started.run)
    expect(conversations.message(started.answer)).toMatchObject({
      end: 'error',
      error: { code: 'not-found', message: expect.stringContaining('lease.txt') },
    })
    expect(conversations.message(started.question)?.text).toBe(question)
  })

  it('without text is answered honestly', async () => {
    const { chat, conversations, over, root } = withFile()
    const file = path.join(root, 'scan.pdf')
    writeFileSync(file, '%PDF-1.4 damaged')
    const { id } = await chat['chat.attach']({ path: file })
    const started = await chat['chat.send']({
      conversation: null,
      question: 'What does it say?',
      attachment: id,
    })
    await over(started.run)
    expect(conversations.message(started.answer)).toMatchObject({ end: 'not-found' })
    expect(conversations.message(started.answer)?.text).toMatch(/^I could not take any text out of scan\.pdf/)
  })

  it('is refused when it cannot be read, with what can be', () => {
    const { chat, root, file } = withFile()
    const attach = (name: string) => () => chat['chat.attach']({ path: path.join(root, name) })
    mkdirSync(path.join(root, 'folder'))
    writeFileSync(path.join(root, 'photo.jpg'), 'x')
    writeFileSync(path.join(root, 'large.txt'), 'x')
    truncateSync(path.join(root, 'large.txt'), 60 * 1024 * 1024)
    symlinkSync('/dev/zero', path.join(root, 'device.txt'))
    expect(attach('none.txt')).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(attach('folder')).toThrow(expect.objectContaining({ code: 'invalid-input', value: 'folder' }))
    expect(attach('photo.jpg')).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(attach('large.txt')).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(attach('device.txt')).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(() => chat['chat.attach']({ path: path.basename(file) })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
  })

  it('comes from the dialog, and can be dropped', async () => {
    const { chat, chosen, file } = withFile()
    expect(await chat['chat.attach-from-dialog']({})).toBeNull()
    chosen.push(file)
    const attached = checked('chat.attach-from-dialog', await chat['chat.attach-from-dialog']({}))
    expect(attached?.name).toBe('lease.txt')
    const attachment = attached?.id ?? ''
    await chat['chat.detach']({ attachment })
    expect(() => chat['chat.send']({ conversation: null, question: 'x', attachment })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
  })
})

describe('the price', () => {
  const price = async (
    { chat }: ReturnType<typeof open>,
    question: string,
    conversation: string | null = null,
    attachment: string | null = null,
  ) => checked('chat.price', await chat['chat.price']({ conversation, question, attachment }))

  it('is an estimate without a model and exact with its vocabulary', async () => {
    const without = open(null)
    expect(await price(without, 'x'.repeat(40))).toMatchObject({ tokens: 10, isExact: false, window: 4096 })
    await without[Symbol.asyncDispose]()
    const exact = open(null, (text) => text.length)
    await price(exact, '')
    expect(await price(exact, 'x'.repeat(40))).toMatchObject({ tokens: 40, isExact: true })
  })

  it('leaves what the document, the conversation and the reply do not take', async () => {
    const stage = open(null, (text) => text.length)
    const { pixie, conversations } = stage
    const document = pixie.alignment.document().length
    const empty = await price(stage, '')
    expect(empty.left).toBe(4096 - 400 - document)
    expect((await price(stage, 'x'.repeat(4000))).left).toBe(empty.left - 4000)
    const { id } = conversations.create()
    for (const [i, reply] of ['a'.repeat(500), 'b'.repeat(300), 'c'.repeat(200)].entries()) {
      conversations.append(id, { role: 'user', text: `q${i}` })
      conversations.append(id, { role: 'assistant', text: reply, end: 'answered' })
    }
    expect(await price(stage, '', id)).toMatchObject({
      left: empty.left - 504,
      exchangesSeen: 2,
      exchangesLeftOut: 1,
    })
    conversations.append(id, { role: 'user', text: 'q3' })
    conversations.append(id, { role: 'assistant', text: 'd'.repeat(590), end: 'answered' })
    expect(await price(stage, '', id)).toMatchObject({ exchangesSeen: 1, exchangesLeftOut: 3 })
    expect(await price(stage, '', id, 'any')).toMatchObject({ exchangesSeen: 0, exchangesLeftOut: 4 })
  })

  it('waits for no vocabulary', async () => {
    const stage = open(null)
    Object.assign(stage.pixie.engine, { tokenizer: () => new Promise(() => undefined) })
    const started = performance.now()
    expect((await price(stage, 'hello')).isExact).toBe(false)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
