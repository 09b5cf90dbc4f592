/** The specs of the built app: finds what they need, runs them without a network where the system allows, counts them. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Counts } from './counts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const report = join(root, 'out/e2e/report.json')

const Report = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.unknown()),
})

/** The totals of Playwright's JSON report. A file that could not be loaded counts as a failure, and so does a report that is none. */
export function e2eCounts(text: string): Counts {
  try {
    const { stats, errors } = Report.parse(JSON.parse(text))
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** What the specs run on; null when nothing is there. */
export function e2eTarget(): 'electron' | 'stand-in' | null {
  const { PIXIE_ELECTRON = '' } = process.env
  if (PIXIE_ELECTRON !== '' || existsSync(join(root, 'node_modules/electron/path.txt'))) return 'electron'
  return findChromium() ? 'stand-in' : null
}

function findChromium(): boolean {
  const { PIXIE_CHROMIUM = '' } = process.env
  const places = [PIXIE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return places.some((place) => place !== '' && existsSync(place))
}

/** Installs Chromium where that is one command and allowed. Says what it does. */
export function installChromium(say: (line: string) => void): boolean {
  const isDebian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  if (!isDebian) return false
  say('Chromium is not here; installing it with apt-get.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0
  return (
    apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', 'chromium') && findChromium()
  )
}

/** Runs the specs whose name holds one of the filters (none = all). */
export async function runSpecs(
  filters: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; say(line: string): void },
): Promise<Counts> {
  rmSync(report, { force: true })
  const playwright = ['playwright', 'test', '-c', 'e2e', ...filters]
  const isAlone = e2eTarget() === 'stand-in' && canLeaveNetwork()
  if (!isAlone)
    options.say(
      '!! This system does not let the specs run without a network; attempts to connect were not counted.',
    )
  const [program = '', ...args] = isAlone ? withoutNetwork(playwright) : playwright
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...options.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (status) => resolve(status ?? 1))
  })
  const counts = e2eCounts(await readFile(report, 'utf8').catch(() => ''))
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Fails when anything was sent: each attempt to connect to anything but this machine is at least one packet. */
const withoutNetworkScript = join(root, 'scripts/without-network.sh')

function withoutNetwork(command: readonly string[]): string[] {
  return ['unshare', '--net', 'sh', withoutNetworkScript, ...command]
}

/** Root in a container that may make network namespaces. */
function canLeaveNetwork(): boolean {
  if (process.platform !== 'linux') return false
  return spawnSync('unshare', ['--net', 'sh', withoutNetworkScript, 'true'], { stdio: 'ignore' }).status === 0
}
