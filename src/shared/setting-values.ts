// Apart from the contract: the window needs these at its start, and nothing of what checks a call.

/**
 * A shortcut that works everywhere: one to three modifiers and one key, `Mod+Shift+K`. `Mod` is Command on a Mac and
 * Control elsewhere. Shift alone is none: it would take a letter away from every other program.
 */
export const globalShortcutForm =
  /^(?=.*\b(?:Mod|Alt|Ctrl)\b)(?:(?:Mod|Alt|Ctrl|Shift)\+){1,3}(?:[A-Z0-9]|F(?:[1-9]|1[0-9]|2[0-4])|Space)$/

export const zoomSteps = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const
