/** The chat screen over a fake of main that holds one or more conversations. */
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { ChatMessage } from '../../../../shared/contract/conversations.ts'
import { ApiProvider } from '../../../api.ts'
import { useNavigation } from '../../../navigation.ts'
import { createQueries } from '../../../queries.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { ChatScreen } from '../chat-screen.tsx'
import { pageAround, pageOf } from './messages.ts'
import { nowMs, row } from './rows.ts'

type FakeHandlers = Parameters<typeof createFakeApi>[0]

// A busy machine makes screens slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })

class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export const started = { run: 'r1', conversation: 'c1', question: 'q1', answer: 'a1' }

/** `kept`: messages by conversation, changed by tests as main would change them. */
export function fakeMain(kept: Record<string, ChatMessage[]>, handlers: FakeHandlers = {}) {
  const drafts: Record<string, string> = {}
  const api = createFakeApi({
    'app.info': () => ({
      version: '0.0.0',
      platform: 'linux',
      here: 'this computer',
      dataDir: '/data',
      memoryBytes: 1,
      zone: 'Europe/Berlin',
      nowMs,
      isSample: true,
    }),
    'app.copy': () => ({}),
    'models.status': () => ({ state: 'ready', name: 'Toy', error: null, download: null }),
    'models.examples': () => [],
    'conversations.list': () => Object.keys(kept).map((id) => row(id, `Chat ${id}`)),
    'conversations.messages': ({ conversation, ...page }) => pageOf(kept[conversation] ?? [], page),
    'conversations.around': (place) => pageAround(kept.c1 ?? [], place),
    'conversations.draft': ({ conversation }) => drafts[conversation ?? 'new'] ?? '',
    'conversations.save-draft': ({ conversation, text }) => {
      drafts[conversation ?? 'new'] = text
      return {}
    },
    'conversations.show-version': () => ({}),
    'chat.running': () => [],
    'chat.snapshot': () => null,
    'chat.send': () => started,
    'chat.again': () => started,
    'chat.edit': () => started,
    'chat.stop': () => ({}),
    'chat.price': ({ question }) => ({
      tokens: question.length,
      isExact: true,
      left: 2880 - question.length,
      window: 4096,
      exchangesSeen: 0,
      exchangesLeftOut: 0,
    }),
    'chat.detach': () => ({}),
    'sources.view': ({ source }) => ({
      kind: source.kind,
      title: source.title,
      place: 'House',
      state: 'found',
      text: `Before. ${source.quote} After.`,
      marks: [[8, 8 + source.quote.length]],
      location: source.location,
      isExcerpt: true,
      hasFile: source.kind === 'file',
    }),
    ...handlers,
  })
  return { api, drafts }
}

export type FakeMain = ReturnType<typeof fakeMain>

export function within(main: FakeMain, children: ReactNode) {
  vi.stubGlobal('ResizeObserver', NoResizes)
  Element.prototype.scrollIntoView ??= () => undefined
  return (
    <ApiProvider value={main.api}>
      <QueryClientProvider client={createQueries(main.api)}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </ApiProvider>
  )
}

function PlacedChat() {
  const place = useNavigation((state) => state.place)
  if (place.screen !== 'chat') return <p>Elsewhere: {place.screen}</p>
  return <ChatScreen conversation={place.conversation} message={place.message} />
}

/** Shows the chat at this conversation and follows where it goes. */
export function renderChat(main: FakeMain, conversation: string | null = 'c1') {
  useNavigation.setState({ place: { screen: 'chat', conversation }, earlier: [], guard: null })
  return render(within(main, <PlacedChat />))
}

export const callsOf = ({ api }: FakeMain, name: string) =>
  api.made.filter((call) => call.name === name).map(({ params }) => params)
