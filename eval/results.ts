/** Results files: JSON lines, a header first, then a trial a line as each ends. */
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { Header, Trial } from './trial.ts'

export interface Results {
  readonly header: Header
  readonly trials: readonly Trial[]
}

/** A last line that was cut off when the run was killed is left out. Throws for a file that is none. */
export function readResults(file: string): Results & { readonly wholeBytes: number } {
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const [first, ...rest] = whole.split('\n').filter(Boolean)
  if (first === undefined) throw new Error(`${file} holds no results`)
  const header = Header.parse(JSON.parse(first))
  return {
    header,
    trials: rest.map((line) => Trial.parse(JSON.parse(line))),
    wholeBytes: Buffer.byteLength(whole),
  }
}

/** What must be the same for a run to go on with a file. */
const sameRun = ['tasks', 'layer', 'system', 'model', 'sha256'] as const

export interface ResultsFile {
  readonly isNew: boolean
  add(trial: Trial): void
}

/**
 * Begins a results file, or goes on with one. Throws when the file is there and `resume` was not asked for, and when it
 * belongs to another run: nothing is ever written over.
 */
export function openResults(file: string, header: Header, resume: boolean): ResultsFile {
  const add = (trial: Trial) => appendFileSync(file, `${JSON.stringify(trial)}\n`)
  if (!existsSync(file)) {
    writeFileSync(file, `${JSON.stringify(header)}\n`)
    return { isNew: true, add }
  }
  if (!resume) throw new Error(`${file} is there already. Add --resume, or name another file with --out.`)
  const earlier = readResults(file)
  const other = sameRun.find((name) => earlier.header[name] !== header[name])
  if (other !== undefined)
    throw new Error(
      `${file} belongs to a run with another ${other}: ${earlier.header[other]}, not ${header[other]}.`,
    )
  truncateSync(file, earlier.wholeBytes)
  return { isNew: false, add }
}
