/** The processes of the running app and what they take of the memory. */
import { execFileSync } from 'node:child_process'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly rssBytes: number
  readonly command: string
}

/** Bytes of memory that are in use now; pages shared by several processes count in each. */
export interface AppMemory {
  /** The main process, with the model in it. */
  readonly main: number
  /** The process that reads files, and whatever else is Pixie's own; 0 while there is none. */
  readonly helpers: number
  /** Chromium: window, graphics, network. */
  readonly chromium: number
}

/** @param table lines of `ps -o pid=,ppid=,rss=,args=` */
export function parseProcesses(table: string): Process[] {
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, rss, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (command === undefined) return []
    return [{ pid: Number(pid), parent: Number(parent), rssBytes: Number(rss) * 1024, command }]
  })
}

// The reader of files is Node, in Electron as a service of Chromium's.
const isChromium = ({ command }: Process) =>
  /--type=|chrom|crashpad/i.test(command) && !/extract-process|node\.mojom\.NodeService/.test(command)

/** What the process `main` and all below it take. */
export function memoryOf(main: number, processes: readonly Process[]): AppMemory {
  const sum = (some: readonly Process[]) => some.reduce((total, { rssBytes }) => total + rssBytes, 0)
  const below = (pid: number): Process[] =>
    processes.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)])
  const family = below(main)
  return {
    main: sum(processes.filter(({ pid }) => pid === main)),
    helpers: sum(family.filter((process) => !isChromium(process))),
    chromium: sum(family.filter(isChromium)),
  }
}

export function appMemory(main: number): AppMemory {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
  return memoryOf(main, parseProcesses(table))
}
