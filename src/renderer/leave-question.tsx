/** Nothing that was written goes without a word: the question on leaving, and what it is asked by. */
import { useCallback, useEffect, useState } from 'react'
import { useNavigation } from './navigation.ts'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'

interface Written {
  /** The draft stays in the store; what is saved stays as it is. */
  keep(): Promise<unknown>
  discard(): Promise<unknown>
}

interface LeaveQuestion {
  readonly isAsked: boolean
  stay(): void
  keep(): void
  discard(): void
}

export function useLeaveQuestion(isDirty: boolean, written: Written): LeaveQuestion {
  const setGuard = useNavigation((navigation) => navigation.setGuard)
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null)
  useEffect(() => {
    if (!isDirty) return
    setGuard(
      () =>
        new Promise<boolean>((resolve) => {
          setAnswer(() => resolve)
        }),
    )
    return () => setGuard(null)
  }, [isDirty, setGuard])
  const end = useCallback(
    (mayLeave: boolean) => {
      answer?.(mayLeave)
      setAnswer(null)
    },
    [answer],
  )
  // A save that was on its way has come through: there is nothing to ask about any more.
  useEffect(() => {
    if (!isDirty) end(true)
  }, [isDirty, end])
  return {
    isAsked: answer !== null,
    stay: () => end(false),
    keep: () => void written.keep().then(() => end(true)),
    discard: () => void written.discard().then(() => end(true)),
  }
}

export function LeaveDialog({
  title,
  question,
}: {
  readonly title: string
  readonly question: LeaveQuestion
}) {
  return (
    <Dialog
      title={title}
      isOpen={question.isAsked}
      isAlert
      onClose={question.stay}
      actions={
        <>
          <Button isBad onPress={question.discard}>
            Discard them
          </Button>
          <Button onPress={question.stay}>Stay</Button>
          <Button variant="solid" onPress={question.keep}>
            Keep for later
          </Button>
        </>
      }
    >
      <p>Kept for later, they wait here until you come back. The agent goes on with what is saved.</p>
    </Dialog>
  )
}
