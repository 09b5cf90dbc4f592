/** Markdown as models write it, and as nobody should. */
import fc from 'fast-check'

const lines = [
  '',
  '',
  '',
  'A line of text.',
  '- item',
  '* item',
  '  - inner',
  '  goes on',
  '1. one',
  '2. two',
  '2) other',
  '    indented',
  '\ttabbed',
  '```',
  '```js',
  '~~~',
  '  ```',
  '- ```',
  '> quote',
  '>',
  '# Heading',
  '===',
  '---',
  '--',
  '| a | b |',
  '|---|:-:|',
  '| 1 | 2 |',
  '<div>',
  '</div>',
  '<!-- note',
  '-->',
  '**bold',
  '`code',
  '[text](https://example.com',
  '[text](https://example.com)',
  '![alt](https://example.com/i.png)',
  '[ref]',
  '[ref]: https://example.com/x',
  '[^1]',
  '[^1]: a foot note',
  '- [ ] open',
  '- [x] done',
  'שלום world',
  '日本語のテキスト',
  'a\u0301 👩‍👩‍👧 𝒳',
  '\uFEFFmark',
  '\\(x^2\\)',
  '20~25 and ~~gone~~',
  'www.example.com',
  '&amp; &lt;b&gt;',
]

const line = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...lines) }, fc.string({ maxLength: 12 }))
const lineEnd = fc.oneof({ weight: 8, arbitrary: fc.constant('\n') }, fc.constantFrom('\r\n', '\r'))

/** Any text: mostly pieces of markdown that get in each other's way. */
export const markdownText = fc
  .array(fc.tuple(line, lineEnd), { maxLength: 14 })
  .map((parts) => parts.map(([text, end]) => text + end).join(''))
