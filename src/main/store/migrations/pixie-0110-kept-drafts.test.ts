import { expect, it } from 'vitest'
import { openMemoryStore } from '../database.ts'
import { migrate } from '../migrate.ts'
import { pixieMigrations } from '../migrations.ts'

const before = pixieMigrations.filter(({ version }) => version < 110)

/** A profile of the version before, with drafts under these handles ('' = a new skill), newest last. */
function draftsAfter(handles: readonly string[]) {
  const { pixie } = openMemoryStore(before, [])
  pixie.exec(`INSERT INTO skills VALUES
    ('plan', 1, '', '', '', 1, 1, '[]', 'own', 0, 0), ('週報', 2, '', '', '', 1, 1, '[]', 'own', 0, 0)`)
  for (const [at, handle] of handles.entries())
    pixie.prepare('INSERT INTO skill_drafts VALUES (?, ?, ?)').run(handle, JSON.stringify({ handle }), at)
  pixie.pragma(`user_version = ${before.at(-1)?.version}`)
  migrate(pixie, pixieMigrations, () => undefined)
  return pixie
    .prepare(
      `SELECT ifnull(slug, '') AS slug, json ->> 'handle' AS was FROM skill_drafts
       LEFT JOIN skills ON key = skill ORDER BY slug`,
    )
    .raw()
    .all()
}

it('a draft lies under its own skill', () => {
  expect(draftsAfter(['週報', 'plan', ''])).toEqual([
    ['', ''],
    ['plan', 'plan'],
    ['週報', '週報'],
  ])
})

it('the newest draft of a handle that is gone becomes a new skill, never over one that is being written', () => {
  expect(draftsAfter(['old', 'older-still', 'plan'])).toEqual([
    ['', 'older-still'],
    ['plan', 'plan'],
  ])
  expect(draftsAfter(['', 'old'])).toEqual([['', '']])
})
