/** Which addresses are Pixie's own. Nothing here knows Electron. */

export interface PageOrigin {
  /** What a window loads. */
  readonly start: string
  /** `https://host:port` and the like; a page of another origin is a stranger. */
  readonly origin: string
  /** True while electron-vite serves the page to somebody who works on it. */
  readonly isServed: boolean
}

export const builtPage: PageOrigin = { start: 'app://pixie/', origin: 'app://pixie', isServed: false }

/** Where the page comes from: the built files, or in an unpackaged app the server that electron-vite names. */
export function pageOrigin(isPackaged: boolean, served: string | undefined): PageOrigin {
  if (isPackaged || served === undefined || !URL.canParse(served)) return builtPage
  return { start: served, origin: originOf(served), isServed: true }
}

/** Node gives schemes that it does not know no origin of their own. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** Whether a frame at this address shows a page of Pixie's. */
export function isOurPage(url: string, page: PageOrigin): boolean {
  return originOf(url) === page.origin
}

/** Whether a page may ask for this address: Pixie's own files, and what a page made itself. Everything else is the network. */
export function isLocalRequest(url: string, page: PageOrigin): boolean {
  if (url.startsWith('data:')) return true
  if (url.startsWith('blob:')) return isOurPage(url.slice('blob:'.length), page)
  if (isOurPage(url, page)) return true
  if (!page.isServed) return false
  return url.startsWith('devtools:') || originOf(url) === page.origin.replace(/^http/, 'ws')
}
