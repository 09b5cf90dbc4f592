/** What Alignment shows, made up. */
import type { AlignmentState, PricedDocument } from '../../../../shared/contract/alignment.ts'

export const defaultBase = 'You are Pixie.\nBe brief.'
const skillsText = 'Your skills:\n- @search-info: Looks everywhere.\n- @fetch-file: Finds a file.'

export function documentOf(base: string, more: Partial<PricedDocument> = {}): PricedDocument {
  const parts: PricedDocument['parts'] = [
    { part: 'base', text: base, tokens: 41 },
    { part: 'blurb:files', text: 'You have files.', tokens: 5 },
    { part: 'skills', text: skillsText, tokens: 72 },
    { part: 'tools', text: 'Your tools:\n- @calendar: Lists events.', tokens: 36 },
  ]
  return {
    mode: 'plan',
    document: parts.map(({ text }) => text).join('\n\n'),
    parts,
    tokens: 154,
    isExact: true,
    window: 4096,
    reserved: 1536,
    over: 0,
    ...more,
  }
}

export const stateOf = (base: string, more: Partial<AlignmentState> = {}): AlignmentState => ({
  ...documentOf(base),
  base,
  isDefaultBase: base === defaultBase,
  defaultBase,
  isEverySkill: false,
  skills: ['search-info', 'fetch-file', 'old-plan'].map((slug, index) => ({
    slug,
    shortDescription: 'Does it.',
    enabled: index < 2,
    advertised: true,
    isSelected: index < 2,
    tokens: 31,
    exampleCount: 4,
  })),
  blurbs: [
    { name: 'notebook', title: 'Notebook', isOn: false, isGranted: true, tokens: 20 },
    { name: 'files', title: 'Files', isOn: true, isGranted: false, tokens: 5 },
  ],
  ...more,
})
