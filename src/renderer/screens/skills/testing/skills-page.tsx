/** The screen on a made-up main: skills that can be listed, opened, checked and saved. */

import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { CallName } from '../../../../shared/contract/index.ts'
import type {
  OpenedSkill,
  SkillCheck,
  SkillDraftFields,
  SkillRow,
} from '../../../../shared/contract/skills.ts'
import { makeSlug } from '../../../../shared/slug.ts'
import { ApiProvider } from '../../../api.ts'
import { pretendLayout } from '../../../editor/testing/layout.ts'
import { someNames } from '../../../editor/testing/names.ts'
import { useNavigation } from '../../../navigation.ts'
import { createQueries } from '../../../queries.ts'
import { createFakeApi, type FakeApi } from '../../../testing/fake-api.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { defaultBase, stateOf } from '../../alignment/testing/alignment-state.ts'
import { SkillsScreen } from '../skills-screen.tsx'

export const rowOf = (slug: string, more: Partial<SkillRow> = {}): SkillRow => ({
  slug,
  title: slug,
  shortDescription: `${slug} does it`,
  enabled: true,
  advertised: true,
  isOnMenu: true,
  origin: 'own',
  exampleCount: 0,
  usedBy: [],
  mentionsDisabled: [],
  hasDraft: false,
  ...more,
})

export const fieldsOf = (handle: string, more: Partial<SkillDraftFields> = {}): SkillDraftFields => ({
  handle,
  shortDescription: 'Does it.',
  detailedBody: 'Use @find-file.',
  enabled: true,
  advertised: true,
  examples: [],
  ...more,
})

/** In these tests a skill's key is the handle that it is opened by. */
export const openedOf = (key: string, more: Partial<SkillDraftFields> = {}): OpenedSkill => {
  const fields = fieldsOf(key, more)
  return { key, slug: fields.handle, title: key, origin: 'own', usedBy: [], fields }
}

export const checkOf = (draft: SkillDraftFields, more: Partial<SkillCheck> = {}): SkillCheck => ({
  slug: makeSlug(draft.handle) || null,
  slugNote: null,
  unknown: [],
  disabled: [],
  tree: [{ slug: 'find-file', kind: 'tool', depth: 0, note: null }],
  tools: ['find_file'],
  price: {
    parts: [
      { part: 'steps', tokens: 96 },
      { part: 'signatures', tokens: 141 },
    ],
    tokens: 237,
    window: 4096,
    left: 3859,
    isExact: true,
  },
  summary: { lines: 1, tokens: 17, warnings: [] },
  problems: makeSlug(draft.handle) === '' ? ['Give it a handle.'] : [],
  ...more,
})

type Handlers = Parameters<typeof createFakeApi>[0]

interface Page {
  readonly api: FakeApi
  readonly user: ReturnType<typeof userEvent.setup>
  /** The params of every call of this name. */
  made(name: CallName): unknown[]
  unmount(): void
}

/** What the window shows is what navigation says, as in the app. */
function Place() {
  const place = useNavigation((navigation) => navigation.place)
  return place.screen === 'skills' ? <SkillsScreen skill={place.skill} /> : <p>Elsewhere</p>
}

export function openSkillsPage(skill: string | null | undefined, handlers: Handlers = {}): Page {
  pretendLayout()
  useNavigation.setState({
    place: skill === undefined ? { screen: 'skills' } : { screen: 'skills', skill },
    earlier: [],
    guard: null,
  })
  const get = handlers['skills.get'] ?? (({ handle }) => openedOf(handle))
  const api = createFakeApi({
    'skills.names': () => [...someNames],
    'skills.list': () => ({ skills: [rowOf('search-info')], absentBuiltins: [], hasNewDraft: false }),
    'skills.draft': () => null,
    'skills.save-draft': () => ({}),
    'skills.get': get,
    'skills.opened': ({ key }) => get({ handle: key }),
    'skills.check': ({ draft }) => checkOf(draft),
    'skills.save': ({ draft }) => ({ key: draft.handle, slug: draft.handle, renamed: null }),
    'skills.cancel': () => ({}),
    'skills.examples': () => ({ results: [] }),
    'alignment.show': () => stateOf(defaultBase),
    ...handlers,
  })
  const { unmount } = render(
    <ApiProvider value={api}>
      <QueryClientProvider client={createQueries(api)}>
        <Place />
        <Toaster />
      </QueryClientProvider>
    </ApiProvider>,
  )
  return {
    api,
    user: userEvent.setup(),
    made: (name) => api.made.filter((call) => call.name === name).map(({ params }) => params),
    unmount,
  }
}
