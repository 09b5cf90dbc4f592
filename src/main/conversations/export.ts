/** A conversation as a file for its owner: what was said, exactly. */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import { isoTime } from '../iso-time.ts'
import type { Conversation } from './conversation-rows.ts'
import type { Message } from './message.ts'

interface ExportParts {
  readonly conversation: Conversation
  readonly zone: string
}

/** What is shown, to be read. Texts stand in it unchanged. */
export function toMarkdown(messages: readonly Message[], { conversation, zone }: ExportParts): string {
  const parts = messages.map((message) => {
    const when = isoTime(message.createdAtMs, zone).slice(0, 16).replace('T', ' ')
    const notes = [
      message.attachment && `File: ${message.attachment.name}`,
      ...message.sources.map(
        ({ title, path: file, location }) =>
          `Source: ${[title, location, file].filter((part) => part !== null && part !== '').join(', ')}`,
      ),
      message.end !== null && message.end !== 'answered' && message.role === 'assistant'
        ? `Ended: ${message.end}`
        : null,
    ].filter((note) => typeof note === 'string')
    const below = notes.map((note) => `> ${oneLine(note)}\n`).join('')
    return `## ${message.role === 'user' ? 'You' : 'Pixie'}, ${when}\n\n${message.text}\n${below === '' ? '' : `\n${below}`}`
  })
  return `# ${oneLine(conversation.title)}\n\n${parts.join('\n')}`
}

/** Everything, with every version, for programs. */
export function toJson(messages: readonly Message[], { conversation, zone }: ExportParts): string {
  const { id, title, createdAtMs } = conversation
  const exported = {
    format: 'pixie-conversation',
    version: 1,
    id,
    title,
    createdAt: isoTime(createdAtMs, zone),
    messages: messages.map((message) => ({
      id: message.id,
      parent: message.parent,
      isShown: message.isShown,
      role: message.role,
      createdAt: isoTime(message.createdAtMs, zone),
      text: message.text,
      attachment: message.attachment?.name ?? null,
      sources: message.sources,
      plan: message.plan,
      end: message.end,
    })),
  }
  return `${JSON.stringify(exported, null, 2)}\n`
}

/** A name that every file system takes. */
export function exportName({ title }: Conversation, extension: 'md' | 'json'): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*…]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 60)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return `${name === '' ? 'Conversation' : name}.${extension}`
}

/** Whole or not at all. Rejects with `no-space`, `permission-denied`, `unreadable`. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const partial = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(4).toString('hex')}`)
  try {
    const handle = await open(partial, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partial, file)
  } catch (cause) {
    await rm(partial, { force: true })
    throw cannotWrite(file, cause)
  }
}

function cannotWrite(file: string, cause: unknown): PixieError {
  const reason = cause instanceof Error && 'code' in cause ? cause.code : ''
  const value = path.basename(file)
  if (reason === 'ENOSPC' || reason === 'EDQUOT')
    return new PixieError('no-space', {
      what: 'The disk is full',
      value,
      hint: 'Make room and export again.',
      cause,
    })
  if (reason === 'EACCES' || reason === 'EPERM' || reason === 'EROFS')
    return new PixieError('permission-denied', {
      what: 'Pixie may not write there',
      value,
      hint: 'Choose another folder.',
      cause,
    })
  return new PixieError('unreadable', {
    what: 'The file could not be written',
    value,
    hint: 'Choose another folder and export again.',
    cause,
  })
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ')
