import type { Tokenizer } from './llama-tokenizer.ts'

export interface TokenizerHolder {
  /**
   * Counts by the wanted model's vocabulary; null when it is not here or cannot be read. What was given stays callable
   * for good: once its vocabulary is freed it estimates.
   */
  count(): Promise<((text: string) => number) | null>
  /** Frees what is of another model than the wanted one. */
  refresh(): void
  close(): Promise<void>
}

interface Held {
  readonly model: string | null
  readonly tokenizer: Promise<Tokenizer | null>
}

const estimate = (text: string) => Math.ceil(text.length / 4)

/** The vocabulary follows the wanted model. */
export function createTokenizerHolder(options: {
  wanted(): string | null
  loadTokenizer(model: string | null): Promise<Tokenizer | null>
}): TokenizerHolder {
  let held: Held | null = null
  const disposals = new Set<Promise<void>>()
  const disposed = new WeakSet<Tokenizer>()

  function dispose({ tokenizer }: Held): void {
    const disposal = tokenizer
      .then(async (loaded) => {
        if (loaded === null) return
        disposed.add(loaded)
        await loaded.dispose()
      })
      .catch(() => {}) // one that failed to load has nothing to free
      .finally(() => disposals.delete(disposal))
    disposals.add(disposal)
  }

  function forget(): void {
    if (held !== null) dispose(held)
    held = null
  }

  return {
    async count() {
      const model = options.wanted()
      if (held !== null && held.model !== model) forget()
      held ??= { model, tokenizer: options.loadTokenizer(model) }
      const mine = held
      const loaded = await mine.tokenizer.catch(() => null)
      if (loaded !== null) return (text) => (disposed.has(loaded) ? estimate(text) : loaded.countTokens(text))
      if (held === mine) held = null
      return null
    },
    refresh() {
      if (held !== null && held.model !== options.wanted()) forget()
    },
    async close() {
      forget()
      await Promise.all(disposals)
    },
  }
}
