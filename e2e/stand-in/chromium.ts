/** Debian's Chromium as the part of Electron that draws. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cdp, connect } from './cdp.ts'

export interface Chromium {
  readonly cdp: Cdp
  /** What Playwright connects to. */
  readonly address: string
  /** Lets it write what it has to write, then ends it. Never rejects. */
  close(): Promise<void>
  kill(): void
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export function findChromium(): string | null {
  const { PIXIE_CHROMIUM } = process.env
  return [...(PIXIE_CHROMIUM === undefined ? [] : [PIXIE_CHROMIUM]), ...places].find(existsSync) ?? null
}

const ownSwitches = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-sync',
  '--disable-extensions',
  '--disable-component-update',
  '--disable-background-networking',
  '--disable-default-apps',
  '--disable-breakpad',
  '--disable-search-engine-choice-screen',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--password-store=basic',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-ipc-flooding-protection',
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
]

/** What Electron's Chromium has not, or what would make pictures differ. */
const ownDisabledFeatures = [
  'OptimizationHints',
  'MediaRouter',
  'HttpsUpgrades',
  'NetworkTimeServiceQuerying',
  'PaintHolding',
]
const disabledPrefix = '--disable-features='

/** Of two lists Chromium takes the last one only. */
function withOwnFeatures(switches: readonly string[]): string[] {
  const lists = switches.filter((one) => one.startsWith(disabledPrefix))
  const features = [...ownDisabledFeatures, ...lists.map((list) => list.slice(disabledPrefix.length))]
  return [...switches.filter((one) => !lists.includes(one)), `${disabledPrefix}${features.join(',')}`]
}

/** Chromium refuses a folder that one before it, killed with its app, is still leaving. */
const leaveMs = 5000
/** Time to write its files. */
const closeMs = 2000
const linesKept = 40

/** `onEnd` hears when it ends without having been told to, with its last words. */
export async function startChromium(options: {
  readonly path: string
  readonly folder: string
  readonly switches: readonly string[]
  onEnd(lastWords: string): void
}): Promise<Chromium> {
  mkdirSync(options.folder, { recursive: true })
  await waitForPredecessor(options.folder)
  const args = [...ownSwitches, ...withOwnFeatures(options.switches), `--user-data-dir=${options.folder}`]
  const child = spawn(options.path, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] })
  const [, , , output, input] = child.stdio
  const cdp = connect(output as Writable, input as Readable) // pipes, as asked for above
  const words: string[] = []
  let isEnding = false
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      cdp.close()
      resolve()
      if (!isEnding) options.onEnd(words.join('\n'))
    })
  })
  const kill = () => {
    isEnding = true
    child.kill('SIGKILL')
  }
  process.once('exit', kill)
  return {
    cdp,
    address: await addressOf(child, words),
    async close() {
      isEnding = true
      cdp.send('Browser.close').catch(() => {})
      await Promise.race([ended, sleep(closeMs, undefined, { ref: false })])
      kill()
      await ended
    },
    kill,
  }
}

/** The address that Chromium prints when it listens; keeps its last lines, which tell why it failed. */
function addressOf(child: ChildProcess, words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => reject(new Error(`Chromium ended before it listened:\n${words.join('\n')}`)))
    if (child.stderr === null) return reject(new Error('Chromium has no output'))
    createInterface(child.stderr).on('line', (line) => {
      const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
      else if (!line.includes('dbus')) words.push(line)
      if (words.length > linesKept) words.shift()
    })
  })
}

async function waitForPredecessor(folder: string): Promise<void> {
  const end = Date.now() + leaveMs
  while (Date.now() < end && isRunning(pidIn(join(folder, 'SingletonLock')))) await sleep(50)
}

/** The lock is a link to `host-pid`. */
function pidIn(lock: string): number | null {
  try {
    return Number(readlinkSync(lock).split('-').at(-1))
  } catch {
    return null
  }
}

export function isRunning(pid: number | null): boolean {
  if (pid === null || !Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
