/** The window as a person has it: where to go, how it looks. */
import type { ElectronApplication, Page } from 'playwright-core'

/** Puts the window to this size, in points, and the page in it to this zoom. */
export async function setWindow(
  app: ElectronApplication,
  size: { readonly width: number; readonly height: number; readonly zoom?: number },
): Promise<void> {
  await app.evaluate(({ BrowserWindow }, { width, height, zoom = 1 }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setContentSize(width, height)
    window?.webContents.setZoomFactor(zoom)
  }, size)
  const page = await app.firstWindow()
  const wanted = Math.round(size.width / (size.zoom ?? 1))
  await page.waitForFunction((width) => Math.abs(innerWidth - width) <= 1, wanted)
}

export async function setTheme(app: ElectronApplication, theme: 'light' | 'dark' | 'system'): Promise<void> {
  await app.evaluate(({ nativeTheme }, source) => {
    nativeTheme.themeSource = source
  }, theme)
  const page = await app.firstWindow()
  if (theme === 'system') return
  await page.waitForFunction((name) => matchMedia(`(prefers-color-scheme: ${name})`).matches, theme)
}

/** Goes to a screen by the sidebar, which must be shown. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: new RegExp(`^${screen}$`, 'i') })
    .click()
}

export async function ask(page: Page, question: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: /ask|message|question/i }).first()
  await composer.fill(question)
  await composer.press('Enter')
  await page.getByText(question).first().waitFor()
}

/** Fonts are there and nothing moves any more. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // A blinking cursor never ends.
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
  })
}
