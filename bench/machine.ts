/** What a run was made on, for the head of its results. */
import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

export interface MachineFacts {
  /** `PIXIE_THREADS`, or what is there to choose from. */
  readonly threads: string
  readonly cpu: string
  readonly cores: number
  readonly node: string
  /** ` with changes` when the code is not quite that of the commit; outside a checkout `PIXIE_COMMIT`, or `unknown`. */
  readonly commit: string
}

const project = fileURLToPath(new URL('../', import.meta.url))

function commit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: 'pipe' }).trim()
    const isChanged = git('status', '--porcelain', '--untracked-files=no', 'src', 'resources') !== ''
    return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? ' with changes' : ''}`
  } catch {
    return process.env.PIXIE_COMMIT ?? 'unknown'
  }
}

export function machineFacts(): MachineFacts {
  return {
    threads: process.env.PIXIE_THREADS ?? `automatic of ${availableParallelism()}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    node: process.versions.node,
    commit: commit(),
  }
}
