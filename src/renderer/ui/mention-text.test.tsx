// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type KindOf, MentionKinds, MentionText } from './mention-text.tsx'

afterEach(cleanup)

const kindOf: KindOf = (slug) => (({ 'search-info': 'skill', 'find-file': 'tool' }) as const)[slug] ?? null

/** Each handle with what it is said to be. */
function handles(text: string) {
  const { container } = render(
    <MentionKinds value={kindOf}>
      <p>
        <MentionText text={text} />
      </p>
    </MentionKinds>,
  )
  expect(container.textContent).toBe(text)
  return [...container.querySelectorAll('span')].map((span) => [span.textContent, span.title])
}

test('handles are told apart by what they name, and the text stays as it is', () => {
  expect(handles("I'll use @search-info, then @find-file and @grep-everything.")).toEqual([
    ['@search-info', 'Skill'],
    ['@find-file', 'Tool'],
    ['@grep-everything', 'There is no skill or tool of this name'],
  ])
})

test('a mail address, code and markup are text', () => {
  expect(handles('mara@search-info.example `@find-file` <b>@search-info</b>')).toEqual([
    ['@search-info', 'Skill'],
  ])
})

test('a known handle ends where the words of a script without spaces go on', () => {
  expect(handles('@find-fileを使う')).toEqual([['@find-file', 'Tool']])
})
