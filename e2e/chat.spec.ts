import { expect, test } from './fixtures.ts'
import { firstScreen } from './launch.ts'
import { chatPage } from './pages/chat.ts'

test('a question is planned, looked up, answered word by word, and its source opens at the place', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.ask('What is my passport number?')
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'true')
  await expect(chat.lastAnswer.getByText('@search-info')).toBeVisible()
  await expect(chat.lastAnswer).toContainText('Your passport')
  await chat.finished()
  await expect(chat.lastAnswer).toContainText('Your passport number is XB4471902.')
  await expect(chat.pills(chat.lastAnswer)).toHaveText([/^Notebook/, /^Files, done · Passport scan\.pdf/])
  await chat.lastAnswer.getByRole('button', { name: 'Open Passport scan.pdf' }).click()
  const source = page.getByRole('region', { name: 'Source: Passport scan.pdf' }).last()
  await expect(source.locator('mark').first()).toBeVisible()
  await expect(source).toContainText('XB4471902')
  await page.keyboard.press('Escape')
  await expect(source).toBeHidden()
})

test('stops within a second and keeps what came', async ({ page }) => {
  const chat = chatPage(page)
  await chat.ask('Write a long poem')
  await expect(chat.lastAnswer).toContainText('Line 1 of the rain')
  const asked = Date.now()
  await chat.stop.click()
  await chat.finished()
  expect(Date.now() - asked).toBeLessThan(1500)
  await expect(chat.lastAnswer).toContainText('Line 1 of the rain')
  await expect(chat.lastAnswer).toContainText('Stopped.')
  await expect(chat.lastAnswer).not.toContainText('Line 60')
  await chat.ask('Hello!')
  await chat.finished()
  await expect(chat.lastAnswer).toContainText('Hello to you.')
})

test('a hanging model is stopped too', async ({ page }) => {
  const chat = chatPage(page)
  await chat.ask('hang')
  await expect(chat.stop).toBeVisible()
  await chat.stop.click()
  await chat.finished()
  await expect(chat.lastAnswer).toContainText('Stopped before anything was written.')
})

test('asks again and keeps both versions', async ({ page }) => {
  const chat = chatPage(page)
  await chat.ask('What is my passport number?')
  await chat.finished()
  await chat.lastAnswer.getByRole('button', { name: 'Again' }).click()
  await expect(chat.lastAnswer).toContainText('It is XB4471902.')
  await chat.finished()
  const versions = chat.lastAnswer.getByRole('group', { name: 'Versions of this answer' })
  await expect(versions).toContainText('2')
  await versions.getByRole('button', { name: 'Earlier answer' }).click()
  await expect(chat.lastAnswer).toContainText('Your passport number is XB4471902.')
  await expect(chat.answers).toHaveCount(1)
})

test('a question asked in other words keeps the first ones', async ({ page }) => {
  const chat = chatPage(page)
  await chat.ask('Hello!')
  await chat.finished()
  await page.getByRole('button', { name: 'Edit and ask again' }).click()
  await page.getByRole('textbox', { name: 'Your question in other words' }).fill('Am I allergic to anything?')
  await page.keyboard.press('Enter')
  await expect(chat.lastAnswer).toContainText('You are allergic to hazelnuts.')
  await chat.finished()
  await page.getByRole('button', { name: 'Earlier question' }).click()
  await expect(chat.lastAnswer).toContainText('Hello to you.')
})

test('a follow-up goes on in the same chat', async ({ page }) => {
  const chat = chatPage(page)
  await chat.ask('Hello!')
  await chat.finished()
  await chat.ask('Hello again!')
  await chat.finished()
  await expect(chat.lastAnswer).toContainText('Hello once more.')
  await expect(chat.answers).toHaveCount(2)
})

test('a turn that failed says what failed and can be tried again', async ({ page }) => {
  const chat = chatPage(page)
  await chat.ask('break')
  await expect(chat.lastAnswer.getByRole('alert')).toContainText('The model ran out of memory')
  await expect(chat.lastAnswer.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('drafts survive switching and a restart, and are sent once', async ({ app, page, launch }) => {
  const chat = chatPage(page)
  await chat.composer.fill('Half a question about')
  await page.getByRole('button', { name: 'Notebook' }).click()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(chat.composer).toHaveValue('Half a question about')
  await app.close()
  const again = chatPage(await firstScreen(await launch()))
  await expect(again.composer).toHaveValue('Half a question about')
})

test('copies the exact bytes of an answer', async ({ app, page }) => {
  const chat = chatPage(page)
  await chat.ask('Show me a table')
  await chat.finished()
  await chat.lastAnswer.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(chat.lastAnswer.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied).toContain("const formula = '\\\\(a^2 + b^2\\\\)'")
  expect(copied).toContain('| Router | Hall | always |')
})

test('finds a message of another chat and jumps to it', async ({ page }) => {
  const chat = chatPage(page)
  await chat.ask("What's the plumber's phone number?")
  await chat.finished()
  await page.getByRole('main').getByRole('button', { name: 'New chat' }).click()
  await expect(chat.answers).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Find' }).click()
  await page.getByRole('searchbox', { name: 'Search all chats' }).fill('plumber')
  await page.getByRole('list', { name: 'Places found' }).getByRole('button').first().click()
  await expect(chat.lastAnswer).toContainText('031-555 0142')
})
