import { type ReactNode, useState } from 'react'
import type { Ledger } from '../../../shared/ledger.ts'
import { countText, durationText, number } from '../../formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LedgerTable } from '../../ui/ledger-table.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type ShownStep, total } from './steps.ts'
import styles from './trace-screen.module.css'
import { type Block, blocksOf, piecesOf, spoken } from './transcript.ts'

const tabIds = ['transcript', 'instructions', 'tool', 'tokens'] as const
type TabId = (typeof tabIds)[number]

/**
 * What a step was given, and what it said. The tab stays while one goes from step to step.
 * `whole`: what the tokens of all steps were spent on; null when it was not kept.
 */
export function StepDetails({ step, whole }: { readonly step: ShownStep; readonly whole: Ledger | null }) {
  const [tab, setTab] = useState<TabId>('transcript')
  const { tag, ms, tokens, instructions, error } = step.step
  return (
    <div className={styles.details}>
      <p className={styles.summary}>
        {tag} · {durationText(ms)} · {countText(total(tokens), 'token')}
      </p>
      {error !== null && <p className={styles.problem}>{error.message}</p>}
      <Tabs
        label="Parts of the step"
        selected={tab}
        onSelect={(id) => setTab(id)}
        className={styles.tabs}
        tabs={[
          {
            id: 'transcript',
            label: 'Transcript',
            content: <Transcript key={step.index} step={step} />,
          },
          {
            id: 'instructions',
            label: 'Instructions',
            content: <Exact title="Instructions" text={instructions} />,
          },
          { id: 'tool', label: 'Tool', content: <ToolPart step={step} /> },
          { id: 'tokens', label: 'Tokens', content: <TokenPart step={step} whole={whole} /> },
        ]}
      />
    </div>
  )
}

function Transcript({ step }: { readonly step: ShownStep }) {
  const { transcript, input, tokens } = step.step
  const [isWhole, setIsWhole] = useState(false)
  const blocks = blocksOf(transcript)
  if (blocks.length === 0) return <p className={styles.none}>Nothing was sent to the model.</p>
  const inputAt = blocks.findLastIndex((block) => block.speaker === 'user' && spoken(block) === input.trim())
  const examplesFrom = blocks[0]?.speaker === 'instructions' ? 1 : 0
  const examples = Math.max(0, inputAt - examplesFrom)
  const isFolded = examples > 0 && !isWhole
  const shown = isFolded ? [...blocks.slice(0, examplesFrom), ...blocks.slice(inputAt)] : blocks
  return (
    <div className={styles.blocks}>
      {shown.map((block) => (
        <div key={block.at}>
          {isFolded && block === blocks[inputAt] && (
            <Button variant="ghost" onPress={() => setIsWhole(true)}>
              Show {examples} earlier and example messages
            </Button>
          )}
          <Exact
            title={titleOf(block, block === blocks[inputAt], step)}
            note={block.speaker === 'instructions' ? `${number(tokens.reused)} tokens reused` : ''}
            text={block.text}
          />
        </div>
      ))}
    </div>
  )
}

function titleOf(block: Block, isInput: boolean, { isNested }: ShownStep): string {
  switch (block.speaker) {
    case 'instructions':
      return 'Instructions'
    case 'user':
      if (!isInput) return 'User'
      return isNested ? 'Instruction from l2' : 'What it was asked'
    case 'model':
      return block.text.includes('<tool_call>') ? 'Call' : 'Model'
    case 'result':
      return 'Result'
    case 'other':
      return 'Text'
    default:
      return block.speaker satisfies never
  }
}

/** Text as the model had it, character for character, its control tokens dimmed. */
function Exact({
  title,
  note = '',
  text,
}: {
  readonly title: string
  readonly note?: string
  readonly text: string
}) {
  return (
    <figure aria-label={title}>
      <h3 className={styles.blockTitle}>
        {title}
        {note !== '' && <small>{note}</small>}
      </h3>
      <Card isPadded={false}>
        <pre className={styles.exact}>
          {piecesOf(text).map((piece) =>
            piece.isControl ? (
              <span key={piece.at} className={styles.control}>
                {piece.text}
              </span>
            ) : (
              piece.text
            ),
          )}
        </pre>
      </Card>
    </figure>
  )
}

function ToolPart({ step }: { readonly step: ShownStep }) {
  const { dispatch } = step
  const { tools } = step.step
  if (tools.length === 0 && dispatch === null)
    return <p className={styles.none}>This step had no tool; it could only write.</p>
  return (
    <div className={styles.blocks}>
      {dispatch !== null && (
        <>
          <Exact title="Instruction from l2" text={dispatch.instruction} />
          <Exact title="Arguments" text={JSON.stringify(dispatch.arguments, null, 2)} />
          <Exact
            title="Result"
            note={`${outcomeWords[dispatch.outcome]}, ${durationText(dispatch.ms)}`}
            text={dispatch.result}
          />
        </>
      )}
      {tools.map(({ name, schema }) => (
        <Exact key={name} title={name} note="bound" text={JSON.stringify(schema, null, 2)} />
      ))}
    </div>
  )
}

const outcomeWords = {
  ran: 'ran',
  repeat: 'a repeat, not run again',
  'unknown-tool': 'no such tool',
  halt: 'halted',
  error: 'failed',
} as const

function TokenPart({ step, whole }: { readonly step: ShownStep; readonly whole: Ledger | null }) {
  const { tokens, ms, ledger } = step.step
  const all = total(tokens)
  const rows: [string, ReactNode][] = [
    ['Reused, kept from before', number(tokens.reused)],
    ['Read anew', number(tokens.evaluated)],
    ['Written', number(tokens.generated)],
    ['Together', number(all)],
    ['Time', durationText(ms)],
  ]
  return (
    <div className={styles.blocks}>
      <Meter
        label="Tokens of this step"
        whole={all}
        parts={[
          { label: 'reused', value: tokens.reused, part: 4 },
          { label: 'read', value: tokens.evaluated, part: 3 },
          { label: 'written', value: tokens.generated, part: 1 },
        ]}
        text={`${number(all)} tokens`}
      />
      <dl className={styles.numbers}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {ledger !== null && <LedgerTable title="This step by part" ledger={ledger} />}
      {whole !== null && <LedgerTable title="The whole turn by part" ledger={whole} />}
      <p className={styles.small}>
        {ledger === null
          ? 'What they were spent on was not kept.'
          : 'A part counts each time the model reads it, also when it was kept from before.'}
      </p>
    </div>
  )
}
