import { expect, test } from './fixtures.ts'
import { firstScreen } from './launch.ts'
import { chatPage } from './pages/chat.ts'

test('killed in the middle of an answer: the next start has what came, and says so', async ({
  app,
  page,
  launch,
}) => {
  const chat = chatPage(page)
  await chat.ask('Write a long poem')
  await expect(chat.lastAnswer).toContainText('Line 2 of the rain')
  app.process().kill('SIGKILL')
  await app.waitForEvent('close')
  const again = await firstScreen(await launch())
  await again.getByRole('button', { name: 'Write a long poem', exact: true }).click()
  const { lastAnswer, ask, finished } = chatPage(again)
  await expect(lastAnswer).toContainText('Line 1 of the rain')
  await expect(lastAnswer).toContainText('Pixie was closed in the middle of this answer.')
  await ask('Hello!')
  await finished()
  await expect(lastAnswer).toContainText('Hello to you.')
})

test('quits within three seconds in the middle of an answer and keeps what came', async ({
  app,
  page,
  launch,
}) => {
  const chat = chatPage(page)
  await chat.ask('Write a long poem')
  await expect(chat.lastAnswer).toContainText('Line 2 of the rain')
  const child = app.process()
  const asked = Date.now()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await app.evaluate(({ app: main }) => main.quit()).catch(() => {})
  expect(await gone).toBe(0)
  expect(Date.now() - asked).toBeLessThan(3000)
  const again = await firstScreen(await launch())
  await again.getByRole('button', { name: 'Write a long poem', exact: true }).click()
  await expect(chatPage(again).lastAnswer).toContainText('Line 1 of the rain')
})

test('a page that crashes comes back, and the answer goes on', async ({ app, page, launch }) => {
  const chat = chatPage(page)
  await chat.ask('Write a long poem')
  await expect(chat.lastAnswer).toContainText('Line 1 of the rain')
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  const state = () =>
    app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return contents?.isCrashed() === false && !contents.isLoading()
    })
  await expect.poll(state).toBe(true)
  // Nobody can look into a page that crashed; what was written afterwards is found at the next start.
  await new Promise((resolve) => setTimeout(resolve, 5000))
  await app.close()
  const again = await firstScreen(await launch())
  await again.getByRole('button', { name: 'Write a long poem', exact: true }).click()
  await expect(chatPage(again).lastAnswer).toContainText('Line 4 of the rain')
})

test('a page that is loaded again in the middle of an answer goes on showing it', async ({ app, page }) => {
  const chat = chatPage(page)
  await chat.ask('Write a long poem')
  await expect(chat.lastAnswer).toContainText('Line 1 of the rain')
  await page.evaluate(() => Reflect.set(window, 'isBefore', true))
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
  await page.waitForFunction(() => !('isBefore' in window) && document.querySelector('main') !== null)
  await page.getByRole('button', { name: 'Write a long poem answering…' }).click()
  await expect(chat.lastAnswer).toContainText('Line 4 of the rain')
  await expect(chat.stop.first()).toBeVisible()
})
