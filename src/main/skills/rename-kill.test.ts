import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { mentionedSlugs } from '../../shared/mention.ts'
import { killLoop } from '../store/testing/kill-loop.ts'
import { tempProfile } from '../store/testing/temp-profile.ts'
import { openAligned } from './testing/open-aligned.ts'

const users = 200

it('a rename is whole or did not happen, whenever its process is killed', { timeout: 120_000 }, async () => {
  using profile = tempProfile()
  const open = () => openAligned(profile.dataDir, (line) => expect.fail(line))
  const first = open()
  const mine = { handle: 'plan', detailedBody: 'Again @plan.', examples: ['ask @plan'] }
  const others = Array.from({ length: users }, (_, n) => ({ handle: `s${n}`, detailedBody: '@plan @Plan' }))
  first.skills.saveAll([mine, ...others].map((draft) => ({ draft, origin: 'own' })))
  first.settings.set('selectedSkills', ['plan'])
  first.settings.set('baseInstructions', 'Prefer @plan.')
  first.close()

  const renamed = await killLoop({
    script: fileURLToPath(new URL('testing/rename-forever.ts', import.meta.url)),
    args: [profile.dataDir],
    kills: 20,
    minMs: 0,
    maxMs: 60,
    writers: 1,
  })
  expect(renamed.length).toBeGreaterThan(20)

  const { settings, skills, close } = open()
  const registry = skills.registry()
  const now = registry.isKnown('plan') ? 'plan' : 'agenda'
  const texts = registry.skills.flatMap(({ detailedBody, examples }) => [detailedBody, ...examples])
  const mentioned = new Set(texts.flatMap((text) => mentionedSlugs(text, registry)))
  expect(mentioned.has(now)).toBe(true)
  expect([...mentioned].filter((slug) => !registry.isKnown(slug))).toEqual([])
  expect(settings.get('selectedSkills')).toEqual([now])
  expect(settings.get('baseInstructions')).toBe(`Prefer @${now}.`)
  close()
})
