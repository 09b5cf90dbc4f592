/** How answers are read: GitHub's markdown without raw HTML. */
import type { Options } from 'react-markdown'
import remarkGfm, { type Options as GfmOptions } from 'remark-gfm'

interface ParserData {
  data(): { micromarkExtensions?: object[] }
}

/** Tags stay plain text, and text inside them is read like any other. */
export function plainHtml(this: ParserData): void {
  const data = this.data()
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { disable: { null: ['htmlFlow', 'htmlText'] } },
  ]
}

/** `20~25 °C` is a range; only `~~` strikes through. */
export const gfmOptions: GfmOptions = { singleTilde: false }

export const remarkPlugins: NonNullable<Options['remarkPlugins']> = [
  [remarkGfm, gfmOptions],
  plainHtml as never, // unified types `this` as its whole processor; two fields of it are used
]

/** The parts of a tree that are looked at here. */
interface TreeNode {
  readonly type: string
  readonly tagName?: string
  readonly properties?: Record<string, unknown>
  readonly children?: readonly TreeNode[]
}

const holdsText = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'table'])
/** Their text is looked through for a direction only while nothing in it has a direction of its own. */
const nested = new Set(['ul', 'ol', 'blockquote'])

/**
 * Each block runs in the direction of its own first letter. Paragraphs inside lists and quotes get theirs from the
 * style sheet (`unicode-bidi: plaintext`): with `dir` they would not count for the list around them.
 */
function setDirections(node: TreeNode, isTop: boolean): void {
  for (const child of node.children ?? []) {
    const name = child.tagName ?? ''
    if (child.properties !== undefined && (isTop ? holdsText : nested).has(name))
      child.properties.dir = 'auto'
    if (name !== 'pre') setDirections(child, false)
  }
}

const directions = () => (tree: unknown) => setDirections(tree as TreeNode, true) // a hast root

export const rehypePlugins: NonNullable<Options['rehypePlugins']> = [directions]
