import { availableParallelism } from 'node:os'
import { getLlama, type Llama, LlamaLogLevel } from 'node-llama-cpp'

type Gpu = 'auto' | false

interface Held {
  readonly llama: Promise<Llama>
  holders: number
}

/** One a process and kind of device: the library tries the binary in a child process each time it is asked. */
const held = new Map<Gpu, Held>()

export interface LlamaHold {
  readonly llama: Llama
  /** Frees the library's backend with its last holder. Call it once, after the models are disposed. */
  release(): Promise<void>
}

/** The library's backend, loaded once and shared by all engines of the process. */
export async function holdLlama(gpu: Gpu): Promise<LlamaHold> {
  const known = held.get(gpu) ?? { llama: loadBackend(gpu), holders: 0 }
  held.set(gpu, known)
  known.holders += 1
  const release = async () => {
    known.holders -= 1
    if (known.holders > 0) return
    if (held.get(gpu) === known) held.delete(gpu)
    await (await known.llama).dispose()
  }
  try {
    return { llama: await known.llama, release }
  } catch (error) {
    // Another try may find the binary.
    if (held.get(gpu) === known) held.delete(gpu)
    throw error
  }
}

function loadBackend(gpu: Gpu): Promise<Llama> {
  return getLlama({
    // Never builds or downloads: the prebuilt binary comes with the package.
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.disabled,
    gpu,
    // Contexts say how many of these they use.
    maxThreads: availableParallelism(),
  })
}
