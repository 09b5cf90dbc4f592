import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { plainWords } from './grading/text.ts'
import { ownerIds, readOwner } from './owners.ts'
import { type Accepted, readTasks } from './tasks.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** Shorter ones are what anybody says: "passport number". In characters of the plain words. */
const shortestQuestion = 16
const shortestAnswer = 10

/** Everything that the program is made of; what tests say is no part of it, nor is the sample, which is no task of ours. */
function programFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.(?:ts|tsx|md|json|txt|html)$/.test(name))
    .filter((name) => !/\.test\.tsx?$|\/testing\/|resources\/sample/.test(name))
    .filter((name) => statSync(join(root, name)).isFile())
}

const tellingTexts = (accepted: Accepted): string[] => {
  if ('set' in accepted) return accepted.set.flatMap(tellingTexts)
  return 'text' in accepted ? [accepted.text] : []
}

it('nothing that Pixie is made of knows a question, an owner or an answer of the tasks', () => {
  const conversations = join(root, 'eval/tasks/conversations.jsonl')
  const tasks = ['dev', 'test', conversations].flatMap(readTasks)
  const asked = tasks.flatMap(({ question, rephrasings = [] }) => [question, ...rephrasings])
  const answers = tasks.flatMap(({ accept, reject }) => [...accept, ...reject].flatMap(tellingTexts))
  const names = ownerIds.map((id) => readOwner(id).name.replace(/\s*\(.*\)/, ''))
  const secrets = [
    ...asked.map(plainWords).filter(({ length }) => length >= shortestQuestion),
    ...[...answers, ...names].map(plainWords).filter(({ length }) => length >= shortestAnswer),
  ]
  expect(secrets.length).toBeGreaterThan(400)
  const files = ['src', 'resources'].flatMap(programFiles)
  expect(files.length).toBeGreaterThan(200)
  const known = files.flatMap((file) => {
    const text = ` ${plainWords(readFileSync(join(root, file), 'utf8'))} `
    return secrets.filter((secret) => text.includes(` ${secret} `)).map((secret) => `${file}: ${secret}`)
  })
  expect(known).toEqual([])
})
