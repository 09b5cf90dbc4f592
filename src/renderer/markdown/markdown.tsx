/** Text of a model, drawn. Nothing in it can fetch, run, or lead anywhere without asking. */
import { Square, SquareCheck } from 'lucide-react'
import { type ComponentProps, memo, useRef } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remend, { type RemendOptions } from 'remend'
import { useApi } from '../api.ts'
import { Icon } from '../ui/icon.tsx'
import { CodeBlock } from './code-block.tsx'
import { linkTarget, saysHost } from './link.ts'
import styles from './markdown.module.css'
import { rehypePlugins, remarkPlugins } from './plugins.ts'
import { createBlockSplitter } from './split-blocks.ts'

/** What is begun and not ended is closed while the text grows, so that no bare `**` is seen. */
const closing: RemendOptions = {
  images: false,
  htmlTags: false,
  katex: false,
  singleTilde: false,
  comparisonOperators: false,
  linkMode: 'text-only',
}

/** `isLive`: more text is coming. */
export const Markdown = memo(function Markdown({
  text,
  isLive = false,
}: {
  readonly text: string
  readonly isLive?: boolean
}) {
  const splitter = useRef<ReturnType<typeof createBlockSplitter>>(null)
  splitter.current ??= createBlockSplitter()
  const { pieces, endsInCode } = splitter.current(isLive ? withoutHalfPair(text) : text)
  return (
    <div className={styles.markdown}>
      {pieces.map((piece, index) => {
        const isOpen = isLive && !endsInCode && index === pieces.length - 1
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only added at the end
        return <Piece key={index} text={isOpen ? remend(piece, closing) : piece} />
      })}
    </div>
  )
})

/** A character that needs two units may come in two deltas; half of it would be drawn as a replacement mark. */
function withoutHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}

const Piece = memo(function Piece({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={components}
      urlTransform={(url) => url}
    >
      {text}
    </ReactMarkdown>
  )
})

const heading = ({ children, dir }: ComponentProps<'h3'> & ExtraProps) => <h3 dir={dir}>{children}</h3>

const components: Components = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  a: ({ node, href, children }) =>
    // The arrow back from a footnote would lead nowhere: places in an answer have no address.
    node?.properties.dataFootnoteBackref === undefined ? (
      <Link href={href ?? ''} text={textOf(node)}>
        {children}
      </Link>
    ) : null,
  img: ({ alt }) => <>{alt}</>,
  input: ({ checked }) => (
    <span role="img" aria-label={checked === true ? 'Done' : 'Not done'} className={styles.task}>
      <Icon of={checked === true ? SquareCheck : Square} size={14} />
    </span>
  ),
  pre: ({ node }) => {
    const code = node?.children[0]
    const classes = code?.type === 'element' ? code.properties.className : undefined
    const language = Array.isArray(classes) ? String(classes[0]).replace(/^language-/, '') : null
    return <CodeBlock text={textOf(node).replace(/\n$/, '')} language={language} />
  },
  table: ({ children, dir }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <div dir={dir} className={styles.wide} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

interface TextNode {
  readonly type: string
  readonly value?: string
  readonly children?: readonly TextNode[]
}

function textOf(node: TextNode | undefined): string {
  if (node === undefined) return ''
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

function Link({
  href,
  text,
  children,
}: {
  readonly href: string
  readonly text: string
  readonly children: React.ReactNode
}) {
  const api = useApi()
  const target = linkTarget(href)
  if (target === null) return <>{children}</>
  return (
    <>
      <a
        href={target.url}
        draggable={false}
        onClick={(event) => {
          event.preventDefault()
          void api.call('app.open-link', { url: target.url }).catch(() => {})
        }}
        onAuxClick={(event) => event.preventDefault()}
      >
        {children}
      </a>
      {!saysHost(text, target) && <bdi className={styles.host}> ({target.host})</bdi>}
    </>
  )
}
