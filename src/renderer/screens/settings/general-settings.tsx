import { Minus, Plus } from 'lucide-react'
import type { AppSettings } from '../../../shared/contract/settings.ts'
import { zoomSteps } from '../../../shared/setting-values.ts'
import { commandKeys } from '../../../shared/shortcuts.ts'
import { useAppSettings } from '../../frame/use-app-settings.ts'
import { IconButton } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './general-settings.module.css'
import { Row, Section } from './section.tsx'
import { ShortcutRecorder } from './shortcut-recorder.tsx'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const weekStarts = [
  { value: 'monday', label: 'Monday' },
  { value: 'sunday', label: 'Sunday' },
  { value: 'saturday', label: 'Saturday' },
] as const

/** How Pixie looks and is reached. */
export function GeneralSettings() {
  const { settings, change } = useAppSettings()
  return (
    <>
      <Section title="Look">
        <Row name="Light or dark" isWide>
          <RadioGroup<AppSettings['theme']>
            label="Light or dark"
            isLabelHidden
            look="segments"
            value={settings.theme}
            onChange={(theme) => void change({ theme })}
            choices={themes}
          />
        </Row>
        <Row name="Size" about="Text and everything around it.">
          <Zoom zoom={settings.zoom} onChange={(zoom) => void change({ zoom })} />
        </Row>
        <Switch
          isSelected={!settings.sidebarFolded}
          onChange={(isShown) => void change({ sidebarFolded: !isShown })}
        >
          Show the sidebar
        </Switch>
      </Section>
      <Section title="Days">
        <Row
          name="A week begins on"
          about="What “this week” means in questions, and how the calendar is laid out."
        >
          <Select<AppSettings['weekStart']>
            label="A week begins on"
            isLabelHidden
            value={settings.weekStart}
            onChange={(weekStart) => void change({ weekStart })}
            choices={weekStarts}
          />
        </Row>
      </Section>
      <Section title="Reaching Pixie">
        <ShortcutRecorder keys={settings.globalShortcut} />
      </Section>
    </>
  )
}

function Zoom({ zoom, onChange }: { readonly zoom: number; onChange(zoom: number): void }) {
  const smaller = zoomSteps.findLast((step) => step < zoom)
  const larger = zoomSteps.find((step) => step > zoom)
  return (
    <>
      <IconButton
        icon={Minus}
        variant="plain"
        aria-label="Smaller"
        keys={commandKeys['zoom-out']}
        isDisabled={smaller === undefined}
        onPress={() => onChange(smaller ?? zoom)}
      />
      <output className={styles.zoom}>{Math.round(zoom * 100)} %</output>
      <IconButton
        icon={Plus}
        variant="plain"
        aria-label="Larger"
        keys={commandKeys['zoom-in']}
        isDisabled={larger === undefined}
        onPress={() => onChange(larger ?? zoom)}
      />
    </>
  )
}
