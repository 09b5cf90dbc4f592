import type { Note, notebookCalls } from '../../shared/contract/notebook.ts'
import type { Conversations } from '../conversations/conversations.ts'
import type { NotebookItem } from '../notebook/notebook-line.ts'
import type { Handlers, Services } from './handlers.ts'

export function notebookHandlers({ pixie, publish }: Services): Handlers<typeof notebookCalls> {
  const { notebook, conversations } = pixie
  const changed = () => publish('app.changed', { topics: ['notebook'] })
  const toNote = (item: NotebookItem) => noteOf(item, conversations)
  return {
    'notebook.list': ({ before, limit }) => {
      const items = notebook.page({ before, limit: limit + 1 })
      return { notes: items.slice(0, limit).map(toNote), hasMore: items.length > limit }
    },
    'notebook.search': ({ query, limit }) =>
      notebook.search(query, { limit }).map(({ line }) => toNote(line)),
    'notebook.add': (line) => {
      const item = notebook.add(line)
      changed()
      return toNote(item)
    },
    'notebook.forget': ({ id }) => {
      notebook.forget(id)
      changed()
      return {}
    },
    'notebook.undo-forget': ({ id }) => {
      const item = notebook.undoForget(id)
      changed()
      return toNote(item)
    },
  }
}

function noteOf(item: NotebookItem, conversations: Conversations): Note {
  const { id, kind, subject, text } = item
  const createdAtMs = Date.parse(item.createdAt)
  return { id, kind, subject, text, createdAtMs, origin: originOf(item.source, conversations) }
}

/** A line's source is the id of the message or conversation it came from, or a name of its own. */
function originOf(source: string | null, conversations: Conversations): Note['origin'] {
  if (source === null) return { type: 'owner' }
  const message = conversations.message(source)
  const conversation = conversations.get(message?.conversation ?? source)
  if (conversation === null) return { type: 'other', name: source }
  const { id, title } = conversation
  return { type: 'conversation', conversation: id, message: message?.id ?? null, title }
}
