import { PixieError } from '../../shared/errors.ts'
import { nameProcess, otherProcesses } from './processes.ts'

interface BusyWait {
  /** Null for a database in memory. */
  readonly dataDir: string | null
  readonly ownId: string | null
  readonly waitedMs: number
  /** What the holder has to be doing to be named: `w` writing, `o` opening. */
  readonly activity: 'w' | 'o'
  readonly cause: unknown
}

/** `database-busy`, naming the holder when exactly one process says that it is the one, else nobody. */
export function busyError({ dataDir, ownId, waitedMs, activity, cause }: BusyWait): PixieError {
  const live = dataDir === null ? [] : otherProcesses(dataDir, ownId).live
  const holders = live.filter((p) => p.activity === activity)
  const holder = holders.length === 1 ? holders[0] : undefined
  const doing = activity === 'w' ? 'is writing to' : 'is opening'
  const others = live.length > 0 ? ` It is open in ${live.map(nameProcess).join(', ')}.` : ''
  return new PixieError('database-busy', {
    what: `${holder ? nameProcess(holder) : 'Another program'} ${doing} the profile and was not done after ${waitedMs / 1000} s`,
    value: dataDir ?? undefined,
    hint: holder
      ? 'Nothing was changed. Wait for it or end it, then try again.'
      : `Nothing was changed. Try again in a moment.${others}`,
    cause,
  })
}
