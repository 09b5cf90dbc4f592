import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PixieError } from '../../shared/errors.ts'
import { mentionedSlugs, parseMentions } from '../../shared/mention.ts'
import { makeSlug } from '../../shared/slug.ts'
import { setUp, sixTools } from './testing/set-up.ts'

const handles = fc.constantFrom(
  'plan',
  'Plan Trip',
  'plan-trip-2',
  '週報',
  '週報を',
  '週',
  'todoリスト',
  'Café',
  'find_file',
  'queryCalendar',
  '🎉',
)
const tails = fc.constantFrom(' ', '.', 'を書く', "'s ", '\n', '`x`', '-', '_', '週')
const pick = fc.nat({ max: 30 })

type Operation =
  | { kind: 'save'; handle: string; mentions: [number, string][]; over: number | null }
  | { kind: 'rename'; target: number; handle: string }
  | { kind: 'delete'; target: number; replaceBy: number | null }
  | { kind: 'restore'; target: number }

const mentions = fc.array(fc.tuple(pick, tails), { maxLength: 4 })
const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('save'), handle: handles, mentions, over: fc.option(pick, { freq: 2 }) }),
    fc.record({ kind: fc.constant('rename'), target: pick, handle: handles }),
    fc.record({ kind: fc.constant('delete'), target: pick, replaceBy: fc.option(pick, { freq: 2 }) }),
    fc.record({ kind: fc.constant('restore'), target: pick }),
  ) as fc.Arbitrary<Operation>, // oneof widens the literal kinds
  { maxLength: 25 },
)

describe('after any sequence of saves, renames, deletions and restorations', () => {
  it('nothing dangles, no two things share a handle, and each mention still means the same skill', () => {
    fc.assert(
      fc.property(operations, (sequence) => {
        const { skills } = setUp()
        for (const operation of sequence) {
          const before = skills.registry()
          const all = before.skills.map(({ slug }) => slug)
          const everything = [...all, ...sixTools.map(({ slug }) => slug)]
          const at = (list: string[], index: number) => list[index % Math.max(1, list.length)] ?? 'nobody'
          try {
            if (operation.kind === 'save') {
              const detailedBody = operation.mentions
                .map(([n, tail]) => `@${at(everything, n)}${tail}`)
                .join('')
              const over = operation.over === null ? undefined : at(all, operation.over)
              skills.save({ handle: operation.handle, detailedBody }, over)
            } else if (operation.kind === 'rename') {
              const target = at(all, operation.target)
              const renamed = skills.save({ handle: operation.handle }, target).slug
              for (const old of before.skills) {
                const slug = old.slug === target ? renamed : old.slug
                const body = skills.registry().demandSkill(slug).detailedBody
                const meant = mentionedSlugs(old.detailedBody, before)
                expect(mentionedSlugs(body, skills.registry())).toEqual(
                  meant.map((mention) => (mention === target ? renamed : mention)),
                )
              }
            } else if (operation.kind === 'delete') {
              const replaceBy = operation.replaceBy === null ? undefined : at(everything, operation.replaceBy)
              skills.delete(at(all, operation.target), replaceBy)
            } else skills.restoreBuiltin(at(all, operation.target))
          } catch (error) {
            if (!(error instanceof PixieError)) throw error
            expect(skills.registry().skills).toEqual(before.skills)
          }
          const after = skills.registry()
          const slugs = after.skills.map(({ slug }) => slug)
          const reserved = sixTools.flatMap(({ slug, name }) => [slug, makeSlug(name)])
          expect(new Set([...slugs, ...reserved]).size).toBe(slugs.length + new Set(reserved).size)
          for (const { detailedBody } of after.skills) {
            for (const { slug } of parseMentions(detailedBody, after)) expect(after.isKnown(slug)).toBe(true)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
