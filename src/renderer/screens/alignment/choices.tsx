import { ArrowDown, ArrowUp } from 'lucide-react'
import type {
  AlignmentChangeFields,
  AlignmentState,
  BlurbId,
  SkillChoice,
} from '../../../shared/contract/alignment.ts'
import { useNavigation } from '../../navigation.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Handle } from '../../ui/mention-text.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './alignment.module.css'

interface ChoicesProps {
  readonly state: AlignmentState
  /** Made from what is saved when its turn comes. */
  onChange(change: (state: AlignmentState) => AlignmentChangeFields): void
}

/** Which skills the planner chooses among, and in what order. Selecting one is what turns planning on. */
export function SkillChoices({ state, onChange }: ChoicesProps) {
  const { skills, isExact, mode } = state
  const selected = selectedIn(state)
  const choose = (slug: string, isOn: boolean) =>
    onChange((now) => {
      const others = selectedIn(now).filter((other) => other !== slug)
      return { skills: isOn ? [...others, slug] : others }
    })
  const move = (slug: string, by: 1 | -1) =>
    onChange((now) => {
      const at = selectedIn(now).indexOf(slug)
      const order = selectedIn(now).filter((other) => other !== slug)
      order.splice(Math.max(0, at + by), 0, slug)
      return { skills: order }
    })
  return (
    <section aria-label="Skills" className={styles.section}>
      <h2>Skills</h2>
      <p className={styles.sentence}>{sentenceFor(state)}</p>
      {skills.length === 0 && <p className={styles.quiet}>There are none yet. Write one under Skills.</p>}
      <ul>
        {skills.map((skill) => (
          <li key={skill.slug} className={styles.choice}>
            <Checkbox
              isSelected={skill.isSelected}
              onChange={(isOn) => choose(skill.slug, isOn)}
              foot={footOf(skill, isExact)}
              className={styles.grow}
            >
              <Handle kind="skill">@{skill.slug}</Handle>
            </Checkbox>
            {skill.isSelected && selected.length > 1 && (
              <span className={styles.order}>
                <IconButton
                  icon={ArrowUp}
                  size={13}
                  aria-label={`Move @${skill.slug} up`}
                  isDisabled={selected[0] === skill.slug}
                  onPress={() => move(skill.slug, -1)}
                />
                <IconButton
                  icon={ArrowDown}
                  size={13}
                  aria-label={`Move @${skill.slug} down`}
                  isDisabled={selected.at(-1) === skill.slug}
                  onPress={() => move(skill.slug, 1)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {mode === 'plan' && <p className={styles.quiet}>The order here is the order on the menu.</p>}
    </section>
  )
}

function selectedIn({ skills }: AlignmentState): string[] {
  return skills.filter(({ isSelected }) => isSelected).map(({ slug }) => slug)
}

/** What planning on or off means, in one sentence. */
function sentenceFor({ mode, skills }: Pick<AlignmentState, 'mode' | 'skills'>): string {
  if (mode === 'plan')
    return 'Planning is on: for each question your agent first picks one of these skills, then follows its steps.'
  if (skills.some(({ isSelected }) => isSelected))
    return 'Planning is off, because none of the selected skills may be picked: a plain conversation that may use what is granted.'
  return 'Planning is off: a plain conversation that may use what is granted. Selecting a skill turns planning on.'
}

function footOf({ tokens, exampleCount, enabled, advertised }: SkillChoice, isExact: boolean): string {
  if (!enabled) return 'Switched off, so it is not on the menu.'
  if (!advertised) return 'Only when another skill mentions it, so it is not on the menu.'
  const examples = `${exampleCount} example${exampleCount === 1 ? '' : 's'}`
  return `${isExact ? '' : '~'}${tokens} tokens · ${examples}`
}

/** What the model is told about. Never what it may use. */
export function BlurbChoices({ state, onChange }: ChoicesProps) {
  const go = useNavigation((navigation) => navigation.go)
  const { blurbs, isExact } = state
  const toggle = (name: BlurbId, isOn: boolean) =>
    onChange((now) => {
      const others = now.blurbs.filter((blurb) => blurb.isOn && blurb.name !== name)
      return { blurbs: [...others.map((blurb) => blurb.name), ...(isOn ? [name] : [])] }
    })
  return (
    <section aria-label="Tools" className={styles.section}>
      <h2>Tools</h2>
      <p className={styles.sentence}>
        Descriptions only, for a plain conversation. They grant nothing and take nothing away; grants are in{' '}
        <button
          type="button"
          className={styles.link}
          onClick={() => void go({ screen: 'settings', section: 'context' })}
        >
          Settings → Agent → Context
        </button>
        .
      </p>
      {blurbs.map(({ name, title, isOn, isGranted, tokens }) => (
        <Switch
          key={name}
          isSelected={isOn}
          onChange={(next) => toggle(name, next)}
          foot={`${isExact ? '' : '~'}${tokens} tokens${isGranted ? '' : ' · not granted: it is told about what it may not use'}`}
        >
          {title}
        </Switch>
      ))}
    </section>
  )
}
