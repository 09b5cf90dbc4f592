import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import { globalShortcutForm } from '../../shared/setting-values.ts'
import type { Db } from '../store/database.ts'
import { writeTransaction } from '../store/writers.ts'

/** Every setting with its shape and, as the shape's default, its value on a new profile. */
const shapes = {
  /** The day a week begins with, for "this week" and the calendar. */
  weekStart: z.enum(['monday', 'sunday', 'saturday']).default('monday'),
  /** Slugs of the skills chosen in Alignment, in menu order. Null = every enabled and advertised skill; an empty list = none, direct mode. */
  selectedSkills: z.array(z.string().min(1)).nullable().default(null),
  /** The system text that replaces the built-in one. Null = the built-in one. */
  baseInstructions: z.string().nullable().default(null),
  /** Names of the blurbs that are on in Alignment. */
  blurbsOn: z.array(z.string().min(1)).default([]),
  /** Catalogue id or path of a GGUF file. Null = the default model. */
  modelId: z.string().min(1).nullable().default(null),
  /** Paths of model files that the owner chose, for the list. */
  ownModels: z.array(z.string().min(1)).default([]),
  /** After how many minutes without a question the model leaves memory. Null = it stays. */
  modelIdleMinutes: z.int().min(1).max(1440).nullable().default(30),
  /** The model that the app is to fetch, for a start after it ended in the middle. Null = none. */
  modelDownload: z
    .strictObject({
      model: z.string().min(1),
      isPaused: z.boolean(),
      /** The owner accepted the terms of a model that has its own. */
      acceptsTerms: z.boolean(),
    })
    .nullable()
    .default(null),
  /** True once the owner left the first screen. */
  firstRunDone: z.boolean().default(false),
  /** This machine's id in this profile, made when it is first needed. Null = not yet. */
  deviceId: z.string().min(1).nullable().default(null),
  /** True once a new profile was given the grants that it starts with. */
  toolGrantsGiven: z.boolean().default(false),
  /** Where the clock of this profile stands still, ISO 8601 with offset. Null = it runs. The sample profile has one. */
  clockOverride: z.iso.datetime({ offset: true }).nullable().default(null),
  /** The IANA zone of this profile. Null = the computer's. */
  zoneOverride: z.string().refine(isZone, 'not a time zone').nullable().default(null),
  /** Light and dark as the system has it, or always one. */
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** How large everything is drawn; 1 = as designed. */
  zoom: z.number().min(0.5).max(2).default(1),
  sidebarFolded: z.boolean().default(false),
  /** Brings Pixie to the front from everywhere, `Mod+Shift+K`. Null = none. */
  globalShortcut: z.string().regex(globalShortcutForm).nullable().default(null),
} as const

export type SettingKey = keyof typeof shapes
export type Settings = { [K in SettingKey]: z.output<(typeof shapes)[K]> }

const settingKeys = Object.keys(shapes) as readonly SettingKey[] // the object is a closed literal

export interface SettingsStore {
  /** What is set, else the default. A stored value that no longer fits its shape counts as not set. */
  get<K extends SettingKey>(key: K): Settings[K]
  all(): Settings
  /** Durable when it returns. Throws `invalid-input` for a value of the wrong form. */
  set<K extends SettingKey>(key: K, value: Settings[K]): void
  /** Back to the default, whatever a later version makes that. */
  reset(key: SettingKey): void
}

export function createSettings(db: Db): SettingsStore {
  const get = <K extends SettingKey>(key: K): Settings[K] => readSetting(db, key)
  return {
    get,
    all: () => Object.fromEntries(settingKeys.map((key) => [key, get(key)])) as Settings, // every key is there
    set: (key, value) => writeSetting(db, key, value),
    reset(key) {
      writeTransaction(db, () => db.prepare('DELETE FROM settings WHERE key = ?').run(key))
    },
  }
}

function shapeOf<K extends SettingKey>(key: K): z.ZodType<Settings[K]> {
  return shapes[key] as unknown as z.ZodType<Settings[K]> // TypeScript does not tie shapes[K] to Settings[K]
}

function readSetting<K extends SettingKey>(db: Db, key: K): Settings[K] {
  const shape = shapeOf(key)
  const json = db.prepare('SELECT json FROM settings WHERE key = ?').pluck().get(key)
  const stored = shape.safeParse(typeof json === 'string' ? parseJson(json) : undefined)
  return stored.success ? stored.data : shape.parse(undefined)
}

function writeSetting<K extends SettingKey>(db: Db, key: K, value: Settings[K]): void {
  const parsed = shapeOf(key).safeParse(value)
  if (!parsed.success) {
    throw new PixieError('invalid-input', {
      what: `The setting ${key} cannot have this value`,
      value: JSON.stringify(value),
      hint: z.prettifyError(parsed.error).replaceAll('\n', ' '),
    })
  }
  const json = JSON.stringify(parsed.data)
  writeTransaction(db, () =>
    db
      .prepare(
        'INSERT INTO settings (key, json) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET json = excluded.json',
      )
      .run(key, json),
  )
}

/** `undefined`, which every shape takes as "not set", when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
