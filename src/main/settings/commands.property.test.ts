/** Random commands on a profile on disk agree with a plain model, across restarts. */
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { migration } from '../store/migrations/pixie-0010-core.ts'
import { openStore } from '../store/open.ts'
import { tempProfile } from '../store/testing/temp-profile.ts'
import { createGrants, type GrantKind } from './grants.ts'
import { createSettings, type SettingKey, type Settings } from './settings.ts'

// Many commits or processes on a busy machine take their time; nothing here is about speed.
vi.setConfig({ testTimeout: 30_000 })

interface Model {
  settings: Partial<Settings>
  grants: Set<string>
}

const text = fc.string({ unit: 'grapheme', maxLength: 8 })
const settingValue = fc.oneof(
  fc.record({
    key: fc.constant('weekStart' as const),
    value: fc.constantFrom('monday', 'sunday', 'saturday'),
  }),
  fc.record({
    key: fc.constant('selectedSkills' as const),
    value: fc.option(fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 3 })),
  }),
  fc.record({ key: fc.constant('baseInstructions' as const), value: fc.option(text) }),
)
const kind = fc.constantFrom<GrantKind>('folder', 'tool')
const name = fc.constantFrom('/a', '/b', 'find_file', 'Ünï')

const command = fc.oneof(
  settingValue.map((s) => ({ do: 'set' as const, ...s })),
  fc
    .constantFrom<SettingKey>('weekStart', 'selectedSkills', 'baseInstructions')
    .map((key) => ({ do: 'reset' as const, key })),
  fc.record({ do: fc.constantFrom('add' as const, 'remove' as const), kind, name }),
  fc.constant({ do: 'restart' as const }),
)

it('settings and grants do what a map and a set would', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
      using profile = tempProfile()
      const open = () => {
        const store = openStore({
          dataDir: profile.dataDir,
          pixieMigrations: [migration],
          indexMigrations: [],
          onNotice: (line) => expect.unreachable(line),
        })
        return {
          store,
          settings: createSettings(store.pixie),
          grants: createGrants(store.pixie, { now: () => 0 }),
        }
      }
      let real = open()
      const model: Model = { settings: {}, grants: new Set() }
      const defaults = real.settings.all()
      for (const c of commands) {
        if (c.do === 'set') {
          real.settings.set(c.key, c.value)
          Object.assign(model.settings, { [c.key]: c.value })
        } else if (c.do === 'reset') {
          real.settings.reset(c.key)
          delete model.settings[c.key]
        } else if (c.do === 'restart') {
          real.store.close()
          real = open()
        } else {
          const id = `${c.kind} ${c.name}`
          const isThere = model.grants.has(id)
          expect(real.grants[c.do](c.kind, c.name)).toBe(c.do === 'add' ? !isThere : isThere)
          if (c.do === 'add') model.grants.add(id)
          else model.grants.delete(id)
        }
      }
      expect(real.settings.all()).toEqual({ ...defaults, ...model.settings })
      const granted = (['folder', 'tool'] as const)
        .flatMap((k) => real.grants.list(k))
        .map((g) => `${g.kind} ${g.value}`)
      expect(new Set(granted)).toEqual(model.grants)
      real.store.close()
    }),
    { numRuns: 40 },
  )
})
