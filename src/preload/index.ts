import { contextBridge } from 'electron'
import { version } from '../../package.json'
import type { Bridge } from '../shared/contract/bridge.ts'

const bridge: Bridge = { version }

contextBridge.exposeInMainWorld('pixie', bridge)
