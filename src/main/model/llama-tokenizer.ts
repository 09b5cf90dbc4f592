import { getLlama, LlamaLogLevel } from 'node-llama-cpp'

export interface Tokenizer {
  /** Exact tokens of a text; special tokens in it are plain text. */
  countTokens(text: string): number
  dispose(): Promise<void>
}

/** Loads only the vocabulary of a model: no weights, no context. */
export async function loadTokenizer(modelPath: string): Promise<Tokenizer> {
  const llama = await getLlama({
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.disabled,
    gpu: process.platform === 'darwin' ? 'auto' : false,
  })
  const model = await llama.loadModel({ modelPath, vocabOnly: true })
  return {
    countTokens: (text) => model.tokenize(text, false).length,
    async dispose() {
      await model.dispose()
      await llama.dispose()
    },
  }
}
