import type { ChatMessage } from '../../../shared/contract/conversations.ts'
import { useApi } from '../../api.ts'
import { durationText, number } from '../../formats.ts'
import { useNavigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Failure } from '../../ui/failure.tsx'
import { useAct, useFlash } from './chat-services.ts'
import type { AnswerView } from './core/messages.ts'
import styles from './turn.module.css'
import { VersionSwitch } from './version-switch.tsx'

/** Copy, again, why, and what it took. Always seen under the last answer; under others when one points at or tabs to them. */
export function AnswerActions({
  view,
  version,
  isLast,
  onAgain,
  onStepVersion,
}: {
  readonly view: AnswerView
  readonly version: ChatMessage['version']
  readonly isLast: boolean
  readonly onAgain: (() => void) | undefined
  onStepVersion(by: -1 | 1): void
}) {
  const api = useApi()
  const go = useNavigation((state) => state.go)
  const { error, act } = useAct()
  const [isCopied, showCopied] = useFlash()
  const { text, trace, ms, tokens } = view
  const copy = async () => {
    if (await act(() => api.call('app.copy', { text }))) showCopied()
  }
  return (
    <>
      <div className={classNames(styles.acts, isLast && styles.always)}>
        <VersionSwitch version={version} what="answer" onStep={onStepVersion} />
        {text !== '' && (
          <Button variant="ghost" onPress={() => void copy()}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        )}
        {onAgain !== undefined && (
          <Button variant="ghost" onPress={onAgain}>
            Again
          </Button>
        )}
        {trace !== null && (
          <Button variant="ghost" onPress={() => void go({ screen: 'trace', trace })}>
            Why?
          </Button>
        )}
        <small className={styles.cost}>
          {[
            ms !== null && durationText(ms),
            tokens !== null && `${number(tokens.evaluated)} tokens read, ${number(tokens.reused)} reused`,
          ]
            .filter((part) => part !== false)
            .join(' · ')}
        </small>
      </div>
      {error !== null && <Failure error={error} />}
    </>
  )
}
