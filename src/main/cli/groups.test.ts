import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { groups } from './groups.ts'

const commands = (await Promise.all(groups.map((group) => group.load()))).flat()

test('every file of commands is in the list', async () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('-commands.ts') && file !== 'builtin-commands.ts',
  )
  const known = new Set(commands.map((command) => command.name))
  for (const file of files) {
    const module: object = await import(/* @vite-ignore */ new URL(file, import.meta.url).href)
    const lists = Object.entries(module).filter(
      ([name, value]) => name.endsWith('Commands') && Array.isArray(value),
    )
    expect([file, lists.length > 0]).toEqual([file, true])
    for (const command of lists.flatMap(([, list]) => list as typeof commands)) {
      expect([...known]).toContain(command.name)
    }
  }
})

test('each first word gives its own commands, each name once', () => {
  const names = commands.map((command) => command.name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(groups.map((group) => group.word)).size).toBe(groups.length)
  for (const name of names) expect(name).toMatch(/^[a-z]+( [a-z]+)?$/)
})

test.each(commands.map((command) => [command.name, command] as const))(
  '%s says what it does and how',
  (name, command) => {
    expect(command.summary).toMatch(/^[A-Z][^\n]*[^.\s]$/)
    expect(command.example).toContain(`pixie ${name}`)
    expect(command.example).not.toContain('\n')
    for (const [option, spec] of Object.entries(command.options)) {
      expect(option).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(spec.help).not.toBe('')
      expect(spec.type === 'string').toBe(spec.value !== undefined)
    }
  },
)
