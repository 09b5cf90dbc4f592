import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noDetails } from '../conversations/message.ts'
import { conversationsHandlers } from './conversations.ts'
import { checked, type TestServices, testServices } from './testing/test-services.ts'

let profile: TestServices
beforeEach(() => {
  profile = testServices()
})
afterEach(() => profile[Symbol.asyncDispose]())

const handlers = () => conversationsHandlers(profile.services)
const list = async () => checked('conversations.list', await handlers()['conversations.list']({}))
const topics = () =>
  profile.published.splice(0).flatMap(({ payload }) => (payload as { topics: string[] }).topics) // the contract's

function say(conversation: string | null, text: string, reply: string) {
  const { conversations } = profile.pixie
  const exchange = conversations.ask(conversation, { text, attachment: null })
  conversations.finish(exchange.answer.id, {
    text: reply,
    trace: null,
    details: { ...noDetails, plan: { handles: ['@search-info'], rationale: 'r', tools: [] }, notices: ['n'] },
    sources: [
      { kind: 'file', id: '1', title: 'lease.pdf', path: '/d/lease.pdf', location: 'page 1', quote: 'q' },
    ],
    end: 'answered',
  })
  return exchange
}

async function messages(conversation: string) {
  const params = { conversation, before: null, limit: 100 }
  return checked('conversations.messages', await handlers()['conversations.messages'](params)).messages
}

describe('the list', () => {
  it('has a title from the first words, without a model', async () => {
    say(null, '  Where\n is my   passport?  ', 'Here.')
    say(null, `Tell me ${'everything '.repeat(30)}`, 'No.')
    say(null, '東京'.repeat(100), 'はい')
    const titles = (await list()).map(({ title }) => title)
    expect(titles).toContain('Where is my passport?')
    expect(titles.find((title) => title.startsWith('Tell'))).toMatch(/^Tell me( everything)+…$/)
    expect(titles.every((title) => title.length <= 81 && title.isWellFormed())).toBe(true)
  })

  it('is renamed and pinned, and an empty name goes back to the first words', async () => {
    const first = say(null, 'first', 'a').conversation
    say(null, 'second', 'a')
    await handlers()['conversations.rename']({ conversation: first, title: ' <b>Mine</b> ' })
    await handlers()['conversations.pin']({ conversation: first, isPinned: true })
    expect(topics()).toEqual(['conversations', 'conversations'])
    expect((await list()).map(({ title, isPinned }) => [title, isPinned])).toEqual([
      ['<b>Mine</b>', true],
      ['second', false],
    ])
    await handlers()['conversations.rename']({ conversation: first, title: '  ' })
    expect((await list())[0]?.title).toBe('first')
    expect(() => handlers()['conversations.rename']({ conversation: 'none', title: 'x' })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
  })
})

describe('deleting', () => {
  it('hides everything at once and can be taken back', async () => {
    const { conversation, answer } = say(null, 'where is it', 'here it is')
    await handlers()['conversations.delete']({ conversation })
    expect(topics()).toEqual(['conversations', 'messages'])
    expect(await list()).toEqual([])
    expect(await handlers()['conversations.search']({ query: 'where', limit: 5 })).toEqual([])
    await expect(messages(conversation)).rejects.toMatchObject({ code: 'not-found' })
    expect(() => profile.pixie.conversations.askAgain(answer.id)).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
    await handlers()['conversations.undelete']({ conversation })
    expect((await messages(conversation)).map(({ text }) => text)).toEqual(['where is it', 'here it is'])
  })

  it('is for good after ten minutes, from the file too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { conversation } = say(null, 'unforgettableword', 'a')
      profile.pixie.conversations.saveDraft(conversation, 'also unforgettableword')
      await handlers()['conversations.delete']({ conversation })
      vi.advanceTimersByTime(10 * 60_000 - 1)
      await handlers()['conversations.undelete']({ conversation })
      vi.advanceTimersByTime(10 * 60_000)
      expect(await list()).toHaveLength(1)
      await handlers()['conversations.delete']({ conversation })
      vi.advanceTimersByTime(10 * 60_000)
      expect(() => handlers()['conversations.undelete']({ conversation })).toThrow(
        expect.objectContaining({ code: 'not-found' }),
      )
    } finally {
      vi.useRealTimers()
    }
    const { dataDir } = profile.pixie.store
    for (const name of readdirSync(dataDir).filter((file) => file.startsWith('pixie.db')))
      expect(readFileSync(path.join(dataDir, name)).includes('unforgettableword'), name).toBe(false)
  })

  it('is for good when the profile is opened after the process ended, and not before', async () => {
    const { pixie } = profile
    const kept = say(null, 'kept', 'a').conversation
    const { conversation } = say(null, 'goes', 'a')
    await handlers()['conversations.delete']({ conversation })
    pixie.conversations.recover()
    pixie.conversations.restore(conversation)
    pixie.conversations.delete(conversation)
    pixie.store.pixie
      .prepare("UPDATE conversations SET deleted_by = '1-dead' WHERE deleted_by IS NOT NULL")
      .run()
    pixie.conversations.recover()
    expect(() => pixie.conversations.restore(conversation)).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
    expect(pixie.conversations.list().map(({ id }) => id)).toEqual([kept])
  })
})

