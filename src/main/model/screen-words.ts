/** What an error of the models is called in the app, where there is no command line to be sent to. */
import { type ErrorCode, PixieError, toWireError, type WireError } from '../../shared/errors.ts'

/** Null: what the error itself advises holds in the app too. */
const hints: Partial<Readonly<Record<ErrorCode, string | null>>> = {
  'no-model': 'Choose one in Settings → Model.',
  'unknown-model': 'Choose another one in Settings → Model.',
  'not-found': 'Choose another one in Settings → Model.',
  'model-damaged':
    'Repair it or choose another one in Settings → Model. If memory is short, close other programs first.',
  'download-failed': 'Try again later, or choose another model.',
  'no-space': 'Free some disk space and try again. What was fetched so far is kept.',
  'no-network': 'Check the network and try again. What was fetched so far is kept.',
  'hash-mismatch': 'Try again. If it stays so, the file at the source was replaced: choose another model.',
  'not-a-model': null,
  'source-changed': 'Try again later, or choose another model.',
  'engine-failed':
    'Try again. If it stays so, check the file in Settings → Model, or choose a smaller model.',
  unreadable: 'Check that the file is yours to read and that its disk is well.',
}

/** Sentences that say more to the owner than which source failed how. */
const whats: Partial<Readonly<Record<ErrorCode, string>>> = {
  'no-model': 'There is no model to answer with yet',
  'not-found': 'The chosen model file is not there any more',
  'no-network': 'The place that the model comes from cannot be reached',
}

/** The same error without addresses and paths, and with a way out that is on the screen. Others are left unchanged. */
export function screenError(error: unknown): unknown {
  if (!(error instanceof PixieError)) return error
  const hint = hints[error.code]
  if (hint === undefined) return error
  // Several sources: the first one's reason is enough; the others follow from it.
  const told = error.code === 'download-failed' && error.cause instanceof PixieError ? error.cause : error
  return new PixieError(error.code, {
    what: whats[error.code] ?? told.what,
    hint: hint ?? error.hint,
    cause: error,
  })
}

/** What the screen shows of any error. One that Pixie did not throw on purpose says nothing that helps the owner. */
export function screenWire(error: unknown): WireError {
  if (error instanceof PixieError) return toWireError(screenError(error))
  return { code: 'internal', message: 'Something in Pixie went wrong', hint: 'Try again.' }
}
