/** Counters of one turn: exact repeats and real calls per tool. Dispatch owns them; in direct mode the bound tools do. */

/** Real calls a tool gets per turn; the next one halts the loop (CallTool article, section 6). */
const callsPerTool = 3

export interface TurnGuards {
  /** True when this tool was already asked this, letter case aside. Records it otherwise. */
  isRepeat(tool: string, instruction: string): boolean
  /** Counts a real call. False when the budget was used up before it. */
  spend(tool: string): boolean
  /** How many real calls a tool had. */
  calls(tool: string): number
  /** Before a second plan: the next attempt may ask again. */
  reset(): void
}

export function createTurnGuards(): TurnGuards {
  const asked = new Set<string>()
  const spent = new Map<string, number>()
  const calls = (tool: string) => spent.get(tool) ?? 0
  return {
    isRepeat(tool, instruction) {
      const key = `${tool}\n${instruction.trim().toLowerCase()}`
      if (asked.has(key)) return true
      asked.add(key)
      return false
    },
    spend(tool) {
      if (calls(tool) >= callsPerTool) return false
      spent.set(tool, calls(tool) + 1)
      return true
    },
    calls,
    reset() {
      asked.clear()
      spent.clear()
    },
  }
}
