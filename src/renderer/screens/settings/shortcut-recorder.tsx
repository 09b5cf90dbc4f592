import { useEffect, useState } from 'react'
import { type CallError, useApi, useCall } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { isMacKeyboard, shortcutText } from '../../ui/shortcut-text.ts'
import styles from './general-settings.module.css'
import { keysOfPress } from './keys-of-press.ts'
import { Row } from './section.tsx'

const unfit = `Hold ${shortcutText('Mod')}, ${shortcutText('Alt')} or both, and press a letter, a digit or Space.`

/** Said when it could not be had at the start. */
const taken =
  'It does not work now: another program has it. Choose other keys, or free these there and start Pixie again.'

/** The keys that bring Pixie to the front from every program. None until the owner chooses some. */
export function ShortcutRecorder({ keys }: { readonly keys: string | null }) {
  const api = useApi()
  const [isRecording, setIsRecording] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const works = useCall('settings.shortcut-works', {}, { topics: ['settings'] }).data
  const problem = error ?? (keys !== null && works === false ? taken : null)

  const set = async (globalShortcut: string | null) => {
    setIsRecording(false)
    setError(null)
    try {
      await api.call('settings.set', { globalShortcut })
    } catch (failure) {
      const { message, hint } = failure as CallError // `call` rejects with nothing else
      setError(`${message}. ${hint}`)
    }
  }
  useRecording(isRecording, {
    onKeys: (pressed) => void set(pressed),
    onUnfit: () => setError(unfit),
    onEnd: () => {
      setIsRecording(false)
      setError(null)
    },
  })
  return (
    <Row
      name="Shortcut from everywhere"
      isWide
      about={
        <>
          Brings Pixie to the front, whatever program you are in.
          {problem !== null && (
            <span role="alert" className={styles.error}>
              {' '}
              {problem}
            </span>
          )}
        </>
      }
    >
      {keys !== null && !isRecording && (
        <Button variant="ghost" onPress={() => void set(null)}>
          Remove
        </Button>
      )}
      <Button
        {...(isRecording ? { 'data-records-keys': '' } : {})}
        aria-label={buttonName(keys, isRecording)}
        onPress={() => setIsRecording(!isRecording)}
        className={isRecording ? styles.recording : undefined}
      >
        {isRecording ? 'Press the keys… Esc to cancel' : keys === null ? 'Choose keys' : shortcutText(keys)}
      </Button>
    </Row>
  )
}

function buttonName(keys: string | null, isRecording: boolean): string {
  if (isRecording) return 'Press the keys now, Escape to cancel'
  return keys === null ? 'Choose keys' : `${shortcutText(keys)}, choose other keys`
}

/** Hears all keys before anything else does, and lets none through. */
function useRecording(
  isOn: boolean,
  on: { onKeys(keys: string): void; onUnfit(): void; onEnd(): void },
): void {
  useEffect(() => {
    if (!isOn) return
    const isMac = isMacKeyboard()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Tab') return on.onEnd()
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') return on.onEnd()
      const pressed = keysOfPress(event, isMac)
      if (pressed === 'unfit') on.onUnfit()
      else if (pressed !== null) on.onKeys(pressed.keys)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOn, on])
}
