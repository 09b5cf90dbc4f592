import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The part of the machine that decides where a profile lies by default; tests give their own. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/** This machine, with the given environment. */
export function thisMachine(env: Machine['env'] = process.env): Machine {
  return {
    platform: process.platform,
    env,
    home: env.HOME !== undefined && isAbsolute(env.HOME) ? env.HOME : homedir(),
  }
}

/** The folder of the default profile: macOS application support, elsewhere the XDG data folder. It may not exist yet. */
export function defaultDataDir({ platform, env, home }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'pixie', 'profile')
  const xdg = env.XDG_DATA_HOME
  // The XDG specification says to ignore a relative path.
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.local', 'share')
  return join(base, 'pixie', 'profile')
}