describe('messages', () => {
  it('cross whole, with how they came about', async () => {
    const { conversation } = say(null, 'q', 'a \u0000 <b>\u202e')
    expect(await messages(conversation)).toMatchObject([
      { role: 'user', text: 'q', end: null, plan: null },
      {
        role: 'assistant',
        text: 'a \u0000 <b>\u202e',
        end: 'answered',
        version: { number: 1, count: 1 },
        plan: { handles: ['@search-info'] },
        notices: ['n'],
        sources: [{ title: 'lease.pdf' }],
      },
    ])
  })

  it('of another version are shown on demand and by a jump', async () => {
    const first = say(null, 'q', 'a1')
    const again = profile.pixie.conversations.askAgain(first.answer.id)
    profile.pixie.conversations.finish(again.answer.id, {
      text: 'a2',
      trace: null,
      details: noDetails,
      sources: [],
      end: 'answered',
    })
    await handlers()['conversations.show-version']({ message: again.answer.id, number: 1 })
    expect((await messages(first.conversation)).map(({ text }) => text)).toEqual(['q', 'a1'])
    topics()
    const around = handlers()['conversations.around']({ message: again.answer.id, limit: 10 })
    expect(checked('conversations.around', await around).messages.map(({ text }) => text)).toEqual([
      'q',
      'a2',
    ])
    expect(topics()).toEqual(['messages'])
    await handlers()['conversations.around']({ message: again.answer.id, limit: 10 })
    expect(topics()).toEqual([])
  })
})

describe('search', () => {
  const search = async (query: string) =>
    checked('conversations.search', await handlers()['conversations.search']({ query, limit: 20 }))

  it('finds a word deep in a very long message, verbatim', async () => {
    say(null, 'q', `${'filler 👍 '.repeat(4000)}needle${' more'.repeat(40_000)}`)
    const [hit] = await search('needle')
    expect(hit?.marks.map(([from, to]) => hit.snippet.slice(from, to))).toEqual(['needle'])
    expect(hit?.snippet).toMatch(/^(filler|👍) .* needle more/)
    expect(hit?.snippet.length).toBeLessThan(300)
    expect(hit?.snippet.isWellFormed()).toBe(true)
  })

  it('finds any script in every version, newest first, with the words marked in verbatim text', async () => {
    const first = say(null, 'Wo ist der Søren-Vertrag?', `Er liegt ${'weit '.repeat(80)}hinten, sagt Sören.`)
    say(null, '東京タワーはどこ', '芝公園です')
    const again = profile.pixie.conversations.askInstead(first.question.id, 'Wo ist er?')
    profile.pixie.conversations.finish(again.answer.id, {
      text: 'hier',
      trace: null,
      details: noDetails,
      sources: [],
      end: 'answered',
    })
    const hits = await search('soren')
    expect(hits.map(({ message }) => message)).toEqual([first.answer.id, first.question.id])
    for (const { snippet, marks, message } of hits) {
      expect(profile.pixie.conversations.message(message)?.text).toContain(snippet)
      expect(marks.length).toBeGreaterThan(0)
      expect(marks.map(([from, to]) => snippet.slice(from, to).normalize('NFC'))).toEqual([
        expect.stringMatching(/^S[øö]ren/),
      ])
    }
    expect((await search('東京')).map(({ snippet }) => snippet)).toEqual(['東京タワーはどこ'])
    expect((await search('芝公園'))[0]).toMatchObject({ role: 'assistant', title: '東京タワーはどこ' })
    expect(await search('NEAR( "* -x:')).toEqual([])
    expect(await search('  ')).toEqual([])
  })
})

