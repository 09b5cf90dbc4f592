import type { modelsCalls } from '../../shared/contract/models.ts'
import { exampleQuestions } from '../models/examples.ts'
import type { Handlers, Services } from './handlers.ts'

/** Also publishes what happens to the models, and goes on with what was being fetched when the app ended. */
export function modelsHandlers({ pixie, desktop, publish }: Services): Handlers<typeof modelsCalls> {
  const { models, settings, store, grants, calendar, notebook, clock } = pixie
  const changed = () => publish('app.changed', { topics: ['models'] })
  models.onChange(changed)
  models.onProgress((download) => publish('models.progress', download))
  models.begin()
  const start = (model: string, acceptsTerms: boolean) => {
    models.start(model, acceptsTerms)
    return {}
  }
  return {
    'models.list': () => models.list(),
    'models.status': () => models.status(),
    'models.start': ({ model, acceptsTerms }) => start(model, acceptsTerms),
    'models.repair': ({ model }) => start(model, true),
    async 'models.pause'() {
      await models.downloads.pause()
      return {}
    },
    'models.resume'() {
      models.downloads.resume()
      return {}
    },
    async 'models.cancel'() {
      await models.downloads.cancel()
      return {}
    },
    'models.check': async ({ model }) => ({ state: await models.check(model) }),
    async 'models.remove'({ model }) {
      await models.remove(model)
      return {}
    },
    'models.unremove'({ model }) {
      models.unremove(model)
      return {}
    },
    async 'models.use'({ model }) {
      await models.use(model)
      return {}
    },
    async 'models.choose-own'() {
      const path = await desktop.chooseFile({
        title: 'Choose a model file',
        button: 'Use',
        filters: [{ name: 'Models', extensions: ['gguf'] }],
      })
      if (path !== null) await models.chooseFile(path)
      return { isChosen: path !== null }
    },
    'models.set-idle'({ minutes }) {
      models.setIdleMinutes(minutes)
      return {}
    },
    'models.reveal-folder'() {
      desktop.revealPath(models.folder())
      return {}
    },
    'models.examples': () => exampleQuestions({ index: store.index, calendar, notebook, clock }),
    async 'models.first-run'() {
      const { state } = await models.status()
      return {
        isNeeded: !settings.get('firstRunDone'),
        hasModel: state !== 'none' && state !== 'not-here',
        folders: grants.list('folder').length,
        calendars: (await calendar.sources()).length,
      }
    },
    'models.finish-first-run'() {
      settings.set('firstRunDone', true)
      changed()
      return {}
    },
  }
}
