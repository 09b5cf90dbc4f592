// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import ReactMarkdown from 'react-markdown'
import { afterEach, expect, test } from 'vitest'
import { ApiProvider } from '../api.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { Markdown } from './markdown.tsx'
import { rehypePlugins, remarkPlugins } from './plugins.ts'
import { markdownText } from './testing/markdown-texts.ts'

afterEach(cleanup)

const api = () => createFakeApi({ 'app.copy': () => ({}), 'app.open-link': () => true })

function show(text: string, fake = api(), isLive = false) {
  const view = render(
    <ApiProvider value={fake}>
      <Markdown text={text} isLive={isLive} />
    </ApiProvider>,
  )
  const grow = (more: string, stillLive: boolean) =>
    view.rerender(
      <ApiProvider value={fake}>
        <Markdown text={more} isLive={stillLive} />
      </ApiProvider>,
    )
  return { ...view, fake, grow }
}

/** What is drawn, without the names that are counted up across a page, and with attributes in one order. */
function drawn(node: Node): string {
  if (!(node instanceof Element)) return node.textContent === '\n' ? '' : (node.textContent ?? '')
  const attributes = [...node.attributes]
    .filter(({ value }) => !value.includes('react-aria'))
    .map(({ name, value }) => ` ${name}="${value}"`)
    .sort()
  return `<${node.tagName}${attributes.join('')}>${[...node.childNodes].map(drawn).join('')}</>`
}

test('an answer that came character by character is drawn like the whole answer', () => {
  fc.assert(
    fc.property(markdownText, (text) => {
      const grown = show('', api(), true)
      for (let length = 1; length <= text.length; length += 1) grown.grow(text.slice(0, length), true)
      grown.grow(text, false)
      const whole = show(text)
      expect(drawn(grown.container)).toBe(drawn(whole.container))
      cleanup()
    }),
    { numRuns: 25 },
  )
})

test('drawn in pieces, a text looks as if it were drawn at once', () => {
  const bodies = (markup: string) => markup.replace(/>\s+</g, '><').trim()
  // What Pixie draws in its own way is left out: code, links, pictures, tables, headings, tasks.
  const common = markdownText.filter((text) => !/```|~~~|\[|\||\t| {4}|#|www|==|--/.test(text))
  fc.assert(
    fc.property(common, (text) => {
      const pieces = show(text).container.firstElementChild
      const { container: whole } = render(
        <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins}>
          {text}
        </ReactMarkdown>,
      )
      expect(bodies(pieces?.innerHTML ?? '')).toBe(bodies(whole.innerHTML))
      cleanup()
    }),
    { numRuns: 100 },
  )
})

test('code that streams in is byte for byte what was written, and is copied so', async () => {
  const code = 'const a = `x`\n\n\tif (a) {\n  // \\(x^2\\) **not bold** <b> [link](x\n}\n'
  const text = `Here:\n\n\`\`\`ts\n${code}\`\`\`\n`
  const { fake, grow } = show('', api(), true)
  for (let length = 1; length <= text.length; length += 1) grow(text.slice(0, length), true)
  grow(text, false)
  expect(document.querySelector('pre')?.textContent).toBe(code.replace(/\n$/, ''))
  await userEvent.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(fake.made).toEqual([{ name: 'app.copy', params: { text: code.replace(/\n$/, '') } }])
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
})

test('nothing is completed inside code that is still open', () => {
  show('```\na **b `c [d](e', api(), true)
  expect(document.querySelector('pre')?.textContent).toBe('a **b `c [d](e')
})

test('a bare sign of emphasis is not seen while the text grows', () => {
  show('This is **import', api(), true)
  expect(document.querySelector('strong')?.textContent).toBe('import')
})

test('half a character never shows', () => {
  const { container, grow } = show('Hi\uD83D', api(), true)
  expect(container.textContent).toBe('Hi')
  grow('Hi\uD83D\uDE42', true)
  expect(container.textContent).toBe('Hi🙂')
})

test('pictures and tags are text, whatever they are', () => {
  const { container } = show(
    '![look](https://evil.example/?q=secret)\n\n<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n<b>bold</b> <!-- hidden -->',
  )
  expect(container.querySelectorAll('img, script, b, iframe, style')).toHaveLength(0)
  expect(container.textContent).toContain('look')
  expect(container.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(container.textContent).toContain('<b>bold</b> <!-- hidden -->')
})

test('a link shows its real host, asks main and never leads away by itself', async () => {
  const { fake } = show('Go to [your bank](https://bank.example@evil.example/login) now.')
  expect(screen.getByText('(evil.example)')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'your bank' }))
  expect(fake.made).toEqual([
    { name: 'app.open-link', params: { url: 'https://bank.example@evil.example/login' } },
  ])
})

test('a link whose text is its host is not said twice, and look-alike letters are shown as they are', () => {
  const { container } = show('See https://example.com/a and [аpple.com](https://аpple.com).')
  expect(container.textContent).toBe('See https://example.com/a and аpple.com (xn--pple-43d.com).')
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', '#top', 'notes.md', 'data:text/html,x', 'app://x/'])(
  'a link to %s is plain text',
  (href) => {
    show(`[here](${href})`)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('here')).toBeDefined()
  },
)

test('each block runs in the direction of its own first letter', () => {
  const { container } = show('שלום\n\nHello\n\n- אחת\n- two\n\n> quote\n\n| a |\n|---|\n| b |')
  expect(
    [...container.querySelectorAll('[dir]')].map((block) => `${block.tagName} ${block.getAttribute('dir')}`),
  ).toEqual(['P auto', 'P auto', 'UL auto', 'BLOCKQUOTE auto', 'DIV auto'])
})

test('formulas in code stay as they are', () => {
  const { container } = show('Use `\\(a+b\\)` here')
  expect(container.querySelector('code')?.textContent).toBe('\\(a+b\\)')
})

test('a table has a header row and a task says whether it is done', () => {
  show('| Day | Cost |\n|---|--:|\n| Mon | 12 |\n\n- [x] paid\n- [ ] sent')
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Day', 'Cost'])
  expect(screen.getByRole('img', { name: 'Done' })).toBeDefined()
  expect(screen.getByRole('img', { name: 'Not done' })).toBeDefined()
})

test('a footnote stands below, without an arrow that leads nowhere', () => {
  const { container } = show('Paid[^1].\n\n[^1]: In cash.')
  expect(container.textContent).toMatch(/Paid1\.\s*Footnotes\s*In cash\.\s*$/)
})

test('a range is not struck through', () => {
  const { container } = show('20~25 degrees, 3~4 days, ~~gone~~')
  expect([...container.querySelectorAll('del')].map((element) => element.textContent)).toEqual(['gone'])
})

test('what is over keeps its elements while the answer grows', () => {
  const { container, grow } = show('One.\n\nTwo.\n\nThr', api(), true)
  const first = container.querySelector('p')
  act(() => grow('One.\n\nTwo.\n\nThree.\n\nFour', true))
  expect(container.querySelector('p')).toBe(first)
})
