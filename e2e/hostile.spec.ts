/** Names and texts of other people are shown as text wherever they stand, and do nothing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { chatPage } from './pages/chat.ts'
import { goTo } from './pages/window.ts'

const html = '<img src=x onerror="window.hacked=1"><b>bold</b>'
const link = '[click](javascript:window.hacked=1) ![x](https://images.example/x.png?q=secret)'
/** Turns what follows it around, so that a name can pose as another. */
const bidi = 'invoice\u202Efdp.exe'

interface Bridge {
  call(name: string, params: unknown): Promise<{ ok: boolean; value: unknown; error?: unknown }>
}

/** Asks main as the page does. */
async function call(page: Page, name: string, params: unknown): Promise<unknown> {
  const outcome = await page.evaluate(
    ([asked, given]) => (Reflect.get(window, 'pixie') as Bridge).call(asked, given),
    [name, params] as const,
  )
  expect(outcome, `${name} works`).toMatchObject({ ok: true })
  return outcome.value
}

async function nothingHappened(page: Page): Promise<void> {
  const state = await page.evaluate(() => ({
    hacked: 'hacked' in window,
    images: [...document.images].map(({ src }) => src),
    bold: [...document.querySelectorAll('main b')].length,
    links: [...document.links].map(({ href }) => href).filter((href) => !/^(https?|mailto):|#/.test(href)),
  }))
  expect(state).toEqual({ hacked: false, images: [], bold: 0, links: [] })
}

test('in a question and in the title of its chat', async ({ page }) => {
  const chat = chatPage(page)
  await chat.ask(`Hello ${html} ${link} ${bidi}`)
  await chat.finished()
  await expect(page.getByRole('region', { name: 'Your question' })).toContainText(html)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x')
  await nothingHappened(page)
})

test('in what the model writes: no image, no HTML, no script, and links that ask first', async ({
  app,
  page,
}) => {
  const chat = chatPage(page)
  await chat.ask('Show me a table')
  await chat.finished()
  await expect(chat.lastAnswer.getByRole('table')).toBeVisible()
  await expect(chat.lastAnswer).toContainText('<script>window.hacked = true</script>')
  await expect(chat.lastAnswer.getByRole('img')).toHaveCount(0)
  await nothingHappened(page)
  await app.evaluate(({ dialog }) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = (...args: unknown[]) => {
      asked.push((args.at(-1) as { message: string }).message)
      return Promise.resolve({ response: 1, checkboxChecked: false })
    }
  })
  await chat.lastAnswer.getByRole('link', { name: /A link that shows its host/ }).click()
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  await expect.poll(asked).toEqual(['Open example.org in your browser?'])
})

test('in notes, people, log lines and skills', async ({ page }) => {
  await call(page, 'notebook.add', { kind: 'person', subject: html, text: `${link} ${bidi}` })
  await goTo(page, 'Notebook')
  await expect(page.getByRole('main')).toContainText(html)
  await nothingHappened(page)
  await goTo(page, 'Memory')
  await nothingHappened(page)
})

test('in the names of files and folders', async ({ app, page, folder }) => {
  const granted = join(folder, `Papers ${'<img src=x onerror=alert(1)>'.replaceAll('/', '')}`)
  mkdirSync(granted)
  writeFileSync(join(granted, `${bidi}.txt`), `A text about otters. ${html} ${link}`)
  writeFileSync(join(granted, '<script>window.hacked=1<script>.txt'), 'Another text about otters.')
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, granted)
  await goTo(page, 'Files')
  await page.getByRole('button', { name: 'Add folder…' }).first().click()
  await expect(page.getByRole('main')).toContainText('<img src=x onerror=alert(1)>')
  await nothingHappened(page)
})

test('in the events of a calendar', async ({ app, page, folder }) => {
  const file = join(folder, 'hostile.ics')
  const event = [
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:20270310T100000Z',
    'DTEND:20270310T110000Z',
    `SUMMARY:${html} ${bidi}`,
    'END:VEVENT',
  ]
  writeFileSync(
    file,
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', ...event, 'END:VCALENDAR', ''].join('\r\n'),
  )
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, file)
  await goTo(page, 'Calendar')
  await page.getByRole('button', { name: 'Add calendar' }).first().click()
  await page.getByRole('menuitem', { name: 'Calendar file (.ics)…' }).click()
  await expect(page.getByRole('main')).toContainText('<img src=x onerror=')
  await nothingHappened(page)
})
