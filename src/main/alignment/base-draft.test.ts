import { expect, it } from 'vitest'
import { createSettings } from '../settings/settings.ts'
import { openSkills } from '../skills/store.ts'
import { sixTools } from '../skills/testing/set-up.ts'
import { openMemoryStore } from '../store/database.ts'
import { pixieMigrations } from '../store/migrations.ts'
import { alignmentHooks } from './alignment.ts'
import { createBaseDraft } from './base-draft.ts'

function setUp() {
  const { pixie: db } = openMemoryStore(pixieMigrations, [])
  const clock = { now: () => 1, zone: 'UTC' }
  const draft = createBaseDraft(db, clock)
  const hooks = alignmentHooks(createSettings(db), draft)
  return {
    draft,
    skills: openSkills({ db, clock, tools: sixTools, hooks }),
    again: createBaseDraft(db, clock),
  }
}

it('keeps one text as it stands, with what it was made from, until there is none any more', () => {
  const { draft, again } = setUp()
  expect(draft.get()).toBeNull()
  draft.put({ text: 'first', basedOn: 'saved' })
  draft.put({ text: ' \u202e\n', basedOn: 'saved' })
  expect(again.get()).toEqual({ text: ' \u202e\n', basedOn: 'saved' })
  draft.put(null)
  expect(again.get()).toBeNull()
})

it('follows a rename, and the rename that is taken back', () => {
  const { draft, skills } = setUp()
  const kept = { text: 'Now @fetch-file.', basedOn: 'Use @fetch-file!' }
  draft.put(kept)
  skills.save({ handle: 'get-it' }, 'fetch-file')
  expect(draft.get()).toEqual({ text: 'Now @get-it.', basedOn: 'Use @get-it!' })
  skills.undo()
  expect(draft.get()).toEqual(kept)
})
