import { type SettingsSection, useNavigation } from '../../navigation.ts'
import { Screen } from '../../ui/screen.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ModelSettings } from '../models/model-settings.tsx'
import { ContextSettings } from './context-settings.tsx'
import { DataSettings } from './data-settings.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { PrivacySettings } from './privacy-settings.tsx'

/** What the owner can set. Every change applies at once; there is nothing to save. */
export function SettingsScreen({ section }: { readonly section: SettingsSection }) {
  return (
    <Screen title="Settings" isColumn>
      <Tabs<SettingsSection>
        label="Settings"
        selected={section}
        onSelect={(chosen) => useNavigation.getState().replace({ screen: 'settings', section: chosen })}
        tabs={[
          { id: 'general', label: 'General', content: <GeneralSettings /> },
          { id: 'model', label: 'Model', content: <ModelSettings /> },
          { id: 'context', label: 'Agent → Context', content: <ContextSettings /> },
          { id: 'privacy', label: 'Privacy', content: <PrivacySettings /> },
          { id: 'data', label: 'Data', content: <DataSettings /> },
        ]}
      />
    </Screen>
  )
}
