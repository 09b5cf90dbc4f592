import type { HandleName } from '../../../shared/contract/skills.ts'

export const skillName = (slug: string, title = slug, more: Partial<HandleName> = {}): HandleName => ({
  slug,
  title,
  kind: 'skill',
  label: 'skill',
  summary: `${title} does it`,
  enabled: true,
  ...more,
})

const toolName = (slug: string, title: string, label: string): HandleName => ({
  slug,
  title,
  kind: 'tool',
  label: `tool · ${label}`,
  summary: `${title} for you`,
  enabled: true,
})

export const someNames: readonly HandleName[] = [
  skillName('search-info', 'Search Info'),
  skillName('fetch-file', 'Fetch File'),
  skillName('週報', '週報'),
  skillName('old-plan', 'Old Plan', { enabled: false }),
  toolName('find-file', 'Find a file', 'Files'),
  toolName('calendar', 'List calendar events', 'Calendar'),
]
