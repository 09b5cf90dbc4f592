/** `pixie sample DIR`: the profile of a made-up person, to try Pixie on and to test it with. */
import { dirname, join, resolve } from 'node:path'
import { defaultDataDir, thisMachine } from '../data-dir.ts'
import type { Pixie } from '../pixie.ts'
import {
  fillSample,
  isSampleFilled,
  prepareSampleFolder,
  sampleClock,
  sampleQuestions,
} from '../sample/sample.ts'
import type { Command, CommandInput } from './command.ts'

async function makeSample(input: CommandInput, dataDir: string): Promise<Pixie> {
  const files = await prepareSampleFolder(dataDir)
  const { given, clock: own } = input.profile
  const { now, zone } = sampleClock()
  // Its lines are written on the sample's day, unless another was asked for.
  const clock = { now: given.now ? own.now : now, zone: given.tz ? own.zone : zone }
  const pixie = await input.pixie({ dataDir, clock })
  await fillSample(pixie, files, input.signal)
  return pixie
}

/** The sample profile beside the owner's own, made when it is not there or was never finished. */
export async function openSample(input: CommandInput): Promise<Pixie> {
  const dataDir = join(dirname(defaultDataDir(thisMachine())), 'sample')
  if (isSampleFilled(dataDir)) return input.pixie({ dataDir })
  input.io.note('Making the sample profile: Mara Lindqvist, who is made up.')
  return makeSample(input, dataDir)
}

const sample: Command = {
  name: 'sample',
  summary: 'Make the profile of a made-up person, with files, calendar, notebook and memory',
  args: ['DIR'],
  options: {},
  example: 'pixie sample ./mara && pixie ask "What is my passport number?" --profile ./mara',
  async run(input) {
    const dir = resolve(input.args[0] ?? '')
    await makeSample(input, dir)
    const questions = sampleQuestions()
    const ask = questions.map((question) => `  ${question}`)
    return { json: { dir, questions }, text: [`The sample profile is in ${dir}. Ask it:`, ...ask].join('\n') }
  },
}

export const sampleCommands: readonly Command[] = [sample]
