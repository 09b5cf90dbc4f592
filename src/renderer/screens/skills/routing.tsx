import { ArrowRight, Check, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ExampleResult, RoutingPreview, SkillDraftFields } from '../../../shared/contract/skills.ts'
import { useNavigation } from '../../navigation.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Handle, useMentionKinds } from '../../ui/mention-text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './skills.module.css'
import { type Edited, type Examples, useExamples, usePreview } from './use-routing.ts'

interface RoutingProps {
  readonly edited: Edited
  /** Its handle as it would be saved. */
  readonly slug: string
  /** Something that the planner sees of it is not as saved. */
  readonly hasMenuChanged: boolean
  onExamples(examples: string[]): void
}

/** Would the planner pick it: for a request that is typed, and for the example requests of the whole menu. */
export function Routing({ edited, slug, hasMenuChanged, onExamples }: RoutingProps) {
  const { draft } = edited
  const [request, setRequest] = useState('')
  const preview = usePreview(edited, request)
  const examples = useExamples(edited, hasMenuChanged)
  const words = request.trim()
  const isKept = draft.examples.some((example) => example.trim() === words)
  return (
    <>
      <section aria-label="Would it be picked?" className={styles.section}>
        <h2>Would it be picked?</h2>
        <TextField
          label="Try a request"
          isLabelHidden
          value={request}
          onChange={setRequest}
          placeholder="Try a request"
        />
        {preview.kind === 'asking' && <Waiting>Asking the planner</Waiting>}
        {preview.kind === 'failed' && <NoPlanner error={preview.error} />}
        {preview.kind === 'asking' && preview.earlier !== null && (
          <Candidates preview={preview.earlier} slug={slug} isOld />
        )}
        {preview.kind === 'told' && <Candidates preview={preview.value} slug={slug} isOld={false} />}
        {preview.kind === 'told' && words !== '' && !isKept && (
          <Button variant="ghost" icon={Plus} onPress={() => onExamples([...draft.examples, words])}>
            Keep as an example of this skill
          </Button>
        )}
      </section>
      <ExampleList draft={draft} slug={slug} examples={examples} onExamples={onExamples} />
    </>
  )
}

function NoPlanner({
  error,
}: {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string }
}) {
  const go = useNavigation((navigation) => navigation.go)
  if (error.code !== 'no-model') return <Failure error={error} what="The planner could not be asked" />
  return (
    <p className={styles.quiet}>
      This needs a model.{' '}
      <button
        type="button"
        className={styles.link}
        onClick={() => void go({ screen: 'settings', section: 'model' })}
      >
        Choose one
      </button>
    </p>
  )
}

function Candidates({
  preview,
  slug,
  isOld,
}: {
  readonly preview: RoutingPreview
  readonly slug: string
  readonly isOld: boolean
}) {
  const kindOf = useMentionKinds()
  const shown = preview.candidates.filter((candidate) => candidate.slug !== null)
  const none = preview.candidates.find((candidate) => candidate.slug === null)
  return (
    <div data-old={isOld ? '' : undefined} className={styles.candidates}>
      {!preview.isOnMenu && (
        <p className={styles.quiet}>
          This skill is not on the menu: it is off, or the planner may not pick it.
        </p>
      )}
      <ul aria-label="What the planner would pick">
        {shown.map((candidate, index) => (
          <li
            key={candidate.slug}
            data-top={index === 0 && isFirst(preview, candidate.slug) ? '' : undefined}
          >
            <Handle kind={candidate.slug === slug ? 'skill' : kindOf(candidate.slug ?? '')}>
              @{candidate.slug}
            </Handle>
            <span className={styles.number}>{percent(candidate.probability)}</span>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ width: `${candidate.probability * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {none !== undefined && <p className={styles.quiet}>No tool: {percent(none.probability)}</p>}
      {preview.isExample && (
        <p className={styles.quiet}>It is an example request, and was left out of the prompt for this.</p>
      )}
    </div>
  )
}

const isFirst = (preview: RoutingPreview, slug: string | null) => preview.candidates[0]?.slug === slug

/** What is not nothing is not shown as nothing. */
function percent(share: number): string {
  return share > 0 && share < 0.005 ? '<1%' : `${Math.round(share * 100)}%`
}

function ExampleList({
  draft,
  slug,
  examples,
  onExamples,
}: {
  readonly draft: SkillDraftFields
  readonly slug: string
  readonly examples: Examples
  onExamples(examples: string[]): void
}) {
  const resultOf = (example: string) =>
    examples.results.find((result) => result.slug === slug && result.example === example.trim())
  const elsewhere = examples.results.filter((result) => !result.isRight && result.slug !== slug)
  return (
    <section aria-label="Example requests" className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>Examples</h2>
        <Button
          variant="ghost"
          isDisabled={examples.state === 'running'}
          onPress={examples.start}
          aria-label="Check the examples of all skills"
        >
          Check all
        </Button>
      </div>
      {draft.examples.length === 0 && (
        <p className={styles.quiet}>
          Requests that this skill should get. The planner learns from them; six to twelve are plenty.
        </p>
      )}
      <ul className={styles.examples}>
        {draft.examples.map((example) => (
          <li key={example}>
            <Result result={resultOf(example)} />
            <span className={styles.exampleText}>
              {example}
              <Goes result={resultOf(example)} />
            </span>
            <IconButton
              icon={X}
              size={12}
              aria-label={`Remove the example ${example}`}
              onPress={() => onExamples(draft.examples.filter((other) => other !== example))}
            />
          </li>
        ))}
      </ul>
      <Progress examples={examples} />
      {elsewhere.length > 0 && (
        <>
          <h3 className={styles.subhead}>Of other skills, these now go elsewhere</h3>
          <ul className={styles.examples} aria-label="Examples that go elsewhere">
            {elsewhere.map((result) => (
              <li key={`${result.slug} ${result.example}`}>
                <Result result={result} />
                <span className={styles.exampleText}>
                  {result.example}
                  <small>
                    {' '}
                    of @{result.slug}
                    {result.wasRight === false && ' (it did before, too)'}
                  </small>
                  <Goes result={result} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Progress({ examples }: { readonly examples: Examples }) {
  const { state, done, of, error, results } = examples
  if (state === 'running')
    return (
      <p role="status" className={styles.quiet}>
        {of === 0 ? 'Asking the planner…' : `Asked ${done} of ${of}…`}
      </p>
    )
  if (state === 'failed' && error !== null) return <NoPlanner error={error} />
  if (state !== 'done') return null
  const wrong = results.filter(({ isRight }) => !isRight).length
  return (
    <p role="status" className={styles.quiet}>
      {wrong === 0
        ? `All ${results.length} go where they should.`
        : `${wrong} of ${results.length} go elsewhere.`}
    </p>
  )
}

function Result({ result }: { readonly result: ExampleResult | undefined }) {
  if (result === undefined) return <span className={styles.mark} />
  return (
    <span className={result.isRight ? styles.right : styles.wrong}>
      <Icon of={result.isRight ? Check : ArrowRight} size={14} />
      <span className={styles.unseen}>{result.isRight ? 'Goes here.' : 'Goes elsewhere.'}</span>
    </span>
  )
}

function Goes({ result }: { readonly result: ExampleResult | undefined }) {
  if (result === undefined || result.isRight) return null
  return <small> goes to {result.goesTo === null ? 'no tool' : `@${result.goesTo}`}</small>
}
