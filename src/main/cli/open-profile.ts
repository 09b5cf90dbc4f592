/** Opens the profile that a command works on. */
import { modelAccess } from '../model/model-access.ts'
import { createPixie, type Pixie } from '../pixie.ts'
import type { ProfileOptions } from '../profile-options.ts'
import type { OpenContext } from './main.ts'
import { modelProgress } from './model-progress.ts'

export async function openProfile(
  { dataDir, clock, given, model }: ProfileOptions,
  { io, signal, command }: OpenContext,
): Promise<Pixie> {
  const models = modelAccess({ signal, onProgress: modelProgress(io), onNote: (line) => io.note(line) })
  const onNotice = (line: string) => io.warn(line)
  return createPixie({ dataDir, clock, given, model, models, command: `pixie ${command}`, onNotice })
}
