/** Files that the owner put beside a question. Main keeps their paths; they are read for that question and never indexed. */
import { randomUUID } from 'node:crypto'
import { accessSync, constants, realpathSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import type { AttachedPath } from '../conversations/message.ts'
import type { Extractor } from '../files/extract/extractor.ts'
import { maximumFileBytes } from '../files/extract/protocol.ts'
import { isReadable, kindOf, type ReadableKind } from '../files/kinds.ts'
import type { AttachedText } from '../harness/attached.ts'

export interface HeldAttachment extends AttachedPath {
  readonly id: string
  readonly sizeBytes: number
}

export interface Attachments {
  /** Throws `not-found`, `unreadable`, and `invalid-input` for what has no text that Pixie can read. */
  attach(file: string): HeldAttachment
  /** Null for an id that was never given out, or is dropped. */
  get(id: string): HeldAttachment | null
  drop(id: string): void
}

const readableKinds = 'text, Markdown, PDF, Word (.docx), HTML and e-mail (.eml)'

export function createAttachments(): Attachments {
  const held = new Map<string, HeldAttachment>()
  return {
    attach(file) {
      const real = realFile(file)
      const { size } = checkedFile(real)
      const attachment = { id: randomUUID(), name: path.basename(file), path: real, sizeBytes: size }
      held.set(attachment.id, attachment)
      return attachment
    },
    get: (id) => held.get(id) ?? null,
    drop: (id) => void held.delete(id),
  }
}

/** Reads a file for one question. Rejects with `not-found`, `unreadable`, `invalid-input`, `stopped`. */
export async function readAttached(
  extractor: Extractor,
  { path: file, name }: AttachedPath,
  signal: AbortSignal,
): Promise<AttachedText> {
  const kind = checkedFile(realFile(file)).kind
  const { dev, ino } = statSync(file, { bigint: true })
  try {
    const read = await extractor.extract({ path: Buffer.from(file), kind, dev, ino }, signal)
    const text = read.state === 'indexed' && read.text.trim() !== '' ? read.text : null
    return { path: file, text, remark: read.reason, location: firstPlace(kind, text ?? '') }
  } catch (cause) {
    if (cause instanceof PixieError) throw cause
    throw new PixieError('unreadable', {
      what: 'The file could not be read',
      value: name,
      hint: tryAgain,
      cause,
    })
  } finally {
    extractor.close()
  }
}

const tryAgain = 'Check that it is still there and opens in its own app, then ask again.'

/** How places in a file of this kind are named. */
function firstPlace(kind: ReadableKind, text: string): string {
  if (kind === 'pdf' || text.includes('\f')) return 'page 1'
  return kind === 'docx' ? 'paragraph 1' : 'line 1'
}

function realFile(file: string): string {
  try {
    if (!path.isAbsolute(file)) throw notThere(file)
    return realpathSync(file)
  } catch {
    throw notThere(file)
  }
}

function checkedFile(file: string): Stats & { kind: ReadableKind } {
  const name = path.basename(file)
  const stat = statSync(file)
  if (stat.isDirectory())
    throw new PixieError('invalid-input', {
      what: 'This is a folder',
      value: name,
      hint: 'Drop one file, or allow the folder in Settings to ask about everything in it.',
    })
  const kind = kindOf(name)
  if (!stat.isFile() || !isReadable(kind))
    throw new PixieError('invalid-input', {
      what: 'Pixie cannot read the text of this kind of file',
      value: name,
      hint: `It reads ${readableKinds}.`,
    })
  if (stat.size > maximumFileBytes)
    throw new PixieError('invalid-input', {
      what: 'This file is too large to read',
      value: `${name}, ${Math.round(stat.size / 1024 / 1024)} MB`,
      hint: `Files up to ${maximumFileBytes / 1024 / 1024} MB can be read.`,
    })
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new PixieError('unreadable', {
      what: 'Pixie may not read this file',
      value: name,
      hint: 'Check its permissions.',
    })
  }
  return Object.assign(stat, { kind })
}

const notThere = (file: string) =>
  new PixieError('not-found', {
    what: 'This file is not there',
    value: path.basename(file),
    hint: 'It may have been moved or renamed; choose it again.',
  })
