import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './child.ts'

export interface KillLoop {
  /** A TypeScript file. It opens the profile and writes without end; after each write was acknowledged it prints `ack ID`. */
  readonly script: string
  readonly args: readonly string[]
  readonly kills: number
  /** Between the first acknowledgement and the kill. */
  readonly minMs: number
  readonly maxMs: number
  /** So many run side by side on the same profile. */
  readonly writers: number
}

/**
 * Kills a writing process with SIGKILL at random moments, again and again, and gives every id that was acknowledged.
 * Every fifth is killed at some moment after its start, so also while it opens the profile.
 * Throws when a child fails by itself.
 */
export async function killLoop(loop: KillLoop): Promise<string[]> {
  const acknowledged: string[] = []
  let started = 0
  const worker = async () => {
    while (started < loop.kills) {
      const round = started++
      acknowledged.push(...(await killOnce(loop, round % 5 === 4)))
    }
  }
  await Promise.all(Array.from({ length: loop.writers }, worker))
  return acknowledged
}

async function killOnce({ script, args, minMs, maxMs }: KillLoop, isEarly: boolean): Promise<string[]> {
  const child = startChild(script, args)
  if (!isEarly) await child.line('ack ')
  await sleep(minMs + Math.random() * (maxMs - minMs))
  await child.kill()
  if ((await child.ended) !== 'SIGKILL') throw new Error(`The child ended by itself: ${await child.ended}`)
  return child
    .lines()
    .filter((line) => line.startsWith('ack '))
    .map((line) => line.slice('ack '.length))
}
