import { expect, it } from 'vitest'
import { createTurnGuards } from './guards.ts'

it('knows a repeat by tool and words, letter case aside', () => {
  const guards = createTurnGuards()
  expect(guards.isRepeat('find_file', 'My Resume')).toBe(false)
  expect(guards.isRepeat('find_file', ' my resume ')).toBe(true)
  expect(guards.isRepeat('check_notebook', 'my resume')).toBe(false)
})

it('gives each tool three calls, and "resetToolGuards() … so the next attempt can actually re-issue calls"', () => {
  const guards = createTurnGuards()
  guards.isRepeat('find_file', 'my resume')
  expect([1, 2, 3, 4].map(() => guards.spend('find_file'))).toEqual([true, true, true, false])
  guards.reset()
  expect(guards.isRepeat('find_file', 'my resume')).toBe(false)
  expect(guards.calls('find_file')).toBe(0)
  expect(guards.spend('find_file')).toBe(true)
})
