import { basename } from 'node:path'
import type { ChatMessage, conversationsCalls } from '../../shared/contract/conversations.ts'
import { shownError } from '../../shared/errors.ts'
import { exportName, toJson, toMarkdown, writeWhole } from '../conversations/export.ts'
import type { Message } from '../conversations/message.ts'
import { noConversation, thrown } from '../conversations/refusals.ts'
import { chatOf } from './chat.ts'
import type { Handlers, Services } from './handlers.ts'

export function conversationsHandlers(services: Services): Handlers<typeof conversationsCalls> {
  const { pixie, desktop, publish } = services
  const { conversations } = pixie
  const { runs, deletions } = chatOf(services)
  const changed = (...topics: ('conversations' | 'messages' | 'drafts')[]) => {
    publish('app.changed', { topics })
    return {}
  }
  return {
    'conversations.list': () => conversations.list(),
    'conversations.messages'({ conversation, ...page }) {
      const { messages, ...rest } = conversations.page(conversation, page)
      return { messages: messages.map(sentMessage), ...rest }
    },
    'conversations.around'({ message, limit }) {
      const wasShown = conversations.isInView(message)
      const page = conversations.around(message, limit)
      if (!wasShown) changed('messages')
      return { ...page, messages: page.messages.map(sentMessage) }
    },
    'conversations.show-version'({ message, number }) {
      conversations.showVersion(message, number)
      return changed('messages')
    },
    'conversations.search': ({ query, limit }) => conversations.search(query, limit),
    'conversations.rename'({ conversation, title }) {
      conversations.rename(conversation, title)
      return changed('conversations')
    },
    'conversations.pin'({ conversation, isPinned }) {
      conversations.pin(conversation, isPinned)
      return changed('conversations')
    },
    'conversations.delete'({ conversation }) {
      runs.stopIn(conversation)
      deletions.delete(conversation)
      return changed('conversations', 'messages')
    },
    'conversations.undelete'({ conversation }) {
      deletions.restore(conversation)
      return changed('conversations', 'messages')
    },
    async 'conversations.export'({ conversation: id, format }) {
      const conversation = conversations.get(id) ?? thrown(noConversation(id))
      const isJson = format === 'json'
      const fileName = exportName(conversation, isJson ? 'json' : 'md')
      const file = await desktop.chooseSavePath({ title: 'Export this chat', fileName })
      if (file === null) return null
      const parts = { conversation, zone: pixie.clock.zone }
      const shown = () => conversations.messages(id, Number.MAX_SAFE_INTEGER)
      await writeWhole(file, isJson ? toJson(conversations.all(id), parts) : toMarkdown(shown(), parts))
      return basename(file)
    },
    'conversations.draft': ({ conversation }) => conversations.draft(conversation),
    'conversations.save-draft'({ conversation, text }) {
      if (conversations.saveDraft(conversation, text)) changed('conversations')
      return {}
    },
  }
}

function sentMessage(message: Message): ChatMessage {
  const { plan } = message
  return {
    id: message.id,
    role: message.role,
    text: message.text,
    version: message.version,
    createdAtMs: message.createdAtMs,
    attachment: message.attachment?.name ?? null,
    sources: [...message.sources],
    plan: plan && { ...plan, handles: [...plan.handles], tools: [...plan.tools] },
    pills: [...message.pills],
    notices: [...message.notices],
    end: message.end,
    error: message.error === null ? null : shownError(message.error),
    trace: message.trace,
    ms: message.ms,
    tokens: message.tokens,
  }
}
