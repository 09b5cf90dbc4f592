/** The one document that the model receives as its system text. What is composed here is sent byte for byte. */
import { readFileSync } from 'node:fs'
import { type BlurbId, blurbIds } from '../../shared/contract/alignment.ts'
import { type LabelledText, type LedgerPart, textOf } from '../../shared/ledger.ts'
import { printMention } from '../../shared/mention.ts'
import type { MenuLine } from '../skills/registry.ts'

/** What the model may be told about, for the direct path. A description, never a grant. */
export const blurbNames = blurbIds
export type BlurbName = BlurbId

export type PartName = 'base' | `blurb:${BlurbName}` | 'skills' | 'tools'

export interface DocumentPart {
  readonly part: PartName
  /** Without the empty line that separates it from the next. */
  readonly text: string
}

export interface Choice {
  /** Null = the shipped text. */
  readonly base: string | null
  readonly blurbs: readonly BlurbName[]
  /** Empty = direct mode: no `Your skills:`, no `Your tools:`. */
  readonly menu: readonly MenuLine[]
}

const readText = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').trim()

/** The shipped base instructions. */
export const defaultBase = readText('base.md')

const blurbs = new Map(blurbNames.map((name) => [name, readText(`blurbs/${name}.md`)]))

/** Base, blurbs, skills, tools, in this order; parts without text are left out. */
export function composeParts({ base, blurbs: on, menu }: Choice): DocumentPart[] {
  const parts: DocumentPart[] = [
    { part: 'base', text: (base ?? defaultBase).trimEnd() },
    ...blurbNames
      .filter((name) => on.includes(name))
      .map((name): DocumentPart => ({ part: `blurb:${name}`, text: blurbText(name) })),
    { part: 'skills', text: menuText('Your skills:', menu, 'skill') },
    { part: 'tools', text: menuText('Your tools:', menu, 'tool') },
  ]
  return parts.filter(({ text }) => text !== '')
}

/** The text of one blurb, as it stands in the document. */
export function blurbText(name: BlurbName): string {
  return blurbs.get(name) ?? ''
}

/** One line of the menu, as it stands in the document. */
export function menuLineText({ slug, text }: Pick<MenuLine, 'slug' | 'text'>): string {
  return `- ${printMention(slug)}: ${text}`.trimEnd()
}

export function documentOf(parts: readonly DocumentPart[]): string {
  return textOf(documentPieces(parts))
}

/** The document as the ledger counts it: the empty line between two parts belongs to the second. */
export function documentPieces(parts: readonly DocumentPart[]): LabelledText[] {
  return parts.map(({ part, text }, index) => ({
    part: ledgerPartOf(part),
    text: index === 0 ? text : `\n\n${text}`,
  }))
}

function ledgerPartOf(part: PartName): LedgerPart {
  if (part === 'base') return 'base'
  return part === 'skills' || part === 'tools' ? 'menu' : 'blurbs'
}

/** Every text of this part that ships with Pixie and holds nothing of its owner's. */
export function shippedTexts(): string[] {
  return [defaultBase, ...blurbs.values()]
}

function menuText(title: string, menu: readonly MenuLine[], kind: MenuLine['kind']): string {
  const lines = menu.filter((line) => line.kind === kind)
  if (lines.length === 0) return ''
  return [title, ...lines.map(menuLineText)].join('\n')
}
