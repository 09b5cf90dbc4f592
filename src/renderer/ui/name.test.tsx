// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { visibleName } from '../names.ts'
import { Name } from './name.tsx'
import { PlaceText } from './place-text.tsx'

afterEach(cleanup)

test('a name that would be read backwards shows what turns it, and keeps its ending', () => {
  expect(visibleName('invoice\u202efdp.exe')).toBe('invoice⟨U+202E⟩fdp.exe')
  expect(visibleName('a\u2066b\u2069\u200f\u061c')).toBe('a⟨U+2066⟩b⟨U+2069⟩⟨U+200F⟩⟨U+061C⟩')
  expect(visibleName('חשבונית 2027.pdf')).toBe('חשבונית 2027.pdf')
})

test('it stands by itself, the sign apart from the words, also where a place is told', () => {
  const { container } = render(
    <>
      <Name of={'a\u202eb'} className="title" />
      <PlaceText place={'Home › \u202eHouse'} path={null} />
    </>,
  )
  const [name, place] = container.querySelectorAll('bdi')
  expect(name?.className).toBe('title')
  expect(name?.querySelector('small')?.textContent).toBe('⟨U+202E⟩')
  expect(place?.textContent).toBe('Home › ⟨U+202E⟩House')
})
