import type { Page } from 'playwright-core'
import { expect, test } from './fixtures.ts'
import { chatPage } from './pages/chat.ts'
import { goTo } from './pages/window.ts'

const base = (page: Page) => page.getByRole('textbox', { name: 'Base instructions' })
const tail = (page: Page) => page.getByRole('article').locator('[data-part]')

test('one document: the base to be written, the menu dimmed and read-only, each with its price', async ({
  page,
}) => {
  await goTo(page, 'alignment')
  await expect(base(page)).toContainText('You are Pixie')
  await expect(tail(page)).toHaveText([
    /^Your skills:\s*- @search-info: /,
    /^Your tools:\s*- @current-date: /,
  ])
  await expect(page.getByText(/of 4,096 tokens/).first()).toBeVisible()
  await expect(page.getByText(/^Left for question, tools and answer: ~?[\d,]+$/)).toBeVisible()
})

test('unselecting the last skill turns planning off, in a sentence', async ({ page }) => {
  await goTo(page, 'alignment')
  await expect(page.getByText(/^Planning is on/)).toBeVisible()
  for (const name of ['@search-info', '@check-schedule']) {
    await page.getByRole('checkbox', { name }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name })).not.toBeChecked()
  }
  await expect(page.getByText(/^Planning is off/)).toBeVisible()
  await expect(tail(page)).toHaveCount(0)
})

test('the order of the skills is the order on the menu', async ({ page }) => {
  await goTo(page, 'alignment')
  await page.getByRole('button', { name: 'Move @check-schedule up' }).click()
  await expect(tail(page).first()).toHaveText(/^Your skills:\s*- @check-schedule: /)
})

test('a blurb is added to the document and grants nothing', async ({ page }) => {
  await goTo(page, 'alignment')
  await page.getByRole('switch', { name: 'Files' }).focus()
  await page.keyboard.press('Space')
  await expect(tail(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Settings → Agent → Context' }).click()
  await expect(page.getByRole('main')).toContainText(/Context/)
})

test('the base is priced as it is written, refused when it cannot fit, reset with a way back', async ({
  page,
}) => {
  await goTo(page, 'alignment')
  await base(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('word '.repeat(4_000))
  await expect(page.getByText(/tokens over: 1,536 have to stay free/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('Be kind.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. The next turn reads it.')).toBeVisible()
  await page.getByRole('button', { name: 'Compare with default' }).click()
  await expect(page.getByRole('list', { name: 'Differences' })).toContainText('Be kind.')
  await page.getByRole('button', { name: 'Reset to default' }).click()
  await expect(base(page)).toContainText('You are Pixie')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(base(page)).toHaveText('Be kind.')
})

test('without a skill the next question is answered directly, with one again it is planned, no restart between', async ({
  page,
}) => {
  const chat = chatPage(page)
  const choose = async (isOn: boolean) => {
    await goTo(page, 'alignment')
    for (const name of ['@search-info', '@check-schedule']) {
      const box = page.getByRole('checkbox', { name })
      await box.focus()
      await page.keyboard.press('Space')
      await expect(box).toBeChecked({ checked: isOn })
    }
    await goTo(page, 'chat')
  }
  await choose(false)
  await chat.ask('How high is the tower?')
  await chat.finished()
  await expect(chat.lastAnswer).not.toContainText('@search-info')
  await expect(chat.lastAnswer).toContainText('Hello to you.')
  await choose(true)
  await chat.ask('How high is the tower?')
  await chat.finished()
  await expect(chat.lastAnswer).toContainText('@search-info')
})
