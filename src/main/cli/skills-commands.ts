import { printMention } from '../../shared/mention.ts'
import { printAgentSkill } from '../skills/agent-skill.ts'
import { type ImportedSkill, importSkills, parseSkillText } from '../skills/import.ts'
import { disabledIn } from '../skills/list.ts'
import { readTextFile } from '../skills/read-text.ts'
import type { Missing } from '../skills/registry.ts'
import { type Skill, viewOfSkill } from '../skills/skill.ts'
import type { Command } from './command.ts'
import { skillsWorkCommands } from './skills-work-commands.ts'
import { textArgument } from './text-argument.ts'

const list: Command = {
  name: 'skills list',
  summary: 'List the skills',
  args: [],
  options: {},
  example: 'pixie skills list',
  async run({ pixie }) {
    const { skills } = (await pixie()).skills.registry()
    return {
      json: skills.map(viewOfSkill),
      text: skills.map(summaryLine).join('\n') || 'No skills.',
    }
  },
}

const show: Command = {
  name: 'skills show',
  summary: 'Show a skill',
  args: ['HANDLE'],
  options: {},
  example: 'pixie skills show @search-info',
  async run({ pixie, args: [handle = ''] }) {
    const skill = (await pixie()).skills.registry().demandSkill(handle)
    return { json: viewOfSkill(skill), text: skillText(skill) }
  },
}

const save: Command = {
  name: 'skills save',
  summary: 'Save a skill from JSON or SKILL.md text; a mention of what does not exist is refused',
  args: ['FILE'],
  options: {
    id: { type: 'string', value: 'HANDLE', help: 'change this skill; a new handle is renamed in every text' },
  },
  example: 'pixie skills save skill.json --id @old-handle',
  async run(input) {
    const { pixie, options } = input
    const [file = ''] = input.args
    const text = file === '-' ? await textArgument(input, file) : readTextFile(file, 'this skill')
    const { draft } = parseSkillText(text)
    const { skills } = await pixie()
    const skill = skills.save(draft, typeof options.id === 'string' ? options.id : undefined)
    for (const slug of disabledIn(skill, skills.registry()))
      input.io.note(`It mentions @${slug}, which is switched off and brings nothing.`)
    if (!skill.enabled)
      for (const user of skills.registry().skills)
        if (user.slug !== skill.slug && disabledIn(user, skills.registry()).includes(skill.slug))
          input.io.note(`@${user.slug} mentions it, and it brings nothing while it is switched off.`)
    return { json: viewOfSkill(skill), text: `Saved as ${printMention(skill.slug)}.` }
  },
}

const rename: Command = {
  name: 'skills rename',
  summary: 'Change a handle, and every mention of it',
  args: ['OLD', 'NEW'],
  options: {},
  example: 'pixie skills rename @plan @weekly-plan',
  async run({ pixie, args: [old = '', handle = ''] }) {
    const skill = (await pixie()).skills.save({ handle }, old)
    return { json: viewOfSkill(skill), text: `It is ${printMention(skill.slug)} now, everywhere.` }
  },
}

const remove: Command = {
  name: 'skills delete',
  summary: 'Delete a skill that no other skill mentions',
  args: ['HANDLE'],
  options: {
    'replace-by': {
      type: 'string',
      value: 'HANDLE',
      help: 'put this handle in the place of its mentions first',
    },
  },
  example: 'pixie skills delete @old-plan --replace-by @plan',
  async run({ pixie, args: [handle = ''], options }) {
    const { skills } = await pixie()
    const view = viewOfSkill(skills.registry().demandSkill(handle))
    const replaceBy = options['replace-by']
    skills.delete(handle, typeof replaceBy === 'string' ? replaceBy : undefined)
    return { json: view, text: `Deleted ${view.handle}.` }
  },
}

