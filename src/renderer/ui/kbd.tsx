import styles from './kbd.module.css'
import { shortcutText } from './shortcut-text.ts'

/** A keyboard shortcut as it is printed on this machine's keys. `keys`: `Mod+Shift+K`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className={styles.kbd}>{shortcutText(keys)}</kbd>
}
