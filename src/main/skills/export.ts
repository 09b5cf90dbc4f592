import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import { printAgentSkill } from './agent-skill.ts'
import type { Skill } from './skill.ts'

/** How many names are tried beside one that is taken. */
const maxTries = 1_000

/**
 * Writes `HANDLE/SKILL.md` into `folder`, in a new folder of its own (`HANDLE-2` where that is taken), and gives its
 * path within `folder`. Throws `permission-denied` when it cannot be written.
 */
export function exportSkill(skill: Skill, folder: string): string {
  try {
    const name = freeName(skill.slug, folder)
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'SKILL.md'), printAgentSkill(skill), { flag: 'wx' })
    return `${name}/SKILL.md`
  } catch (cause) {
    throw new PixieError('permission-denied', {
      what: 'the skill could not be written there',
      value: folder,
      hint: 'Choose another folder, one that you may write to.',
      cause,
    })
  }
}

function freeName(slug: string, folder: string): string {
  for (let number = 1; number < maxTries; number += 1) {
    const name = number === 1 ? slug : `${slug}-${number}`
    if (!existsSync(join(folder, name))) return name
  }
  throw new Error(`${folder} holds ${maxTries} folders of the name ${slug}`)
}
