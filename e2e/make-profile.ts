/**
 * `node bin/run.mjs e2e/make-profile.ts DIR`: the sample profile in a folder that does not exist yet, past its first run,
 * and with the skills selected that ship with Pixie.
 */
import { resolve } from 'node:path'
import { modelAccess } from '../src/main/model/model-access.ts'
import { createPixie } from '../src/main/pixie.ts'
import { fillSample, prepareSampleFolder, sampleClock } from '../src/main/sample/sample.ts'

const { signal } = new AbortController()
const dataDir = resolve(process.argv[2] ?? '')
const files = await prepareSampleFolder(dataDir)
const pixie = createPixie({
  dataDir,
  clock: sampleClock(),
  given: { now: false, tz: false },
  model: null,
  models: modelAccess({ signal }),
  command: 'make-profile',
  onNotice: (line) => void process.stderr.write(`${line}\n`),
})
await fillSample(pixie, files, signal)
pixie.settings.set('firstRunDone', true)
await pixie.close()
