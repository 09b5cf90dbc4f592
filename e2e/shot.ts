/**
 * A picture of the built app, for looking at what one builds:
 *
 *     npx electron-vite build
 *     node bin/run.mjs e2e/shot.ts --screen skills --theme dark --width 480 --out skills.png
 *
 * `--screen`  where to go: chat, notebook, memory, files, calendar, skills, alignment, settings, or any other name of the
 *             sidebar in small letters; `first-run` starts on an empty profile
 * `--theme`   light (default) or dark          `--width`, `--height`  1280 × 800
 * `--zoom`    1 (default), 1.5 …                `--profile DIR`  another than a copy of the sample
 * `--ask`     a question to ask first ("What is my passport number?", "Show me a table", "Write a poem")
 * `--wait`    ms to wait before the picture     `--do FILE.ts`  a module whose default function gets the page before
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { copyBuiltApp } from './built-app.ts'
import { appFolder, copySample, firstScreen, launchPixie } from './launch.ts'
import { ask, goTo, setTheme, settle, setWindow } from './pages/window.ts'

const { values } = parseArgs({
  options: {
    screen: { type: 'string' },
    theme: { type: 'string', default: 'light' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    zoom: { type: 'string', default: '1' },
    profile: { type: 'string' },
    ask: { type: 'string' },
    wait: { type: 'string', default: '0' },
    do: { type: 'string' },
    out: { type: 'string', default: 'shot.png' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'pixie-shot-'))
process.env.PIXIE_E2E_APP = copyBuiltApp(`shot-${process.pid}`)
const profile = values.profile ?? join(folder, 'profile')
if (values.profile === undefined && values.screen !== 'first-run') copySample(profile)
const app = await launchPixie({ profile })
app.process().stderr?.pipe(process.stderr)
try {
  const page = await firstScreen(app)
  await setTheme(app, values.theme === 'dark' ? 'dark' : 'light')
  await setWindow(app, { width: 1280, height: 800 })
  if (values.ask !== undefined) await ask(page, values.ask)
  if (values.screen !== undefined && values.screen !== 'first-run') await goTo(page, values.screen)
  await setWindow(app, {
    width: Number(values.width),
    height: Number(values.height),
    zoom: Number(values.zoom),
  })
  await doFirst(page)
  await page.waitForTimeout(Number(values.wait))
  await settle(page)
  await page.screenshot({ path: values.out })
  process.stdout.write(`${resolve(values.out)}\n`)
} finally {
  await app.close()
  rmSync(appFolder(), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

async function doFirst(page: Page): Promise<void> {
  if (values.do === undefined) return
  const module = (await import(pathToFileURL(resolve(values.do)).href)) as {
    default(page: Page): Promise<void>
  } // the developer's own file
  await module.default(page)
}
