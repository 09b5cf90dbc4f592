import type { SkillCheck, TreeLine } from '../../../shared/contract/skills.ts'
import { number } from '../../formats.ts'
import { Handle } from '../../ui/mention-text.tsx'
import { Meter, type MeterPart } from '../../ui/meter.tsx'
import styles from './skills.module.css'

const notes: Readonly<Record<NonNullable<TreeLine['note']>, string>> = {
  again: 'already above',
  disabled: 'switched off, brings nothing',
  'no-grant': 'not granted in Settings',
  hidden: 'not shown to the follower',
}

/** What the skill brings with it, in order, the way it comes in. */
export function Binds({ check }: { readonly check: SkillCheck }) {
  return (
    <section aria-label="What it binds" className={styles.section}>
      <h2>What it binds</h2>
      {check.tree.length === 0 ? (
        <p className={styles.quiet}>No tools: it is words alone. Mention one with @.</p>
      ) : (
        <ul className={styles.tree}>
          {check.tree.map((line, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same handle may come in at several places of the tree
              key={`${index} ${line.slug}`}
              data-depth={Math.min(line.depth, 6)}
            >
              <Handle kind={line.kind}>@{line.slug}</Handle>
              {line.note !== null && <small>{notes[line.note]}</small>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const labels: Readonly<Record<SkillCheck['price']['parts'][number]['part'], string>> = {
  rules: 'Rules',
  steps: 'Steps',
  nested: 'Steps of others',
  signatures: 'Tools',
  'call-tool': 'Calling them',
  question: 'Longest question',
  work: 'Results and reply',
}

const colours: Readonly<Record<keyof typeof labels, MeterPart['part']>> = {
  rules: 2,
  steps: 1,
  nested: 2,
  signatures: 3,
  'call-tool': 4,
  question: 5,
  work: 4,
}

/** What following it costs, and whether that fits beside the longest question. */
export function Cost({ check }: { readonly check: SkillCheck }) {
  const { parts, window, left, isExact } = check.price
  const about = (tokens: number) => `${isExact ? '' : '~'}${number(tokens)}`
  const own = parts.filter(({ part, tokens }) => part !== 'question' && part !== 'work' && tokens > 0)
  const fits = left >= 0
  return (
    <section aria-label="What it costs" className={styles.section}>
      <h2>What it costs</h2>
      <Meter
        label="Tokens to follow it"
        whole={window}
        parts={parts
          .filter(({ tokens }) => tokens > 0)
          .map(({ part, tokens }) => ({ label: labels[part], value: tokens, part: colours[part] }))}
        text={`${about(window - left)} of ${number(window)} tokens`}
      />
      <p className={styles.quiet}>
        {own.map(({ part, tokens }) => `${labels[part]} ${about(tokens)}`).join(' · ')}
      </p>
      <p className={fits ? styles.fits : styles.bad}>
        {fits
          ? `Fits with the longest question: ${about(left)} left.`
          : `Too long by ${about(-left)} tokens to be followed. Shorten the steps.`}
      </p>
    </section>
  )
}
