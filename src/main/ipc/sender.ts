/** Whether a call comes from where calls may come from. Nothing here knows Electron. */

export interface SenderFrame {
  readonly url: string
  readonly parent: unknown
}

/** The parts of a page's `WebContents` that are looked at. */
export interface Sender {
  readonly mainFrame: unknown
  isDestroyed(): boolean
}

export interface SenderEvent {
  readonly sender: Sender
  /** Null once the frame is gone or has gone elsewhere. */
  readonly senderFrame: SenderFrame | null
}

/** Only the main frame of one of our windows, while it shows a page of ours. */
export function isTrustedSender(
  { sender, senderFrame }: SenderEvent,
  trust: { readonly isOurPage: (url: string) => boolean; readonly isOurWindow: (sender: Sender) => boolean },
): boolean {
  if (senderFrame === null || sender.isDestroyed()) return false
  if (senderFrame !== sender.mainFrame || senderFrame.parent !== null) return false
  return trust.isOurWindow(sender) && trust.isOurPage(senderFrame.url)
}
