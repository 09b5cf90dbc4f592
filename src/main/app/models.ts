import { type ModelAccess, modelAccess } from '../model/model-access.ts'

/**
 * The models of this machine; in an app that is not packaged a script may stand in for them, so that tests of the whole
 * app need none. Throws `invalid-input` for a file that is no script.
 */
export async function appModels(options: {
  readonly isPackaged: boolean
  /** `PIXIE_ENGINE_SCRIPT`. */
  readonly script: string | undefined
  readonly signal: AbortSignal
  onNote(line: string): void
}): Promise<ModelAccess> {
  const { isPackaged, script, signal, onNote } = options
  if (isPackaged || script === undefined) return modelAccess({ signal, onNote, inApp: true })
  const { scriptedAccess } = await import('../model/scripted-access.ts')
  return scriptedAccess(script)
}
