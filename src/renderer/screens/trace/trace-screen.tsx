import { ChevronLeft, Ellipsis, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { TraceView } from '../../../shared/contract/traces.ts'
import { useApi, useCall } from '../../api.ts'
import { visibleName } from '../../names.ts'
import { useNavigation } from '../../navigation.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Screen } from '../../ui/screen.tsx'
import { showToast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { wholeLedger } from './ledger.ts'
import { ReplayReport, useReplay } from './replay-report.tsx'
import { StepDetails } from './step-details.tsx'
import { StepList } from './step-list.tsx'
import { shownSteps } from './steps.ts'
import { TokenTotals } from './token-totals.tsx'
import styles from './trace-screen.module.css'

/** How an answer came about: the model's sessions in order, and exactly what each was given and said. */
export function TraceScreen({ trace: id }: { readonly trace: string }) {
  const trace = useCall('traces.get', { trace: id }, { topics: ['traces'] })
  const replay = useReplay(id)
  const actions = trace.isSuccess && (
    <>
      <Button
        icon={RotateCcw}
        onPress={() => void replay.start()}
        isDisabled={replay.state?.state === 'running' || trace.data.turn === null}
      >
        Replay
      </Button>
      <ExportActs trace={id} />
    </>
  )
  return (
    <Screen title="Why this answer" lead={<Back trace={trace.data} />} actions={actions} isBare>
      {trace.isPending && <Waiting>Reading the trace</Waiting>}
      {trace.isError &&
        (trace.error.code === 'not-found' ? (
          <EmptyState title="This trace is gone">
            Pixie keeps how the newest 500 answers came about. The answer itself stays in its chat.
          </EmptyState>
        ) : (
          <div className={styles.failed}>
            <Failure
              what="The trace could not be read"
              error={trace.error}
              onRetry={() => void trace.refetch()}
            />
          </div>
        ))}
      {trace.isSuccess && (
        <>
          <ReplayReport replay={replay} />
          <Turn trace={trace.data} />
        </>
      )}
    </Screen>
  )
}

function Turn({ trace }: { readonly trace: TraceView }) {
  const steps = shownSteps(trace)
  const [chosen, setChosen] = useState(0)
  const step = steps[chosen]
  if (step === undefined)
    return (
      <EmptyState title="Nothing was asked of the model">
        {trace.turn?.error?.message ?? 'The turn ended before its first step.'}
      </EmptyState>
    )
  return (
    <div className={styles.two}>
      <section aria-label="Steps" className={styles.left}>
        <p className={styles.question}>{trace.question}</p>
        <StepList steps={steps} chosen={chosen} onChoose={setChosen} />
        {trace.turn === null && <p className={styles.small}>This turn never came to its end.</p>}
        <TokenTotals trace={trace} />
      </section>
      <section aria-label={`Step ${step.step.tag}`} className={styles.right}>
        <StepDetails step={step} whole={wholeLedger(trace)} />
      </section>
    </div>
  )
}

function Back({ trace }: { readonly trace: TraceView | undefined }) {
  const { earlier, back, go } = useNavigation()
  const conversation = trace?.conversation ?? null
  const leave = () =>
    earlier.length > 0 ? back() : go({ screen: 'chat', conversation: conversation?.id ?? null })
  return (
    <Button variant="ghost" icon={ChevronLeft} className={styles.back} onPress={() => void leave()}>
      <span className={styles.backName}>{visibleName(conversation?.title ?? 'Back')}</span>
    </Button>
  )
}

function ExportActs({ trace }: { readonly trace: string }) {
  const api = useApi()
  const save = async (isRedacted: boolean) => {
    try {
      const name = await api.call('traces.export', { trace, isRedacted })
      if (name !== null) showToast({ text: `Saved as ${name}.` })
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : 'That did not work.', isBad: true })
    }
  }
  return (
    <>
      <Button className={styles.wideOnly} onPress={() => void save(true)}>
        Export without personal details…
      </Button>
      <Menu
        label="More about this trace"
        trigger={<IconButton icon={Ellipsis} aria-label="More" />}
        items={[
          {
            id: 'redacted',
            label: 'Export without personal details…',
            onAction: () => void save(true),
          },
          { id: 'whole', label: 'Export with everything in it…', onAction: () => void save(false) },
        ]}
      />
    </>
  )
}
