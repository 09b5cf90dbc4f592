// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { createRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { MarkedText } from './marked-text.tsx'

afterEach(cleanup)

test('marks that overlap, leave the text or come in any order still give the text, and mark what they cover', () => {
  const mark = fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 }))
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.array(mark, { maxLength: 6 }), (text, marks) => {
      const { container, unmount } = render(<MarkedText text={text} marks={marks} />)
      expect(container.textContent).toBe(text)
      const marked = [...container.querySelectorAll('mark')].map((each) => each.textContent).join('')
      const isCovered = (at: number) => marks.some(([from, to]) => from <= at && at < to)
      expect(marked).toBe(Array.from(text.split(''), (unit, at) => (isCovered(at) ? unit : '')).join(''))
      unmount()
    }),
    { numRuns: 60 },
  )
})

test('the first mark can be gone to', () => {
  const first = createRef<HTMLElement>()
  render(
    <MarkedText
      text="<b>bold</b>"
      marks={[
        [7, 11],
        [0, 3],
      ]}
      refOfFirst={first}
    />,
  )
  expect(first.current?.textContent).toBe('<b>')
})
