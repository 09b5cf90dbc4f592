/** Agent-Skills folders into skills: what they bring, what Pixie cannot honour, and what a reader would not see. */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PixieError } from '../../shared/errors.ts'
import { type AgentSkill, parseAgentSkill } from './agent-skill.ts'
import type { NewSkill } from './changes.ts'
import { type CheckParts, checkSkill } from './check.ts'
import { findHiddenText, type HiddenText } from './hidden-text.ts'
import { readTextFile } from './read-text.ts'
import { parseSkillDraft, type Skill, type SkillView, viewOfSkill } from './skill.ts'
import type { Skills } from './store.ts'

export interface ImportedSkill {
  readonly skill: SkillView
  /** The file it was read from. */
  readonly file: string
  /** Other files of its folder and front-matter keys, which have no meaning here. */
  readonly notHonoured: readonly string[]
  readonly hidden: readonly HiddenText[]
  /**
   * Null when it can be followed beside the longest question; else what following it comes to, all that it brings
   * and room to work included, and how far that is over the window. Nothing is cut.
   */
  readonly tooLong: { readonly tokens: number; readonly estimated: boolean; readonly over: number } | null
}

export type ImportOptions = Pick<CheckParts, 'countTokens' | 'isGranted'>

/** A folder with more files than this is listed up to here. */
const maxListedFiles = 500

/**
 * Imports one `SKILL.md` (or a skill as JSON), a folder with one, or a folder of such folders; all or none.
 * A skill in which something is hidden comes disabled, until its owner has read it.
 * Throws `unreadable`, `not-found`, `invalid-input`, `unknown-mention`.
 */
export function importSkills(skills: Skills, path: string, options: ImportOptions): ImportedSkill[] {
  const sources = sourcesAt(path).map((source) => ({ ...source, ...readSource(source.file) }))
  const saved = skills.saveAll(
    sources.map(({ file, agentSkill, hidden }): NewSkill => {
      const name = agentSkill.draft.handle?.replace(/^@/, '') ?? nameOfFile(file)
      const enabled = hidden.length === 0 && (agentSkill.draft.enabled ?? true)
      return { draft: { ...agentSkill.draft, handle: name, enabled }, origin: `import:${name}` }
    }),
  )
  return saved.flatMap((skill, index) => {
    const source = sources[index]
    if (source === undefined) return []
    return [
      {
        skill: viewOfSkill(skill),
        file: source.file,
        notHonoured: [...source.agentSkill.unusedKeys.map((key) => `front matter: ${key}`), ...source.others],
        hidden: source.hidden,
        tooLong: priceOver(skill, skills, options),
      },
    ]
  })
}

/** A skill as a file holds it: Agent-Skills text, or the JSON of `skills show`. Throws `invalid-input`. */
export function parseSkillText(text: string): AgentSkill {
  if (!/^\uFEFF?\s*\{/.test(text)) return parseAgentSkill(text)
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new PixieError('invalid-input', {
      what: 'this skill looks like JSON and is not',
      hint: 'Correct it, or give a SKILL.md text that begins with ---.',
      cause,
    })
  }
  return { draft: parseSkillDraft(value), unusedKeys: [] }
}

interface Source {
  readonly file: string
  /** Other files of the same folder, as paths in it. */
  readonly others: readonly string[]
}

function sourcesAt(path: string): Source[] {
  if (!isFolder(path)) return [{ file: path, others: [] }]
  const here = skillFileIn(path)
  if (here !== null) return [{ file: here, others: otherFiles(path, here) }]
  const sources = foldersIn(path).flatMap((folder) => {
    const file = skillFileIn(folder)
    return file === null ? [] : [{ file, others: otherFiles(folder, file) }]
  })
  if (sources.length > 0) return sources
  throw new PixieError('not-found', {
    what: 'this folder holds no skill',
    value: path,
    hint: 'Give a folder with a SKILL.md in it, or a folder of such folders.',
  })
}

function readSource(file: string): { agentSkill: AgentSkill; hidden: HiddenText[] } {
  const text = readTextFile(file, 'this skill')
  try {
    return { agentSkill: parseSkillText(text), hidden: findHiddenText(text) }
  } catch (error) {
    if (!(error instanceof PixieError)) throw error
    const { code, what, value, hint } = error
    throw new PixieError(code, {
      what: `${basename(dirname(file))}: ${what}`,
      value: value ?? file,
      hint,
      cause: error,
    })
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (cause) {
    throw unreadable(path, 'Check that it exists and that you may read it.', cause)
  }
}

function skillFileIn(folder: string): string | null {
  const entry = entriesOf(folder).find((found) => found.isFile() && /^skill\.md$/i.test(found.name))
  return entry === undefined ? null : join(folder, entry.name)
}

function foldersIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name))
    .sort()
}

/** Links are listed but never followed. Paths within the folder, with `/`. */
function otherFiles(folder: string, skillFile: string): string[] {
  const files: string[] = []
  const folders = ['']
  for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
    for (const entry of entriesOf(join(folder, at))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (join(folder, path) !== skillFile) files.push(path)
    }
    if (files.length > maxListedFiles) return [...files.slice(0, maxListedFiles).sort(), 'and more files']
  }
  return files.sort()
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (cause) {
    throw unreadable(folder, 'Check that you may read this folder.', cause)
  }
}

/** A `SKILL.md` is named by its folder, any other file by itself. */
function nameOfFile(file: string): string {
  return /^skill\.md$/i.test(basename(file))
    ? basename(dirname(file))
    : basename(file).replace(/\.[^.]*$/, '')
}

/** The same price as beside the text in the editor. */
function priceOver(skill: Skill, skills: Skills, options: ImportOptions): ImportedSkill['tooLong'] {
  const draft = { ...skill, handle: skill.slug, examples: [...skill.examples] }
  const { window, left, isExact } = checkSkill(
    { original: skill.slug, draft },
    { ...options, namespace: skills.registry() },
  ).price
  return left < 0 ? { tokens: window - left, estimated: !isExact, over: -left } : null
}

function unreadable(path: string, hint: string, cause?: unknown): PixieError {
  return new PixieError('unreadable', { what: 'cannot read this skill', value: path, hint, cause })
}
