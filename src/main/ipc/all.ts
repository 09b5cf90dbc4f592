/** Every call's handler. A call without one does not compile. */
import { alignmentHandlers } from './alignment.ts'
import { appHandlers } from './app.ts'
import { calendarHandlers } from './calendar.ts'
import { chatHandlers } from './chat.ts'
import { conversationsHandlers } from './conversations.ts'
import { filesHandlers } from './files.ts'
import type { AllHandlers } from './gate.ts'
import type { Services } from './handlers.ts'
import { memoryHandlers } from './memory.ts'
import { modelsHandlers } from './models.ts'
import { notebookHandlers } from './notebook.ts'
import { settingsHandlers } from './settings.ts'
import { skillsHandlers } from './skills.ts'
import { sourcesHandlers } from './sources.ts'
import { tracesHandlers } from './traces.ts'

export function allHandlers(services: Services): AllHandlers {
  return {
    ...appHandlers(services),
    ...chatHandlers(services),
    ...conversationsHandlers(services),
    ...sourcesHandlers(services),
    ...modelsHandlers(services),
    ...settingsHandlers(services),
    ...filesHandlers(services),
    ...calendarHandlers(services),
    ...notebookHandlers(services),
    ...memoryHandlers(services),
    ...tracesHandlers(services),
    ...skillsHandlers(services),
    ...alignmentHandlers(services),
  }
}
