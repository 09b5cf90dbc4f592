import dgram from 'node:dgram'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get } from 'node:http'
import net, { type AddressInfo, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allowNetwork, guardNetwork } from './network-guard.ts'

let server: Server
let port = 0
let lift: () => void

beforeEach(async () => {
  server = createServer((_request, response) => response.end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port // a TCP server's address is an object
  lift = guardNetwork()
})

afterEach(() => {
  lift()
  server.close()
})

const url = () => `http://127.0.0.1:${port}/`
const text = async () => (await fetch(url())).text()

describe('the network', () => {
  it('is out of reach for sockets, HTTP, fetch, WebSockets, names and datagrams', async () => {
    expect(() => connect(port, '127.0.0.1')).toThrow('does not use the network')
    expect(() => net.connect({ port, host: '127.0.0.1' })).toThrow('does not use the network')
    expect(() => get(url())).toThrow('does not use the network')
    await expect(text()).rejects.toThrow('fetch failed')
    const socket = new WebSocket(url().replace('http', 'ws'))
    await new Promise((resolve) => socket.addEventListener('error', resolve))
    expect(() => dns.lookup('localhost', () => undefined)).toThrow('does not use the network')
    expect(() => dns.promises.resolve4('example.org')).toThrow('does not use the network')
    const datagram = dgram.createSocket('udp4')
    expect(() => datagram.send('x', port, '127.0.0.1')).toThrow('does not use the network')
    datagram.close()
  })

  it('is there for a purpose, and for nothing that runs beside it', async () => {
    const inside = allowNetwork('models', async () => {
      await wait(20)
      return text()
    })
    await expect(text()).rejects.toThrow()
    expect(await inside).toBe('here')
    await expect(text()).rejects.toThrow()
  })

  it('does not mean the sockets of this machine that have a path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pixie-guard-'))
    const path = join(folder, 'socket')
    const local = net.createServer((socket) => socket.end('near')).listen(path)
    await once(local, 'listening')
    const socket = connect(path)
    const [data] = await once(socket, 'data')
    expect(String(data)).toBe('near')
    socket.destroy()
    local.close()
    rmSync(folder, { recursive: true })
  })

  it('is back when the guard is lifted', async () => {
    lift()
    expect(await text()).toBe('here')
  })
})
