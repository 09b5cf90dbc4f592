/** Keys as Electron writes them: `CommandOrControl+\` of `Mod+\`. */
export const accelerator = (keys: string): string =>
  keys.replace(/\bMod\b/, 'CommandOrControl').replace(/\bCtrl\b/, 'Control')
