import { X } from 'lucide-react'
import { useState } from 'react'
import type { Replay, TraceDifference } from '../../../shared/contract/traces.ts'
import { CallError, useApi, useCall } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Failure } from '../../ui/failure.tsx'
import styles from './trace-screen.module.css'

export interface Replaying {
  readonly state: Replay | null
  /** Why it could not even begin. */
  readonly error: CallError | null
  start(): Promise<void>
  stop(): Promise<void>
}

/** The replay of a trace. It goes on when the screen is left, and is there again when one comes back. */
export function useReplay(trace: string): Replaying {
  const api = useApi()
  const kept = useCall('traces.replay-state', { trace }, { topics: ['traces'] })
  const [error, setError] = useState<CallError | null>(null)
  const ask = async (name: 'traces.replay' | 'traces.stop-replay') => {
    setError(null)
    try {
      await api.call(name, { trace })
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      setError(thrown)
    }
  }
  return {
    state: kept.data ?? null,
    error,
    start: () => ask('traces.replay'),
    stop: () => ask('traces.stop-replay'),
  }
}

const partNames: Readonly<Record<TraceDifference['what'], string>> = {
  mode: 'Mode',
  plan: 'Plan',
  dispatches: 'Calls',
  answer: 'Answer',
  end: 'How it ended',
}

/** How the replay goes, and what came out otherwise. Nothing when there is none. */
export function ReplayReport({ replay }: { readonly replay: Replaying }) {
  const { state } = replay
  const [closed, setClosed] = useState<string | null>(null)
  const error = replay.error ?? (state?.state === 'failed' ? state.error : null)
  if (error !== null)
    return (
      <div className={styles.failed}>
        <Failure what="The replay did not work" error={error} onRetry={() => void replay.start()} />
      </div>
    )
  if (state === null || state.state === 'failed') return null
  if (state.state === 'done' && closed === state.trace) return null
  return (
    <div className={styles.failed}>
      <Card label="Replay" className={styles.replay}>
        {state.state === 'running' ? (
          <div role="status" className={styles.replayHead}>
            <span className={styles.grow}>Asking again · {state.doing}</span>
            <Button onPress={() => void replay.stop()}>Stop</Button>
          </div>
        ) : (
          <Comparison state={state} onClose={() => setClosed(state.trace)} />
        )}
      </Card>
    </div>
  )
}

function Comparison({
  state,
  onClose,
}: {
  readonly state: Extract<Replay, { state: 'done' }>
  onClose(): void
}) {
  const go = useNavigation((navigation) => navigation.go)
  const { differences, trace } = state
  return (
    <>
      <div role="status" className={styles.replayHead}>
        <span className={styles.grow}>
          {differences.length === 0
            ? 'Asked again: the same plan, calls and answer.'
            : `Asked again. Not the same: ${differences.map(({ what }) => partNames[what].toLowerCase()).join(', ')}.`}
        </span>
        <Button onPress={() => void go({ screen: 'trace', trace })}>Open its trace</Button>
        <IconButton icon={X} aria-label="Close the comparison" onPress={onClose} />
      </div>
      {differences.map(({ what, before, after }) => (
        <section key={what} aria-label={partNames[what]} className={styles.difference}>
          <h2>{partNames[what]}</h2>
          <Side name="Before" text={before} />
          <Side name="Now" text={after} />
        </section>
      ))}
    </>
  )
}

function Side({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className={styles.side}>
      <small>{name}</small>
      <pre className={styles.exact}>{text}</pre>
    </div>
  )
}
