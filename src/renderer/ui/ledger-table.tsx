import { type Ledger, type LedgerPart, ledgerParts, ledgerTotal } from '../../shared/ledger.ts'
import { number } from '../formats.ts'
import styles from './ledger-table.module.css'
import { Meter, type MeterPart } from './meter.tsx'

type Colour = MeterPart['part']

const told: Colour = 1
const steps: Colour = 2
const schemas: Colour = 3
const around: Colour = 4
const turn: Colour = 5

const looks: Readonly<Record<LedgerPart, { readonly label: string; readonly colour: Colour }>> = {
  base: { label: 'Base', colour: told },
  blurbs: { label: 'Descriptions', colour: told },
  menu: { label: 'Menu', colour: told },
  guidance: { label: 'Pixie’s own words', colour: steps },
  steps: { label: 'Steps', colour: steps },
  signatures: { label: 'Signatures', colour: steps },
  'plan-tool': { label: 'Schema of plan', colour: schemas },
  'call-tool': { label: 'Schema of call_tool', colour: schemas },
  tool: { label: 'Schema of the tool', colour: schemas },
  examples: { label: 'Examples', colour: around },
  earlier: { label: 'Earlier messages', colour: around },
  plan: { label: 'Plan', colour: turn },
  question: { label: 'Question', colour: turn },
  request: { label: 'Tool instruction', colour: turn },
  calls: { label: 'Calls', colour: turn },
  results: { label: 'Results', colour: turn },
  beginnings: { label: 'Replies weighed', colour: turn },
  answer: { label: 'Answer', colour: turn },
  format: { label: 'Chat format', colour: around },
}

const groupNames: Readonly<Record<Colour, string>> = {
  [told]: 'what it is told',
  [steps]: 'steps',
  [schemas]: 'schemas',
  [turn]: 'question, results and answer',
  [around]: 'examples, earlier messages and format',
}

/** What tokens were spent on: a bar, and each part in the order of the prompt. */
export function LedgerTable({
  ledger,
  title,
  always = [],
}: {
  readonly ledger: Ledger
  /** What was paid for with these tokens. */
  readonly title: string
  /** Parts that have a row even when they cost nothing. */
  readonly always?: readonly LedgerPart[]
}) {
  const total = ledgerTotal(ledger)
  return (
    <div className={styles.ledger}>
      <h3>{title}</h3>
      <Meter label={title} whole={total} parts={groupsOf(ledger)} text={`${number(total)} tokens`} />
      <table aria-label={title} className={styles.table}>
        <thead className={styles.unseen}>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Tokens</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(ledger, always).map(({ part, label, colour, tokens }) => (
            <tr key={part}>
              <th scope="row">
                <i aria-hidden="true" data-part={colour} className={styles.key} />
                {label}
              </th>
              <td>{number(tokens)}</td>
              <td>{share(tokens, total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            <td>{number(total)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function share(tokens: number, total: number): string {
  const percent = total === 0 ? 0 : Math.round((100 * tokens) / total)
  return percent === 0 && tokens > 0 ? '< 1 %' : `${percent} %`
}

const isKnown = (part: string): part is LedgerPart => ledgerParts.some((known) => known === part)

/** A part of a later Pixie goes by its own name. */
const lookOf = (part: string) => (isKnown(part) ? looks[part] : { label: part, colour: around })

function rowsOf({ parts }: Ledger, always: readonly LedgerPart[]) {
  const spent = new Map(parts.map(({ part, tokens }) => [part, tokens]))
  const known = ledgerParts.filter((part) => spent.has(part) || always.includes(part))
  const later = parts.map(({ part }) => part).filter((part) => !isKnown(part))
  return [...known, ...later].map((part) => ({ part, ...lookOf(part), tokens: spent.get(part) ?? 0 }))
}

function groupsOf({ parts }: Ledger): MeterPart[] {
  const sums = new Map<Colour, number>()
  for (const { part, tokens } of parts) {
    const { colour } = lookOf(part)
    sums.set(colour, (sums.get(colour) ?? 0) + tokens)
  }
  return [told, steps, schemas, turn, around]
    .map((part) => ({ part, label: groupNames[part], value: sums.get(part) ?? 0 }))
    .filter(({ value }) => value > 0)
}
