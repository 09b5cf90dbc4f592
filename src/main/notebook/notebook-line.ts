import { PixieError } from '../../shared/errors.ts'

export const notebookKinds = ['fact', 'person', 'instruction', 'digest'] as const
export type NotebookKind = (typeof notebookKinds)[number]

/** One line of the Notebook. */
export interface NotebookItem {
  readonly id: string
  readonly kind: NotebookKind
  /** What or whom it is about: the title of the line, the name on a person's page. */
  readonly subject: string | null
  /** Byte for byte as given. */
  readonly text: string
  /** The message or conversation it came from; null = the owner wrote it. */
  readonly source: string | null
  /** ISO 8601 with offset, in the owner's zone. */
  readonly createdAt: string
}

export interface NewLine {
  readonly text: string
  /** Default `fact`. */
  readonly kind?: NotebookKind | undefined
  readonly subject?: string | null | undefined
  readonly source?: string | null | undefined
}

/** In bytes of UTF-8: a line is a thought, not a document. */
const maximumText = 64 * 1024
/** In UTF-16 units. */
const maximumSubject = 200

/** Throws `invalid-input` for a line that cannot be kept as it is. Nothing is ever changed or cut. */
export function assertLine(line: NewLine): void {
  if (line.text.trim() === '') {
    throw new PixieError('invalid-input', {
      what: 'A notebook line needs some text',
      hint: 'Write what Pixie should remember.',
    })
  }
  const sizeBytes = Buffer.byteLength(line.text)
  if (sizeBytes > maximumText) {
    throw new PixieError('invalid-input', {
      what: 'This is too long for a notebook line',
      value: `${sizeBytes} bytes`,
      hint: `Keep it under ${maximumText} bytes: put long texts into a file in a granted folder.`,
    })
  }
  if ((line.subject?.length ?? 0) > maximumSubject) {
    throw new PixieError('invalid-input', {
      what: 'This subject is too long',
      value: `${line.subject?.length} characters`,
      hint: `Keep it under ${maximumSubject} characters: a name or a few words.`,
    })
  }
  for (const [name, value] of Object.entries({
    text: line.text,
    subject: line.subject,
    source: line.source,
  })) {
    if (value?.isWellFormed() === false) {
      throw new PixieError('invalid-input', {
        what: `The ${name} holds half a character (a lone surrogate) and cannot be kept exactly`,
        value: JSON.stringify(value.slice(0, 40)),
        hint: 'Copy the text again from where it came.',
      })
    }
  }
}
