import { inspect, stripVTControlCharacters } from 'node:util'
import { PixieError, toWireError, type WireError } from '../../shared/errors.ts'
import type { CommandIo } from './command.ts'

/** The streams of one run of the command line: a process' own, or a test's. */
export interface Streams {
  readonly stdin: AsyncIterable<Uint8Array>
  stdout(text: string): void
  stderr(text: string): void
  /** True where `stderr` is a terminal. */
  readonly stderrIsTerminal: boolean
}

/** The reason of an abort when whoever reads our standard output has gone away, as `head` does. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}

const clearLine = '\r\x1b[2K'

/** What a command may say and read. Notes never tear the progress line. */
export function createIo(streams: Streams, quiet: boolean): CommandIo & { endProgress(): void } {
  const progressTerminal = streams.stderrIsTerminal && !quiet
  let progress = ''
  const draw = (line: string) => {
    if (!progressTerminal || line === progress) return
    streams.stderr(clearLine + line)
    progress = line
  }
  const say = (line: string) => {
    const shown = progress
    draw('')
    streams.stderr(`${oneLine(line)}\n`)
    draw(shown)
  }
  return {
    progressTerminal,
    progress: draw,
    endProgress: () => draw(''),
    note(line) {
      if (!quiet) say(line)
    },
    warn: say,
    write(text) {
      draw('')
      streams.stdout(text)
    },
    stdinChunks: () => streams.stdin,
  }
}

const longestValue = 200

/** `HINT: COMMAND`; a hint without one as it is. */
export function withCommand(hint: string, command: string | null | undefined): string {
  return command == null ? hint : `${hint.replace(/\.$/, '')}: ${command}`
}

/** As it is told here: with the command that does what the hint says. */
export function cliError(error: unknown): WireError {
  const wire = toWireError(error)
  if (error instanceof PixieError) return { ...wire, hint: withCommand(error.hint, error.command) }
  return { ...wire, hint: 'Run again with --debug to see where it failed, and report it.' }
}

/** `pixie: WHAT (VALUE): HINT`, always one line, whatever stands in the parts. */
export function errorLine(error: unknown, wire: WireError): string {
  if (!(error instanceof PixieError)) return `pixie: ${oneLine(wire.message)}: ${oneLine(wire.hint)}`
  const value = error.value === null ? '' : ` (${shorten(oneLine(error.value))})`
  return `pixie: ${oneLine(error.what)}${value}: ${oneLine(wire.hint)}`
}

/** The stack and causes, for `--debug` only. */
export function debugText(error: unknown): string {
  return inspect(error, { depth: 4 })
}

function oneLine(text: string): string {
  // Control characters could move the cursor or hide text on a terminal.
  return stripVTControlCharacters(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

function shorten(text: string): string {
  const characters = Array.from(text)
  return characters.length <= longestValue ? text : `${characters.slice(0, longestValue).join('')}…`
}
