/** The chat as a person uses it. */
import type { Locator, Page } from 'playwright-core'

export interface ChatPage {
  readonly composer: Locator
  /** The answers, oldest first. */
  readonly answers: Locator
  readonly lastAnswer: Locator
  readonly stop: Locator
  /** Types a question and sends it with Enter. */
  ask(question: string): Promise<void>
  /** Until the last answer is whole, however it ended. */
  finished(): Promise<void>
  pills(answer: Locator): Locator
}

export function chatPage(page: Page): ChatPage {
  const composer = page.getByRole('textbox', { name: 'Your question', exact: true })
  const answers = page.getByRole('region', { name: 'Answer' })
  const stop = page.getByRole('button', { name: 'Stop' })
  return {
    composer,
    answers,
    lastAnswer: answers.last(),
    stop,
    async ask(question) {
      const count = await answers.count()
      await composer.fill(question)
      await composer.press('Enter')
      await answers.nth(count).waitFor()
    },
    async finished() {
      await answers.last().and(page.locator('[aria-busy="false"]')).waitFor()
    },
    pills: (answer) => answer.getByRole('list', { name: 'Where Pixie looked' }).getByRole('listitem'),
  }
}
