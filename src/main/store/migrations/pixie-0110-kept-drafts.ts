import type { Migration } from '../database.ts'

export const migration: Migration = {
  version: 110,
  name: 'kept-drafts',
  up(db) {
    db.exec(`
      -- What a skill keeps through renames: a handle may become another skill's.
      ALTER TABLE skills ADD COLUMN key TEXT NOT NULL DEFAULT '';
      UPDATE skills SET key = lower(hex(randomblob(8)));
      CREATE UNIQUE INDEX skills_by_key ON skills (key);

      -- From here on a draft lies under its skill's key. Those under handles that are gone had been lost from sight:
      -- the newest comes back as a new skill, if none is being written.
      DELETE FROM skill_drafts WHERE skill <> '' AND skill NOT IN (SELECT slug FROM skills)
        AND rowid <> (SELECT rowid FROM skill_drafts WHERE skill NOT IN (SELECT slug FROM skills)
          ORDER BY skill = '' DESC, saved_at_ms DESC LIMIT 1);
      UPDATE skill_drafts SET skill = ifnull((SELECT key FROM skills WHERE slug = skill_drafts.skill), '');

      -- The skill as it was when the draft was made from it. Null = not known, or a new one.
      ALTER TABLE skill_drafts ADD COLUMN based_on TEXT CHECK (based_on IS NULL OR json_valid(based_on));

      -- Base instructions that are being written, and those that they are made from.
      CREATE TABLE base_draft (
        only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
        text TEXT NOT NULL,
        based_on TEXT NOT NULL,
        saved_at_ms INTEGER NOT NULL
      ) STRICT;
    `)
  },
}
