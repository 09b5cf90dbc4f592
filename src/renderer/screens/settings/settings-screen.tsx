import type { SettingsSection } from '../../navigation.ts'

export function SettingsScreen(_props: { readonly section: SettingsSection }) {
  return null
}
