import { PixieError } from '../../shared/errors.ts'

export interface Link {
  /** As it will be opened. */
  readonly url: string
  readonly question: string
  /** What else is in the address. */
  readonly detail: string
  readonly button: string
}

/** Longest address shown in the question. */
const shownLength = 300

const shortened = (text: string) => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text)

/**
 * A link that may leave Pixie, with the host as the network knows it: letters of other scripts in their plain form
 * (`xn--…`), no name before an `@` taken for it. Throws `invalid-input` for anything but a web page or a mail address.
 */
export function parseLink(text: string): Link {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'mailto:' && url.pathname !== '') {
    const address = safelyDecoded(url.pathname)
    // What else a link may ask for (copies, a text, attachments) is not shown, so it is not passed on.
    return {
      url: `mailto:${url.pathname}`,
      question: `Write a mail to ${shortened(address)}?`,
      detail: 'Your mail program opens with a new message. Nothing is sent by itself.',
      button: 'Write Mail',
    }
  }
  if ((url?.protocol === 'https:' || url?.protocol === 'http:') && url.host !== '')
    return {
      url: url.href,
      question: `Open ${url.host} in your browser?`,
      detail: `${shortened(url.href)}\n\nThis leaves Pixie: the page will see that you opened it.`,
      button: 'Open',
    }
  throw new PixieError('invalid-input', {
    what: 'Pixie does not open this kind of link',
    value: shortened(text),
    hint: 'Only web pages and mail addresses can be opened. Copy the link to use it elsewhere.',
  })
}

/** Characters that could hide what an address says are left as they are written in it. */
function safelyDecoded(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    return /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(decoded) ? decoded : text
  } catch {
    return text
  }
}
