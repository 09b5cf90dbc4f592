/**
 * Cuts markdown into pieces that can be drawn by themselves, so that a growing answer redraws only its last piece.
 * The parser itself says where pieces end: drawn one by one they are what the whole text is.
 */
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { gfmOptions, plainHtml } from './plugins.ts'

export interface Blocks {
  /** Joined they are the text, byte for byte. */
  readonly pieces: readonly string[]
  /** Whether the text so far ends inside code, where nothing may be completed. */
  readonly endsInCode: boolean
}

/** The parts of a parsed node that are looked at here. */
interface Node {
  readonly type: string
  readonly children?: readonly Node[]
  readonly position?: {
    readonly start: { readonly line: number; readonly column: number; readonly offset?: number }
    readonly end: { readonly line: number }
  }
}

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm, gfmOptions)
  .use(plainHtml as never) // unified types `this` as its whole processor; two fields of it are used

/**
 * A function that is given a text as it grows. What is surely over is not read again; a text that does not continue
 * the last one is read anew. The result depends on the text alone.
 */
export function createBlockSplitter(): (text: string) => Blocks {
  let over: string[] = []
  let prefix = ''
  return (text) => {
    if (!text.startsWith(prefix)) {
      over = []
      prefix = ''
    }
    const tail = text.slice(prefix.length)
    const nodes = parser.parse(tail).children as readonly Node[] // mdast's nodes have these fields
    const endsInCode = isCode(nodes.at(-1))
    // A definition counts for the whole text, so the text stays whole.
    if (tail.includes(']:') && nodes.some(definesSomething)) return { pieces: [text], endsInCode }
    const pieces: string[] = []
    let from = 0
    let overPieces = 0
    for (const to of cuts(nodes, tail)) {
      pieces.push(tail.slice(from, to))
      if (hasWholeLine(tail, to)) overPieces = pieces.length
      from = to
    }
    const all = [...over, ...pieces]
    if (from < tail.length || all.length === 0) all.push(tail.slice(from))
    if (overPieces > 0) {
      const ended = pieces.slice(0, overPieces)
      over = [...over, ...ended]
      prefix += ended.join('')
    }
    return { pieces: all, endsInCode }
  }
}

/** Starts of the lines after a blank one where something new begins at the top. */
function cuts(nodes: readonly Node[], text: string): number[] {
  return nodes.flatMap((node, index) => {
    const before = nodes[index - 1]?.position
    const start = node.position?.start
    if (before === undefined || start === undefined || start.line - before.end.line < 2) return []
    const at = lineStart(text, start.offset ?? 0)
    // A byte order mark at the start of a text is dropped, elsewhere it is a character.
    return text[at] === '\uFEFF' ? [] : [at]
  })
}

function lineStart(text: string, offset: number): number {
  let at = offset
  while (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r') at -= 1
  return at
}

/**
 * Whether the line at `at` is over: only then is it certain that it begins something new (`1` is a paragraph, `1.` goes
 * on with the list above). A `\r` at the very end may be half a line end.
 */
function hasWholeLine(text: string, at: number): boolean {
  const end = /[\r\n]/.exec(text.slice(at))
  return end !== null && at + end.index + 1 < text.length
}

function definesSomething(node: Node): boolean {
  if (node.type === 'definition' || node.type === 'footnoteDefinition') return true
  return node.children?.some(definesSomething) === true
}

function isCode(node: Node | undefined): boolean {
  if (node === undefined) return false
  return node.type === 'code' || isCode(node.children?.at(-1))
}
