// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PlaceText, shortPlace } from './place-text.tsx'

afterEach(cleanup)

test.each([
  ['', ''],
  ['Home', 'Home'],
  ['documents › Travel', 'documents › Travel'],
  ['Home › Documents › House › Bills', '… › House › Bills'],
])('%j is said as %j', (place, short) => {
  expect(shortPlace(place)).toBe(short)
})

test('the whole way stands in the tooltip', () => {
  render(
    <PlaceText place="Home › Documents › House" path="/home/mara/Documents/House/a.pdf" location="page 1" />,
  )
  expect(screen.getByTitle('/home/mara/Documents/House/a.pdf').textContent).toBe(
    '… › Documents › House · page 1',
  )
})
