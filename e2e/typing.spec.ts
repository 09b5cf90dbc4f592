import { expect, test } from './fixtures.ts'
import { chatPage } from './pages/chat.ts'

test('while an input method composes, Enter takes the candidate and sends nothing', async ({ page }) => {
  const chat = chatPage(page)
  const session = await page.context().newCDPSession(page)
  await chat.composer.focus()
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await page.keyboard.press('Enter')
  await session.send('Input.insertText', { text: '日本' })
  await expect(chat.composer).toHaveValue(/日本/)
  await expect(chat.answers).toHaveCount(0)
  await chat.composer.fill('Hello 日本')
  await chat.composer.press('Enter')
  await chat.finished()
  await expect(chat.lastAnswer).toContainText('Hello to you.')
})

test('Shift and Enter break the line; the field grows with it', async ({ page }) => {
  const chat = chatPage(page)
  await chat.composer.focus()
  const heightBefore = (await chat.composer.boundingBox())?.height ?? 0
  for (const line of ['one', 'two', 'three']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Shift+Enter')
  }
  await expect(chat.composer).toHaveValue('one\ntwo\nthree\n')
  expect((await chat.composer.boundingBox())?.height ?? 0).toBeGreaterThan(heightBefore)
  await expect(chat.answers).toHaveCount(0)
})

test('the price of what is typed stands beside what is left', async ({ page }) => {
  const chat = chatPage(page)
  await expect(page.getByText(/of 4,096 left/)).toBeVisible()
  await chat.composer.fill('word '.repeat(400))
  await expect(page.getByText(/\d of 4,096 left/)).toBeVisible()
})

test('from start to answer to source with the keyboard alone', async ({ page }) => {
  const chat = chatPage(page)
  await expect(chat.composer).toBeFocused()
  await page.keyboard.type('What is my passport number?')
  await page.keyboard.press('Enter')
  await chat.finished()
  await expect(chat.lastAnswer).toContainText('XB4471902')
  const open = chat.lastAnswer.getByRole('button', { name: 'Open Passport scan.pdf' })
  for (let i = 0; i < 40 && !(await open.evaluate((button) => button === document.activeElement)); i++)
    await page.keyboard.press('Shift+Tab')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Source: Passport scan.pdf' }).last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
})

test('the palette goes everywhere', async ({ page }) => {
  await expect(page.getByRole('main').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await expect(palette).toBeVisible()
  await page.keyboard.type('alignment')
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Alignment' })).toBeVisible()
})
