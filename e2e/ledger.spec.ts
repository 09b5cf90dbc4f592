import type { Locator, Page } from 'playwright-core'
import { expect, test } from './fixtures.ts'
import { chatPage } from './pages/chat.ts'
import { goTo } from './pages/window.ts'

const digits = (text: string | null) => Number(text?.replace(/\D/g, ''))

/** The tokens of each part, as they stand in the table. */
async function costs(table: Locator): Promise<Map<string, number>> {
  const lines = table.locator('tbody tr')
  await lines.first().waitFor()
  const rows = await lines.all()
  const read = async (row: Locator) =>
    [
      (await row.getByRole('rowheader').textContent()) ?? '',
      digits(await row.getByRole('cell').first().textContent()),
    ] as const
  return new Map(await Promise.all(rows.map(read)))
}

const total = (parts: Map<string, number>) => [...parts.values()].reduce((sum, tokens) => sum + tokens, 0)
const table = (page: Page, name: string) => page.getByRole('table', { name })

test('what the tokens of a turn were spent on adds up to them, in the trace and on Alignment', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.ask('What is my passport number?')
  await chat.finished()
  await page.getByRole('button', { name: 'Why?' }).last().click()
  const steps = page.getByRole('region', { name: 'Steps' })
  const tokens = digits(await steps.getByRole('heading', { name: /tokens$/ }).textContent())
  expect(tokens).toBeGreaterThan(1_000)
  await expect(steps.getByText(/largest prompt [\d.,]+ of/)).toBeVisible()

  await page.getByRole('tab', { name: 'Tokens' }).click()
  const whole = await costs(table(page, 'The whole turn by part'))
  expect(total(whole)).toBe(tokens)
  expect([...whole.keys()]).toEqual([
    'Base',
    'Menu',
    'Pixie’s own words',
    'Steps',
    'Signatures',
    'Schema of plan',
    'Schema of call_tool',
    'Schema of the tool',
    'Examples',
    'Plan',
    'Question',
    'Tool instruction',
    'Calls',
    'Results',
    'Answer',
    'Chat format',
  ])
  let sum = 0
  for (const option of await page.getByRole('option').all()) {
    await option.click()
    sum += total(await costs(table(page, 'This step by part')))
  }
  expect(sum).toBe(tokens)

  await goTo(page, 'alignment')
  const last = await costs(table(page, 'Tokens of the last turn'))
  expect(last.get('Descriptions')).toBe(0)
  expect(last.get('Base')).toBe(whole.get('Base'))
  expect(total(last)).toBe(tokens)
})
