/** Tokens are numbers; a trie of candidates shows where they part. */
export interface TrieNode {
  /** Next token to what follows it. */
  readonly children: ReadonlyMap<number, TrieNode>
  /** Index of the candidate that ends here, or null. */
  readonly candidate: number | null
}

interface GrowingNode extends TrieNode {
  readonly children: Map<number, GrowingNode>
  candidate: number | null
}

/** All different and none empty; a candidate may be the beginning of another. */
export function buildTrie(candidates: readonly (readonly number[])[]): TrieNode {
  const root: GrowingNode = { children: new Map(), candidate: null }
  for (const [index, tokens] of candidates.entries()) {
    let node = root
    for (const token of tokens) {
      const next: GrowingNode = node.children.get(token) ?? { children: new Map(), candidate: null }
      node.children.set(token, next)
      node = next
    }
    node.candidate = index
  }
  return root
}

/** Length of the longest common beginning. */
export function commonPrefix(one: readonly number[], other: readonly number[]): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}

/**
 * Probabilities of the tokens after a context, the context being the prompt and then `path`.
 * `tokens` are those of interest. When `isOpen`, the shares are of all tokens; otherwise they may be of `tokens` alone.
 */
export type NextShares = (
  path: readonly number[],
  tokens: readonly number[],
  isOpen: boolean,
) => Promise<readonly number[]>

/**
 * Natural logarithm of each candidate's probability when only the candidates can be decoded.
 * Where a candidate ends and others go on, "ends" weighs what the others' next tokens do not.
 */
export async function scoreTrie(root: TrieNode, count: number, nextShares: NextShares): Promise<number[]> {
  const scores = Array.from({ length: count }, () => Number.NEGATIVE_INFINITY)
  const walk = async (node: TrieNode, path: number[], logarithm: number): Promise<void> => {
    const tokens = [...node.children.keys()]
    const ends = node.candidate !== null
    if (ends && tokens.length === 0 && node.candidate !== null) scores[node.candidate] = logarithm
    const isBranch = tokens.length > 1 || (ends && tokens.length > 0)
    const shares = isBranch ? await nextShares(path, tokens, ends) : [1]
    const normal = normalise(shares, ends && isBranch)
    if (ends && isBranch && node.candidate !== null) scores[node.candidate] = logarithm + Math.log(normal.end)
    for (const [index, [token, child]] of [...node.children].entries()) {
      await walk(child, [...path, token], logarithm + Math.log(normal.shares[index] ?? 0))
    }
  }
  await walk(root, [], 0)
  return scores
}

/** Makes the shares and, when it can end here, the end's share sum to one. No share is ever zero. */
function normalise(shares: readonly number[], canEnd: boolean): { shares: number[]; end: number } {
  const least = 1e-12
  const raised = shares.map((share) => Math.max(share, least))
  const sum = raised.reduce((total, share) => total + share, 0)
  const end = canEnd ? Math.max(1 - sum, least) : 0
  return { shares: raised.map((share) => share / (sum + end)), end: end / (sum + end) }
}
