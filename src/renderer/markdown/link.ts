/** Where a link really leads, said in a way that cannot be dressed up. */
export interface LinkTarget {
  readonly url: string
  /** `example.com`, in ASCII; of a mail address the address. */
  readonly host: string
}

/** Null for what Pixie never opens: other schemes, places inside the page, and what is no address. */
export function linkTarget(href: string): LinkTarget | null {
  const url = URL.parse(href)
  if (url === null) return null
  if (url.protocol === 'mailto:') return { url: url.href, host: safeDecode(url.pathname) }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return { url: url.href, host: url.host }
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether the text of a link already says, in these very letters, where it leads. */
export function saysHost(text: string, target: LinkTarget): boolean {
  const said = text.trim()
  if (said === target.host) return true
  const address = linkTarget(said)
  return address !== null && address.host === target.host && said.includes(`//${target.host}`)
}
