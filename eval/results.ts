/** Results files: JSON lines, a header first, then a trial a line as each ends. */
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { PixieError } from '../src/shared/errors.ts'
import { Header, Trial } from './trial.ts'

export interface Results {
  readonly header: Header
  readonly trials: readonly Trial[]
}

function parseLine<T>(schema: z.ZodType<T>, line: string, where: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)
    throw new PixieError('invalid-input', {
      what: 'this is no line of a results file',
      value: where,
      hint: `Name a file that pixie eval wrote. ${why}`,
      cause,
    })
  }
}

/** A last line that was cut off when the run was killed is left out. Throws `invalid-input` for a file that is none. */
export function readResults(file: string): Results & { readonly wholeBytes: number } {
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const [first, ...rest] = whole.split('\n').filter(Boolean)
  if (first === undefined)
    throw new PixieError('invalid-input', {
      what: 'the file holds no results',
      value: file,
      hint: 'Name a file that pixie eval wrote.',
    })
  return {
    header: parseLine(Header, first, `${file}:1`),
    trials: rest.map((line, index) => parseLine(Trial, line, `${file}:${index + 2}`)),
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
  if (!resume)
    throw new PixieError('invalid-input', {
      what: 'the results file is there already',
      value: file,
      hint: 'Add --resume to go on with it, or name another file with --out.',
    })
  const earlier = readResults(file)
  const other = sameRun.find((name) => earlier.header[name] !== header[name])
  if (other !== undefined)
    throw new PixieError('invalid-input', {
      what: `the results file belongs to a run with another ${other}: ${earlier.header[other]}, not ${header[other]}`,
      value: file,
      hint: 'Ask what it was begun with, or name another file with --out.',
    })
  truncateSync(file, earlier.wholeBytes)
  return { isNew: false, add }
}
