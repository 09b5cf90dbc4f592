/** What errors advise is read in the window as well: it must not speak of commands that are not there. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PixieError, toWireError } from '../../shared/errors.ts'
import { groups } from '../cli/groups.ts'

const main = path.join(import.meta.dirname, '..')
const imported = /(?:from|import\()\s*'(\.[^']+\.ts)'/g

/** Every module that a handler may come to. */
function reachable(): string[] {
  const found = new Set<string>()
  const left = ['ipc/all.ts', 'pixie.ts', 'app/models.ts'].map((name) => path.join(main, name))
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file) || !existsSync(file)) continue
    found.add(file)
    for (const [, other = ''] of readFileSync(file, 'utf8').matchAll(imported))
      left.push(path.resolve(path.dirname(file), other))
  }
  return [...found]
}

const words = groups.map(({ word }) => word).join('|')
/** `pixie files scan`, and a flag with words before it: one that stands alone is for another program. */
const spoken = new RegExp(`\\bpixie (?:${words})\\b|[\\w.,:] --[a-z]`)
const text = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

/** String literals that are no comment, nor the `command` of an error. */
function textsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?<=^|\s)\/\/.*$/gm, '')
    .replace(new RegExp(`\\bcommand: (?:${text.source})`, 'g'), '')
  return source.match(text) ?? []
}

test('no text that a handler may come to names a command or a flag', () => {
  const files = reachable()
  expect(files.length).toBeGreaterThan(200)
  expect(files.some((file) => file.includes('/cli/'))).toBe(false)
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((each) => spoken.test(each))
      .map((each) => `${path.relative(main, file)}: ${each}`),
  )
  expect(found).toEqual([])
})

test('an error crosses to the window without the command that the command line adds', () => {
  const error = new PixieError('not-found', {
    what: 'x',
    hint: 'See the list.',
    command: 'pixie skills list',
  })
  expect(JSON.stringify(toWireError(error))).not.toContain('pixie')
  expect(JSON.stringify(toWireError(new Error('boom')))).not.toContain('--')
})