describe('drafts', () => {
  it('are kept for each composer, exactly, until they are empty', async () => {
    const { conversation } = say(null, 'q', 'a')
    const save = async (of: string | null, text: string) =>
      handlers()['conversations.save-draft']({ conversation: of, text })
    await save(conversation, ' half a thou\n')
    await save(null, 'new')
    expect(await handlers()['conversations.draft']({ conversation })).toBe(' half a thou\n')
    expect(await handlers()['conversations.draft']({ conversation: null })).toBe('new')
    expect((await list())[0]?.hasDraft).toBe(true)
    topics()
    await save(conversation, ' half a thought')
    expect(topics()).toEqual([])
    await save(conversation, '')
    expect(topics()).toEqual(['conversations'])
    expect((await list())[0]?.hasDraft).toBe(false)
    await expect(save('none', 'x')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('export', () => {
  const text = '# not a heading of ours\n```js\nconst a = 1\n```\n\u202e <script> 👩‍👩‍👧'

  it('writes what is shown as Markdown, texts unchanged', async () => {
    const { conversation } = say(null, 'What? <b>', text)
    const file = path.join(profile.root, 'out.md')
    profile.chosen.push(file)
    expect(await handlers()['conversations.export']({ conversation, format: 'markdown' })).toBe('out.md')
    const written = readFileSync(file, 'utf8')
    expect(written).toContain('# What? <b>\n')
    expect(written).toContain('## You, 2026-11-30 10:00\n\nWhat? <b>\n')
    expect(written).toContain(`## Pixie, 2026-11-30 10:00\n\n${text}\n`)
    expect(written).toContain('> Source: lease.pdf, page 1, /d/lease.pdf\n')
    expect(readdirSync(profile.root).filter((name) => name.includes('out.md'))).toEqual(['out.md'])
  })

  it('writes everything, every version, as JSON', async () => {
    const first = say(null, 'q', text)
    profile.pixie.conversations.askAgain(first.answer.id)
    const file = path.join(profile.root, 'out.json')
    profile.chosen.push(file)
    await handlers()['conversations.export']({ conversation: first.conversation, format: 'json' })
    const { messages } = JSON.parse(readFileSync(file, 'utf8'))
    expect(messages.map((each: { text: string; isShown: boolean }) => [each.text, each.isShown])).toEqual([
      ['q', true],
      [text, false],
      ['', true],
    ])
  })

  it('gives nothing when it is cancelled, and leaves nothing half-written behind', async () => {
    const { conversation } = say(null, 'q', 'a')
    expect(await handlers()['conversations.export']({ conversation, format: 'json' })).toBeNull()
    // A folder where the file should come: nobody may write over that, root neither.
    mkdirSync(path.join(profile.root, 'taken.md'))
    profile.chosen.push(path.join(profile.root, 'taken.md'))
    await expect(
      handlers()['conversations.export']({ conversation, format: 'markdown' }),
    ).rejects.toMatchObject({ code: 'unreadable', value: 'taken.md' })
    expect(readdirSync(profile.root).filter((name) => name.startsWith('.taken'))).toEqual([])
  })
})
