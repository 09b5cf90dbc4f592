import { PixieError } from '../../shared/errors.ts'
import type { CheckResult, DoctorCheck } from '../store/doctor.ts'
import type { Command } from './command.ts'
import { cliError, withCommand } from './output.ts'

const doctor: Command = {
  name: 'doctor',
  summary: 'Check the profile: databases, permissions, disk space, models',
  args: [],
  options: {},
  example: 'pixie doctor',
  async run({ pixie }) {
    const { doctorChecks } = await pixie()
    const checks: (CheckResult & { name: string })[] = []
    for (const check of doctorChecks) checks.push({ name: check.name, ...(await runCheck(check)) })
    const ok = checks.every((check) => check.ok)
    const width = Math.max(0, ...checks.map((check) => check.name.length))
    const lines = checks.map((c) => `${c.ok ? 'ok ' : 'BAD'}  ${c.name.padEnd(width)}  ${c.detail}`)
    return {
      json: { ok, checks: checks.map(({ name, ok: isOk, detail }) => ({ name, ok: isOk, detail })) },
      text: lines.join('\n'),
      failed: ok ? undefined : problem(checks.filter((check) => !check.ok)),
    }
  },
}

function problem(bad: readonly { name: string }[]): PixieError {
  return new PixieError('invalid-input', {
    what: 'not everything is in order',
    value: bad.map(({ name }) => name).join(', '),
    hint: 'Each check that failed says what to do.',
  })
}

/** A check that cannot be made is bad news, not the end of the others. */
async function runCheck(check: DoctorCheck): Promise<CheckResult> {
  try {
    const { ok, detail, command } = await check.run()
    return { ok, detail: withCommand(detail, command) }
  } catch (error) {
    const { message, hint } = cliError(error)
    return { ok: false, detail: `${message}: ${hint}` }
  }
}

export const doctorCommands: readonly Command[] = [doctor]
