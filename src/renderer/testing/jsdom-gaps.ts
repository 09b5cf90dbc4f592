/** What jsdom has not and the components need. Each as small as it can be. */

const globals = globalThis as { CSS?: { escape?: (text: string) => string } } // in Node it is not there at all

globals.CSS ??= {}
globals.CSS.escape ??= (text) => text.replace(/[^\w-]/gu, (character) => `\\${character}`)
