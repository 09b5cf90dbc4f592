/** How Electron writes the keys of a shortcut. */

const others: Readonly<Record<string, string>> = {
  commandorcontrol: 'ctrl',
  cmdorctrl: 'ctrl',
  control: 'ctrl',
  command: 'meta',
  cmd: 'meta',
  super: 'meta',
  option: 'alt',
  plus: '+',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  escape: 'esc',
  ' ': 'space',
}

/** The same text for the same keys, however they are written. */
export function normalized(accelerator: string): string {
  const isPlus = accelerator.endsWith('++')
  const parts = (isPlus ? accelerator.slice(0, -1) : accelerator).split('+').filter((part) => part !== '')
  const names = [...parts, ...(isPlus ? ['plus'] : [])].map((part) => part.toLowerCase())
  return names
    .map((name) => others[name] ?? name)
    .sort()
    .join('+')
}
