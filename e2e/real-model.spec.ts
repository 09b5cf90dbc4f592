import { expect, test } from './fixtures.ts'
import { firstScreen } from './launch.ts'
import { chatPage } from './pages/chat.ts'

/** The folder that holds the small model; `npm test` gives it once the model was fetched. */
const models = process.env.PIXIE_E2E_MODELS ?? ''
const modelId = 'qwen2.5-coder-0.5b-instruct'

test.skip(models === '', 'needs a real model; npm test runs it after the model was fetched')
test.setTimeout(420_000)

test('a real model plans, looks, answers from a file, is stopped, answers again, and is there after a restart', async ({
  launch,
}) => {
  const options = { script: null, args: ['--model', modelId], env: { PIXIE_MODELS_DIR: models } }
  const app = await launch(options)
  const page = await firstScreen(app)
  const chat = chatPage(page)
  await chat.ask('What is my passport number?')
  await expect(chat.lastAnswer.getByText('@search-info')).toBeVisible({ timeout: 240_000 })
  await expect(chat.pills(chat.lastAnswer).first()).toBeVisible({ timeout: 120_000 })
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false', { timeout: 240_000 })
  await expect(chat.lastAnswer).toContainText('XB4471902')
  await chat.lastAnswer.getByRole('button', { name: 'Open Passport scan.pdf' }).click()
  const source = page.getByRole('region', { name: 'Source: Passport scan.pdf' }).last()
  await expect(source.locator('mark').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await chat.ask('What does the plumber cost?')
  await chat.stop.click()
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false')
  await expect(chat.lastAnswer).toContainText('Stopped')
  await app.close()

  const again = await firstScreen(await launch(options))
  await again.getByRole('button', { name: 'What is my passport number?', exact: true }).first().click()
  await expect(again.getByRole('region', { name: 'Answer' }).first()).toContainText('XB4471902')
})
