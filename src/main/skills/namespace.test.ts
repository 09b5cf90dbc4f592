import { expect, it } from 'vitest'
import { createNamespace } from './namespace.ts'
import { setUp, sixTools } from './testing/set-up.ts'

function namespaceOf(isGranted: (name: string) => boolean = () => true) {
  const { skills } = setUp()
  const menu = () => skills.registry().menu(null)
  return {
    skills,
    namespace: createNamespace({ registry: skills.registry, menu, tools: sixTools, isGranted }),
  }
}

it('expands a plan to the tools themselves and says in words what is left out', () => {
  const { skills, namespace } = namespaceOf((name) => name !== 'find_file')
  skills.save({ handle: 'off', enabled: false })
  const { tools, missing } = namespace.expand(['search-info', 'off', 'nobody'])
  expect(tools.map((tool) => tool.slug)).toEqual(['check-notebook', 'list-devices', 'grep-memory'])
  expect(missing).toEqual([
    { slug: 'find-file', why: 'this tool may not be used' },
    { slug: 'off', why: 'this skill is switched off' },
    { slug: 'nobody', why: 'nothing has this handle' },
  ])
})

it("gives a skill's steps and those of the skills that it reaches; nothing for a tool or a disabled skill", () => {
  const { skills, namespace } = namespaceOf()
  expect(namespace.steps('search-info')).toMatchObject({
    slug: 'search-info',
    body: expect.stringMatching(/^Find a piece of information/),
    nested: [{ slug: 'fetch-file', body: expect.stringMatching(/^Find one of/) }],
  })
  skills.save({ enabled: false }, 'check-schedule')
  for (const slug of ['find-file', 'check-schedule', 'nobody']) expect(namespace.steps(slug)).toBeNull()
})

it('has about eight requests that need no tool, none of them a skill example', () => {
  const { skills, namespace } = namespaceOf()
  const none = namespace.noToolExamples()
  expect(none.length).toBeGreaterThanOrEqual(8)
  const examples = skills.registry().skills.flatMap((skill) => skill.examples)
  expect(none.filter((request) => examples.includes(request))).toEqual([])
})
