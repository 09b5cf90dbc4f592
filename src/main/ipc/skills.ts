import type { Topic } from '../../shared/contract/app.ts'
import type { OpenedSkill, SkillDraftFields, skillsCalls } from '../../shared/contract/skills.ts'
import { checkSkill } from '../skills/check.ts'
import type { Edited } from '../skills/edited.ts'
import { exportSkill } from '../skills/export.ts'
import { importSkills } from '../skills/import.ts'
import { handleNames, originOf, skillRows } from '../skills/list.ts'
import type { Skill, SkillDraft } from '../skills/skill.ts'
import type { Handlers, Services } from './handlers.ts'
import { createRuns } from './runs.ts'

export function skillsHandlers({ pixie, desktop, publish }: Services): Handlers<typeof skillsCalls> {
  const { skills, alignment, grants, routing } = pixie
  const runs = createRuns()
  const changed = (...topics: [Topic, ...Topic[]]) => publish('app.changed', { topics })
  /** Slug of the skill that was opened; null for a new one, and for one that was deleted since. */
  const originalOf = (key: string | null) => (key === null ? null : skills.slugOf(key))
  const rowsNow = () => {
    const drafts = skills.drafts.keys().map(originalOf)
    return skillRows({
      registry: skills.registry(),
      menu: new Set(alignment.menu().map(({ slug }) => slug)),
      drafts: new Set(drafts.filter((slug) => slug !== null)),
    })
  }
  const edited = ({ key, draft }: { key: string | null; draft: SkillDraftFields }): Edited => ({
    original: originalOf(key),
    draft,
  })
  const keyOf = (slug: string): string => {
    const key = skills.keyOf(slug)
    if (key === null) throw new Error(`no key of skill ${slug}`)
    return key
  }
  const opened = (skill: Skill): OpenedSkill => ({
    key: keyOf(skill.slug),
    slug: skill.slug,
    title: skill.title,
    origin: originOf(skill),
    usedBy: rowsNow().find(({ slug }) => slug === skill.slug)?.usedBy ?? [],
    fields: fieldsOf(skill),
  })
  return {
    'skills.list': () => ({
      skills: rowsNow(),
      absentBuiltins: [...skills.absentBuiltins()],
      hasNewDraft: skills.drafts.keys().some((key) => originalOf(key) === null),
    }),
    'skills.get': ({ handle }) => opened(skills.registry().demandSkill(handle)),
    'skills.opened': ({ key }) => {
      const slug = skills.slugOf(key)
      return slug === null ? null : opened(skills.registry().demandSkill(slug))
    },
    'skills.check': async (writing) =>
      checkSkill(edited(writing), {
        namespace: skills.registry(),
        isGranted: (tool) => grants.has('tool', tool),
        countTokens: await alignment.tokenizer(),
      }),
    'skills.save': ({ key: openedKey, draft, seen }) => {
      const before = skills.registry()
      // Deleted meanwhile: what was written here is not lost with it.
      const original = originalOf(openedKey)
      const skill = skills.save(draftOf(draft), original ?? undefined, seen ?? undefined)
      const key = keyOf(skill.slug)
      skills.drafts.put(openedKey, null)
      skills.drafts.put(key, null)
      changed('skills', 'alignment')
      if (original === null || original === skill.slug) return { key, slug: skill.slug, renamed: null }
      const texts = new Map(before.skills.map((other) => [other.slug, other.detailedBody]))
      const followed = skills
        .registry()
        .skills.filter(({ slug, detailedBody }) => slug !== skill.slug && texts.get(slug) !== detailedBody)
      return { key, slug: skill.slug, renamed: { from: original, to: skill.slug, skills: followed.length } }
    },
    'skills.set': ({ handle, enabled, advertised }) => {
      skills.save(
        {
          ...(enabled === undefined ? {} : { enabled }),
          ...(advertised === undefined ? {} : { advertised }),
        },
        handle,
      )
      changed('skills', 'alignment')
      return {}
    },
    'skills.duplicate': ({ handle }) => {
      const { title, ...fields } = skills.registry().demandSkill(handle)
      // A copy that the planner may pick beside its original would only compete with it.
      const { slug } = skills.save({ ...fieldsOf({ title, ...fields }), title, advertised: false })
      changed('skills', 'alignment')
      return { slug }
    },
    'skills.delete': ({ handle, replaceBy }) => {
      skills.delete(handle, replaceBy ?? undefined)
      changed('skills', 'alignment')
      return {}
    },
    'skills.undo': () => {
      const what = skills.undo()
      changed('skills', 'alignment')
      return { what }
    },
    'skills.restore': ({ handle }) => {
      const { slug } = skills.restoreBuiltin(handle)
      skills.drafts.put(keyOf(slug), null)
      changed('skills', 'alignment')
      return { slug }
    },
    'skills.import': async () => {
      const path = await desktop.chooseFile({
        title: 'Import a skill, or a folder of skills',
        button: 'Import',
        filters: [{ name: 'Skills', extensions: ['md', 'json'] }],
        orFolder: true,
      })
      if (path === null) return null
      const imported = importSkills(skills, path, {
        countTokens: await alignment.tokenizer(),
        isGranted: (tool) => grants.has('tool', tool),
      })
      changed('skills', 'alignment')
      return imported.map(({ skill, notHonoured, hidden, tooLong }) => ({
        slug: skill.handle.slice(1),
        enabled: skill.enabled,
        notHonoured: [...notHonoured],
        hidden: [...hidden],
        tooLong: tooLong && { tokens: tooLong.tokens, isExact: !tooLong.estimated, over: tooLong.over },
      }))
    },
    'skills.export': async ({ handle }) => {
      const skill = skills.registry().demandSkill(handle)
      const folder = await desktop.chooseFolder({
        title: `Where to put the folder of @${skill.slug}`,
        button: 'Export',
      })
      return folder === null ? null : exportSkill(skill, folder)
    },
    'skills.names': () => handleNames(skills.registry()),
    'skills.draft': ({ key }) => {
      if (key === null) skills.drafts.adopt()
      return skills.drafts.get(key)
    },
    'skills.save-draft': ({ key, kept }) => {
      const hadOne = skills.drafts.get(key) !== null
      skills.drafts.put(key, kept)
      // Only that there is one shows in a list; its text is the editor's own.
      if (hadOne !== (kept !== null)) changed('drafts')
      return {}
    },
    'skills.preview': ({ run, request, ...writing }) =>
      runs.run(run, (signal) => routing.preview(edited(writing), request, signal)),
    'skills.examples': ({ run, ...writing }) =>
      runs.run(run, async (signal) => ({
        results: await routing.examples(edited(writing), signal, (result, done, of) =>
          publish('skills.example', { run, result, done, of }),
        ),
      })),
    'skills.cancel': ({ run }) => {
      runs.cancel(run)
      return {}
    },
  }
}

function fieldsOf(skill: Skill): SkillDraftFields {
  const { slug, shortDescription, detailedBody, enabled, advertised, examples } = skill
  return { handle: slug, shortDescription, detailedBody, enabled, advertised, examples: [...examples] }
}

/** What the editor leaves half-written is no example. */
function draftOf(draft: SkillDraftFields): SkillDraft {
  return { ...draft, examples: draft.examples.filter((example) => example.trim() !== '') }
}