const closure: Command = {
  name: 'skills closure',
  summary: 'List the skills and tools that a handle brings, in binding order',
  args: ['HANDLE'],
  options: {},
  example: 'pixie skills closure @search-info',
  async run({ pixie, io, args: [handle = ''] }) {
    const { skills, tools, missing } = (await pixie()).skills.registry().closure(handle)
    for (const each of missing) io.note(missingLine(each))
    const handles = skills.map(printMention)
    return {
      json: { skills: handles, tools },
      text: `skills: ${handles.join(', ') || 'none'}\ntools:  ${tools.join(', ') || 'none'}`,
    }
  },
}

const importCommand: Command = {
  name: 'skills import',
  summary: 'Import a SKILL.md, its folder, or a folder of such folders',
  args: ['PATH'],
  options: {},
  example: 'pixie skills import ~/skills/meeting-prep',
  async run({ pixie, args: [path = ''] }) {
    const { skills, alignment, grants } = await pixie()
    const imported = importSkills(skills, path, {
      countTokens: await alignment.tokenizer(),
      isGranted: (tool) => grants.has('tool', tool),
    })
    return { json: imported, text: imported.map(importText).join('\n') }
  },
}

const exportCommand: Command = {
  name: 'skills export',
  summary: 'Print a skill as SKILL.md text (with --json, as JSON)',
  args: ['HANDLE'],
  options: {},
  example: 'pixie skills export @search-info > SKILL.md',
  async run({ pixie, io, json, args: [handle = ''] }) {
    const skill = (await pixie()).skills.registry().demandSkill(handle)
    if (json) return { json: viewOfSkill(skill), text: '' }
    io.write(printAgentSkill(skill))
    return null
  },
}

const restore: Command = {
  name: 'skills restore',
  summary: 'Put a built-in skill back to the text it came with',
  args: ['HANDLE'],
  options: {},
  example: 'pixie skills restore @search-info',
  async run({ pixie, args: [handle = ''] }) {
    const skill = (await pixie()).skills.restoreBuiltin(handle)
    return { json: viewOfSkill(skill), text: `${printMention(skill.slug)} is as it came.` }
  },
}

function state(skill: Skill): string {
  if (!skill.enabled) return 'off'
  return skill.advertised ? 'on the menu' : 'only when mentioned'
}

function summaryLine(skill: Skill): string {
  return `${printMention(skill.slug).padEnd(24)} ${state(skill).padEnd(19)} ${skill.shortDescription.replace(/\s+/g, ' ')}`
}

function skillText(skill: Skill): string {
  const examples = skill.examples.map((example) => `  - ${example}`)
  return [
    `${printMention(skill.slug)} · ${skill.title} · ${state(skill)}`,
    skill.shortDescription,
    '',
    skill.detailedBody,
    ...(examples.length === 0 ? [] : ['', 'Example requests:', ...examples]),
  ].join('\n')
}

function missingLine({ slug, why }: Missing): string {
  const reasons = { unknown: 'does not exist', disabled: 'is switched off', 'no-grant': 'may not be used' }
  return `${printMention(slug)} ${reasons[why]} and is left out.`
}

function importText({ skill, notHonoured, hidden, tooLong }: ImportedSkill): string {
  return [
    `Imported ${skill.handle}${skill.enabled ? '' : ', switched off'}.`,
    ...notHonoured.map((what) => `  not used: ${what}`),
    ...hidden.map(
      ({ line, what, text, count }) =>
        `  look at line ${line}: ${what} (${JSON.stringify(text)}${count > 1 ? `, ${count} times` : ''})`,
    ),
    ...(tooLong === null
      ? []
      : [
          `  too long by ${tooLong.estimated ? '~' : ''}${tooLong.over} tokens to be followed; shorten its steps.`,
        ]),
  ].join('\n')
}

export const skillsCommands: readonly Command[] = [
  list,
  show,
  save,
  rename,
  remove,
  closure,
  importCommand,
  exportCommand,
  restore,
  ...skillsWorkCommands,
]
