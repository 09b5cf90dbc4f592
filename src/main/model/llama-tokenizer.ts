import { PixieError } from '../../shared/errors.ts'
import { holdLlama } from './llama-backend.ts'

export interface Tokenizer {
  /** Exact tokens of a text; special tokens in it are plain text. */
  countTokens(text: string): number
  dispose(): Promise<void>
}

/** Loads only the vocabulary of a model: no weights, no context. Rejects with `engine-failed`. */
export async function loadTokenizer(modelPath: string): Promise<Tokenizer> {
  const { llama, release } = await holdLlama(process.platform === 'darwin' ? 'auto' : false)
  try {
    const model = await llama.loadModel({ modelPath, vocabOnly: true })
    return {
      countTokens: (text) => model.tokenize(text, false).length,
      async dispose() {
        await model.dispose()
        await release()
      },
    }
  } catch (cause) {
    await release()
    throw new PixieError('engine-failed', {
      what: `The model's vocabulary could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      value: modelPath,
      hint: 'The file is damaged or of an unknown kind; fetch it again, or choose another model.',
      cause,
    })
  }
}
