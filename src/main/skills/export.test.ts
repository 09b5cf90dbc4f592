import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempProfile } from '../store/testing/temp-profile.ts'
import { parseAgentSkill } from './agent-skill.ts'
import { exportSkill } from './export.ts'
import { skillOf } from './testing/set-up.ts'

it('writes a folder that import takes back, and never over another', () => {
  using folder = tempProfile()
  const skill = skillOf('週報', 'Use @find-file.\r\n')
  expect(exportSkill(skill, folder.root)).toBe('週報/SKILL.md')
  expect(exportSkill(skill, folder.root)).toBe('週報-2/SKILL.md')
  const text = readFileSync(join(folder.root, '週報', 'SKILL.md'), 'utf8')
  expect(parseAgentSkill(text).draft).toMatchObject({ handle: '週報', detailedBody: 'Use @find-file.\r\n' })
})

it('says what to do when the folder cannot be written', () => {
  using folder = tempProfile()
  expect(() => exportSkill(skillOf('a', ''), join(folder.root, 'gone'))).toThrow(
    expect.objectContaining({ code: 'permission-denied' }),
  )
})
