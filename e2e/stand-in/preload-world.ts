/** A window's preload world as main sees it: the scripts that make it, and the line to it. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Session } from './cdp.ts'
import { createBridgeEnd } from './worlds/bridge.ts'
import { createCodec } from './worlds/codec.ts'
import { receiveExposed } from './worlds/page.ts'
import { type FromPreload, runPreload, type ToPreload } from './worlds/preload.ts'

const worldName = 'Electron Isolated Context'
const tellName = '__standInTell'
const hearName = '__standInHear'
const filesName = '__standInFiles'

export interface PreloadWorld {
  /** Dropped when there is no page, as Electron does. */
  tell(message: ToPreload): void
}

/** Must be made before the first page is loaded. */
export async function createPreloadWorld(
  session: Session,
  preload: string | undefined,
  hear: (message: FromPreload) => void,
): Promise<PreloadWorld> {
  const codec = createCodec(null)
  let context: number | null = null
  const tell = (message: ToPreload) => {
    if (context === null) return
    const functionDeclaration = `function (text) { ${hearName}(text) }`
    const args = [{ value: codec.encode(message) }]
    // A page that goes away while it is told something is none of main's business.
    session
      .send('Runtime.callFunctionOn', { functionDeclaration, executionContextId: context, arguments: args })
      .catch(() => {})
  }
  const tellPaths = async (count: number) => {
    const contextId = context
    const indices = Array.from({ length: count }, (_, index) => index)
    const paths = await Promise.all(indices.map((index) => pathOfFile(session, contextId, index)))
    tell({ kind: 'paths', paths })
  }
  session.listen((method, params: never) => {
    const {
      name,
      payload,
      context: made,
      executionContextId,
    } = params as {
      name?: string
      payload?: string
      context?: { id: number; name: string }
      executionContextId?: number
    } // of the three events below
    if (method === 'Runtime.executionContextCreated' && made?.name === worldName) context = made.id
    if (method === 'Runtime.executionContextDestroyed' && executionContextId === context) context = null
    if (method === 'Runtime.executionContextsCleared') context = null
    if (method !== 'Runtime.bindingCalled' || name !== tellName || payload === undefined) return
    const message = codec.decode(payload) as FromPreload // from worlds/preload.ts
    if (message.kind === 'files') void tellPaths(message.count)
    else hear(message)
  })
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: tellName, executionContextName: worldName })
  const channel = `stand-in-${randomUUID()}`
  const page = `(() => {
    const bridge = (${createBridgeEnd})(${JSON.stringify(channel)}, 'page', ${createCodec});
    (${receiveExposed})(bridge)
  })()`
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: page })
  if (preload !== undefined) {
    const source = preloadSource(channel, readFileSync(preload, 'utf8'))
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName })
  }
  return { tell }
}

function preloadSource(channel: string, script: string): string {
  return `(() => {
    if (window !== window.top) return
    const createCodec = ${createCodec}
    const codec = createCodec(null)
    const send = globalThis.${tellName}
    const line = {
      codec,
      tell: (message) => send(codec.encode(message)),
      listen: (listener) => { globalThis.${hearName} = (text) => listener(codec.decode(text)) },
      keep: (files) => { globalThis.${filesName} = files },
    }
    const bridge = (${createBridgeEnd})(${JSON.stringify(channel)}, 'preload', createCodec);
    (${runPreload})(line, bridge, (require, module, exports, process) => {
      ${script}
    })
  })()`
}

/** The path that Chromium knows of a file in a page; empty when it has none. */
async function pathOfFile(session: Session, contextId: number | null, index: number): Promise<string> {
  if (contextId === null) return ''
  const expression = `globalThis.${filesName}[${index}]`
  const { result } = await session.send('Runtime.evaluate', { expression, contextId })
  if (result.objectId === undefined) return ''
  const { path } = await session.send('DOM.getFileInfo', { objectId: result.objectId })
  return path
}
