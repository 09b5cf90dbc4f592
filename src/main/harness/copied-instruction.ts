import { looselyContains, queryTerms } from '../../shared/fold.ts'

/**
 * True when L2's instruction was copied from its prompt: none of its words is the person's, and most stand in the
 * prompt. Small models repeat the description's example or a signature's words (docs/small-models.md).
 */
export function isCopied(instruction: string, question: string, promptText: string): boolean {
  const words = queryTerms(instruction)
  if (words.length === 0 || words.some((word) => looselyContains(question, word))) return false
  const copied = words.filter((word) => looselyContains(promptText, word))
  return copied.length >= words.length * 0.6
}
