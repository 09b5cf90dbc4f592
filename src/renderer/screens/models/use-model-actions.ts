import { useMutation } from '@tanstack/react-query'
import type { Download } from '../../../shared/contract/models.ts'
import { type CallError, useApi } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'

/** What can be done with models. One at a time; `error` is of the last, until the next begins. */
export function useModelActions() {
  const api = useApi()
  const act = useMutation<unknown, CallError, () => Promise<unknown>>({ mutationFn: (work) => work() })
  const own = useMutation<unknown, CallError>({ mutationFn: () => api.call('models.choose-own', {}) })
  const run = (work: () => Promise<unknown>) => {
    if (!own.isPending) own.reset()
    act.mutate(work)
  }
  return {
    error: act.error ?? own.error,
    isBusy: act.isPending || own.isPending,
    /** The dialog is open, or the chosen file is being tried. */
    isChoosingOwn: own.isPending,
    start: (model: string, acceptsTerms: boolean) =>
      run(() => api.call('models.start', { model, acceptsTerms })),
    pause: () => run(() => api.call('models.pause', {})),
    resume: () => run(() => api.call('models.resume', {})),
    cancel: ({ model, name }: Download) =>
      run(async () => {
        await api.call('models.cancel', {})
        showToast({
          text: `The download of ${name} is cancelled.`,
          undo: async () => void (await api.call('models.start', { model, acceptsTerms: true })),
        })
      }),
    use: (model: string) => run(() => api.call('models.use', { model })),
    repair: (model: string) => run(() => api.call('models.repair', { model })),
    chooseOwn() {
      act.reset()
      own.mutate()
    },
    setIdle: (minutes: number | null) => run(() => api.call('models.set-idle', { minutes })),
    revealFolder: () => run(() => api.call('models.reveal-folder', {})),
    check: (model: string, name: string) =>
      run(async () => {
        const { state } = await api.call('models.check', { model })
        showToast(
          state === 'ready'
            ? { text: `${name} is as it should be.` }
            : { text: `${name} is damaged. Repair it here.`, isBad: true },
        )
      }),
    remove: (model: string, name: string, isOwn: boolean) =>
      run(async () => {
        await api.call('models.remove', { model })
        showToast({
          text: isOwn ? `${name} left the list. Its file stays.` : `${name} is being deleted.`,
          undo: async () => void (await api.call('models.unremove', { model })),
        })
      }),
  }
}
export type ModelActions = ReturnType<typeof useModelActions>
