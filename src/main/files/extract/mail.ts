import PostalMime, { type Address } from 'postal-mime'
import { readHtml } from './html.ts'
import { ReadFault, type ReadText } from './protocol.ts'

/** A saved message: the lines people look for at its top, then its words; attachments by name only. */
export async function readMail(bytes: Uint8Array): Promise<ReadText> {
  const mail = await parse(bytes)
  if (mail.headers.length === 0) throw new ReadFault('failed', 'damaged: it has no header of a message')
  const head = [
    ['From', mail.from === undefined ? '' : people([mail.from])],
    ['To', people(mail.to ?? [])],
    ['Cc', people(mail.cc ?? [])],
    ['Date', mail.date ?? ''],
    ['Subject', mail.subject ?? ''],
    ['Attached', mail.attachments.flatMap(({ filename }) => filename ?? []).join(', ')],
  ].flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))
  const body = mail.text ?? (mail.html === undefined ? '' : readHtml(Buffer.from(mail.html)).text)
  return { text: `${head.join('\n')}\n\n${body.trim()}`.trim(), title: mail.subject ?? null }
}

async function parse(bytes: Uint8Array) {
  try {
    return await PostalMime.parse(bytes)
  } catch {
    throw new ReadFault('failed', 'damaged: the message cannot be taken apart')
  }
}

const people = (list: readonly Address[]): string =>
  list
    .flatMap((each) => (each.group === undefined ? [each] : each.group))
    .map(({ name, address }) =>
      name === '' || name === undefined ? (address ?? '') : `${name} <${address ?? ''}>`,
    )
    .join(', ')
