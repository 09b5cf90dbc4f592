/** Every screen, and how a person gets there, in a window wide enough for the sidebar. */
import type { ElectronApplication, Page } from 'playwright-core'
import { chatPage } from './chat.ts'
import { goTo } from './window.ts'

export interface ScreenOfApp {
  /** Also the name of its picture. */
  readonly name: string
  open(page: Page, app: ElectronApplication): Promise<void>
}

const place = (name: string, heading: string): ScreenOfApp => ({
  name,
  async open(page) {
    await goTo(page, heading)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  },
})

const settings = (name: string, tab: string): ScreenOfApp => ({
  name: `settings-${name}`,
  async open(page) {
    await goTo(page, 'Settings')
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel').waitFor()
  },
})

async function newChat(page: Page): Promise<void> {
  await goTo(page, 'Chat')
  await page.getByRole('main').getByRole('button', { name: 'New chat' }).click()
  await chatPage(page).answers.first().waitFor({ state: 'detached' })
}

const asked = (name: string, question: string): ScreenOfApp => ({
  name,
  async open(page) {
    await newChat(page)
    const chat = chatPage(page)
    await chat.ask(question)
    await chat.finished()
  },
})

/** In an order in which each can be opened from the one before it. */
export const screens: readonly ScreenOfApp[] = [
  { name: 'chat-new', open: newChat },
  asked('chat-markdown', 'Show me a table'),
  asked('chat-failed', 'break'),
  asked('chat', 'What is my passport number?'),
  {
    name: 'source',
    async open(page) {
      await page.getByRole('button', { name: 'Open Passport scan.pdf' }).last().click()
      await page.getByRole('region', { name: 'Source: Passport scan.pdf' }).last().waitFor()
    },
  },
  {
    name: 'trace',
    async open(page) {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Why?' }).last().click()
      await page.getByRole('heading', { level: 1, name: 'Why this answer' }).waitFor()
    },
  },
  place('notebook', 'Notebook'),
  place('memory', 'Memory'),
  place('files', 'Files'),
  place('calendar', 'Calendar'),
  place('skills', 'Skills'),
  {
    name: 'skill-editor',
    async open(page) {
      await page.getByRole('row', { name: /^@search-info/ }).click()
      await page.getByRole('textbox', { name: 'Instruction' }).waitFor()
    },
  },
  place('alignment', 'Alignment'),
  settings('general', 'General'),
  settings('model', 'Model'),
  settings('context', 'Agent → Context'),
  settings('privacy', 'Privacy'),
  settings('data', 'Data'),
  {
    name: 'palette',
    async open(page) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    },
  },
]
