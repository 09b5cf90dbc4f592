import type { chatCalls } from '../../shared/contract/chat.ts'
import { PixieError } from '../../shared/errors.ts'
import { type Attachments, createAttachments, type HeldAttachment } from '../chat/attachments.ts'
import { createDeletions, type Deletions } from '../chat/deletions.ts'
import { createPrices } from '../chat/price.ts'
import { createRuns, type RunState, type Runs } from '../chat/runs.ts'
import { readableExtensions } from '../files/kinds.ts'
import type { Pixie } from '../pixie.ts'
import type { Handlers, Services } from './handlers.ts'

interface Chat {
  readonly runs: Runs
  readonly attachments: Attachments
  readonly deletions: Deletions
}

const chats = new WeakMap<Pixie, Chat>()

/** The runs of a profile and what goes with them: made once, ended before the profile closes. */
export function chatOf({ pixie, publish }: Pick<Services, 'pixie' | 'publish'>): Chat {
  const known = chats.get(pixie)
  if (known !== undefined) return known
  const chat: Chat = {
    runs: createRuns({ agent: pixie.agent, publish, explain: pixie.explain }),
    attachments: createAttachments(),
    deletions: createDeletions(pixie.conversations, {
      onRemoved: () => publish('app.changed', { topics: ['traces'] }),
    }),
  }
  pixie.onClose(async () => {
    chat.deletions.close()
    await chat.runs.stopAll()
  })
  chats.set(pixie, chat)
  return chat
}

export function chatHandlers(services: Services): Handlers<typeof chatCalls> {
  const { pixie, desktop, publish } = services
  const { runs, attachments } = chatOf(services)
  const prices = createPrices({
    conversations: pixie.conversations,
    document: () => pixie.alignment.document(),
    tokenizer: () => pixie.engine.tokenizer(),
    model: () => pixie.engine.status().model,
  })
  const conversationOf = (message: string) => pixie.conversations.message(message)?.conversation ?? null
  const held = (id: string) => attachments.get(id) ?? dropped(id)
  return {
    'chat.send'({ conversation, question, attachment }) {
      const file = attachment === null ? null : held(attachment)
      const about = file && { name: file.name, path: file.path }
      const started = runs.start(conversation, () =>
        pixie.agent.begin({ conversation, question, attachment: about }),
      )
      if (attachment !== null) attachments.drop(attachment)
      if (pixie.conversations.saveDraft(conversation, '')) publish('app.changed', { topics: ['drafts'] })
      return started
    },
    'chat.again': ({ answer }) => runs.start(conversationOf(answer), () => pixie.agent.beginAgain(answer)),
    'chat.edit': ({ question, text }) =>
      runs.start(conversationOf(question), () => pixie.agent.beginInstead(question, text)),
    'chat.stop'({ run }) {
      runs.stop(run)
      return {}
    },
    'chat.snapshot'({ run }) {
      const state = runs.snapshot(run)
      return state === null ? null : sentState(state)
    },
    'chat.running': () => runs.running().map(sentState),
    'chat.price': ({ conversation, question, attachment }) =>
      prices.price({ conversation, question, hasAttachment: attachment !== null }),
    'chat.attach': ({ path }) => sentAttachment(attachments.attach(path)),
    async 'chat.attach-from-dialog'() {
      const file = await desktop.chooseFile({
        title: 'Choose a file to ask about',
        button: 'Choose',
        filters: [{ name: 'Files with text', extensions: readableExtensions }],
      })
      return file === null ? null : sentAttachment(attachments.attach(file))
    },
    'chat.detach'({ attachment }) {
      attachments.drop(attachment)
      return {}
    },
  }
}

type SentState = Exclude<Awaited<ReturnType<Handlers<typeof chatCalls>['chat.snapshot']>>, null>

/** The contract's own type for the same data, in which nothing is `readonly`. */
const sentState = (state: RunState) => state as SentState

const sentAttachment = ({ id, name, sizeBytes }: HeldAttachment) => ({ id, name, sizeBytes })

function dropped(id: string): never {
  throw new PixieError('not-found', {
    what: 'The file is no longer beside the question',
    value: id,
    hint: 'Choose it again.',
  })
}
