import { fileURLToPath } from 'node:url'
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron'

app.enableSandbox()
// What Chromium asks of its maker's services by itself is not what is tested here; Electron's has none of it.
app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
app.setPath('userData', process.argv[process.argv.indexOf('--data') + 1])
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
])

const log = []
globalThis.fixtureLog = log
const page = `<!doctype html><html lang="en"><title>Fixture</title><h1>Fixture</h1>
<a href="https://elsewhere.example/">away</a><a href="https://new.example/" target="_blank">new</a>
<input type="file" aria-label="file"><input aria-label="text"><script src="/page.js"></script></html>`
const script = `document.querySelector('[type=file]').addEventListener('change', (event) => {
  document.title = fixture.pathOf(event.target.files[0])
})`
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'"

if (app.requestSingleInstanceLock({ from: 'fixture' })) void app.whenReady().then(start)
else app.quit()

function start() {
  protocol.handle('app', ({ url }) => {
    log.push(url)
    if (url === 'app://fixture/page.js')
      return new Response(script, { headers: { 'content-type': 'text/javascript' } })
    if (url !== 'app://fixture/') return new Response('no', { status: 404 })
    return new Response(page, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } })
  })
  session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) => {
    const cancel = !url.startsWith('app:')
    if (cancel) log.push(`cancelled ${url}`)
    answer({ cancel })
  })
  session.defaultSession.setPermissionCheckHandler(() => false)
  ipcMain.handle('ask', (event, ...args) => ({
    args,
    url: event.senderFrame.url,
    isMain: event.senderFrame === event.sender.mainFrame,
    bytes: new Uint8Array([1, 2, 255]),
  }))
  ipcMain.handle('wrong', () => {
    throw new TypeError('went wrong')
  })
  app.on('second-instance', (_event, argv, _folder, data) =>
    log.push(`second ${argv.includes('again')} ${data.from}`),
  )
  app.on('before-quit', () => log.push('before-quit'))
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      log.push(`navigate ${url}`)
      event.preventDefault()
    })
    contents.setWindowOpenHandler(({ url }) => {
      log.push(`open ${url}`)
      return { action: 'deny' }
    })
    contents.on('render-process-gone', (_gone, { reason }) => log.push(`gone ${reason}`))
  })
  const window = new BrowserWindow({
    width: 700,
    height: 500,
    webPreferences: { preload: fileURLToPath(new URL('./preload.cjs', import.meta.url)), sandbox: true },
  })
  void window.loadURL('app://fixture/')
}
