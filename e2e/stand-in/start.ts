/** The stand-in's start: the app's first module, then Chromium, then `ready`, in Electron's order. */
import { readFileSync, statSync } from 'node:fs'
import inspector from 'node:inspector'
import { registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { app } from './app.ts'
import { closeBrowser, startBrowser } from './browser.ts'
import { electron } from './electron.ts'
import { onFailure, report } from './failure.ts'

/** Electron is ready only once the first module has run: one that awaits `app.whenReady()` never runs to its end. */
const afterAskedMs = 3000
const chromiumFolder = 'stand-in-chromium'
const electronName = 'pixie.stand-in.electron'

const args = process.argv.slice(2)
const appPath = resolve(args.find((arg) => !arg.startsWith('-')) ?? '.')

onFailure((code) => void closeBrowser().finally(() => process.exit(code)))
// As Electron's dialog about an error in the main process, which a spec could not see.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') === 1) report(error.stack ?? String(error))
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())

if (args.some((arg) => arg.startsWith('--inspect'))) inspector.open(0)
poseAsElectron()
const entry = describeApp(appPath)
const asked = app.onAskedWhenReady(() =>
  setTimeout(() => report(`${entry} does not run to its end: does it await app.whenReady()?`), afterAskedMs),
)
await import(pathToFileURL(entry).href)
clearTimeout(asked())
const chromium = await startBrowser(join(app.getPath('sessionData'), chromiumFolder))
if (args.some((arg) => arg.startsWith('--remote-debugging-port')))
  process.stderr.write(`\nDevTools listening on ${chromium.address}\n`)
app.start()

/** Everything by which a module can tell that it runs in Electron. */
function poseAsElectron(): void {
  Object.defineProperty(process.versions, 'electron', { value: '45.5.0', enumerable: true })
  Object.defineProperty(process.versions, 'chrome', { value: '156.0.0.0', enumerable: true })
  Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: join(appPath, 'resources') })
  process.argv = [process.env.PIXIE_STAND_IN ?? process.argv[0] ?? '', ...args]
  Object.defineProperty(globalThis, Symbol.for(electronName), { value: electron })
  const value = `globalThis[Symbol.for('${electronName}')]`
  const names = Object.keys(electron).join(', ')
  const sources = {
    module: `const electron = ${value}\nexport default electron\nexport const { ${names} } = electron`,
    commonjs: `module.exports = ${value}`,
  }
  registerHooks({
    resolve(specifier, context, next) {
      if (!/^electron(\/(main|common))?$/.test(specifier)) return next(specifier, context)
      const format = context.conditions.includes('require') ? 'commonjs' : 'module'
      return { url: `stand-in:electron-${format}`, format, shortCircuit: true }
    },
    load(url, context, next) {
      if (!url.startsWith('stand-in:')) return next(url, context)
      const format = url.endsWith('commonjs') ? 'commonjs' : 'module'
      return { format, source: sources[format], shortCircuit: true }
    },
  })
}

/** Reads `package.json` as Electron does when it is given a folder. Gives back the first module. */
function describeApp(path: string): string {
  if (!statSync(path).isDirectory()) {
    app.describe({ name: 'Electron', version: '45.5.0', folder: dirname(path) })
    return path
  }
  const Package = z.object({
    name: z.string(),
    productName: z.string().optional(),
    version: z.string(),
    main: z.string(),
  })
  const about = Package.parse(JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')))
  app.describe({ name: about.productName ?? about.name, version: about.version, folder: path })
  return join(path, about.main)
}
