import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from './testing/tiny-model.ts'
import { unzipEntry } from './zip-entry.ts'

let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-zip-'))
})
afterAll(async () => {
  await fs.rm(folder, { recursive: true })
})

async function unzip(zip: Uint8Array, name: string, most = 1e9): Promise<Buffer> {
  const file = path.join(folder, 'x.whl')
  await fs.writeFile(file, zip)
  const chunks: Uint8Array[] = []
  await unzipEntry(file, name, most, async (chunk) => void chunks.push(Buffer.from(chunk)))
  return Buffer.concat(chunks)
}

const broken = (reason: string) => ({ code: 'download-failed', what: expect.stringContaining(reason) })

/** A zip with one entry whose sizes and places are all in the 64-bit fields. */
function wideZip(name: string, data: Buffer): Buffer {
  const packed = deflateRawSync(data)
  const wide = (...values: number[]) => {
    const field = Buffer.alloc(4 + 8 * values.length)
    field.writeUInt16LE(1, 0)
    field.writeUInt16LE(8 * values.length, 2)
    values.forEach((value, i) => void field.writeBigUInt64LE(BigInt(value), 4 + 8 * i))
    return field
  }
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(name.length, 26)
  local.writeUInt16LE(20, 28)
  const front = Buffer.concat([local, Buffer.from(name), wide(data.length, packed.length), packed])
  const extra = Buffer.concat([Buffer.from([9, 9, 2, 0, 0, 0]), wide(data.length, packed.length, 0)])
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(crc32(data), 16)
  entry.fill(0xff, 20, 28)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.fill(0xff, 42, 46)
  const directory = Buffer.concat([entry, Buffer.from(name), extra])
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(BigInt(directory.length), 40)
  end64.writeBigUInt64LE(BigInt(front.length), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(front.length + directory.length), 8)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.fill(0xff, 12, 20)
  return Buffer.concat([front, directory, end64, locator, end])
}

describe('unzipEntry', () => {
  it('gives back any bytes, packed or stored, among other entries', async () => {
    const bytes = fc.uint8Array({ maxLength: 5000 })
    await fc.assert(
      fc.asyncProperty(bytes, bytes, fc.constantFrom(0, 6, 9), async (data, other, level) => {
        const zip = zipSync({ 'a/other.txt': other, 'a/part.bin': data, z: other }, { level })
        expect((await unzip(zip, 'a/part.bin')).equals(Buffer.from(data))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('streams an entry of several pieces', async () => {
    const data = Buffer.from(Array.from({ length: 1_500_000 }, (_, i) => (i * i) >> 7))
    expect((await unzip(zipSync({ big: data }), 'big')).equals(data)).toBe(true)
    expect((await unzip(zipSync({ big: data }, { level: 0 }), 'big')).equals(data)).toBe(true)
  })

  it('reads 64-bit sizes', async () => {
    const data = Buffer.alloc(3000, 'wide')
    expect((await unzip(wideZip('part', data), 'part')).equals(data)).toBe(true)
  })

  it('finds the end behind a comment', async () => {
    const zip = Buffer.from(zipSync({ a: Buffer.from('hello') }))
    zip.writeUInt16LE(500, zip.length - 2)
    expect((await unzip(Buffer.concat([zip, Buffer.alloc(500, 'c')]), 'a')).toString()).toBe('hello')
  })

  it('says so when the entry is missing, and does not take another of similar name', async () => {
    const zip = zipSync({ 'a/part01.bin': Buffer.from('x') })
    expect(await rejection(unzip(zip, 'a/part1.bin'))).toMatchObject(broken('there is no a/part1.bin'))
    expect(await rejection(unzip(zip, 'part01.bin'))).toMatchObject(broken('there is no part01.bin'))
  })

  it('refuses an entry larger than what is left to fetch', async () => {
    const zip = zipSync({ a: Buffer.alloc(1000) })
    expect(await rejection(unzip(zip, 'a', 999))).toMatchObject(broken('999 are left'))
  })

  it('refuses an entry that unpacks to more than it says', async () => {
    const zip = Buffer.from(zipSync({ a: Buffer.alloc(100_000) }))
    const entry = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    zip.writeUInt32LE(10, entry + 24)
    expect(await rejection(unzip(zip, 'a'))).toMatchObject(broken('longer than it says'))
  })

  it('never gives wrong bytes as right, wherever the file is cut or a byte is changed', async () => {
    const data = Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919) % 251))
    const zip = Buffer.from(zipSync({ part: data }))
    const cut = async (end: number) =>
      expect(await rejection(unzip(zip.subarray(0, end), 'part'))).toMatchObject({ code: 'download-failed' })
    for (const end of [0, 1, 30, zip.length >> 1, zip.length - 30, zip.length - 1]) await cut(end)
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bad = Buffer.from(zip)
        bad.writeUInt8(bad.readUInt8(at) ^ change, at)
        const got = await unzip(bad, 'part').catch((error: unknown) => error)
        if (Buffer.isBuffer(got)) expect(got.equals(data)).toBe(true)
        else expect(got).toMatchObject({ code: 'download-failed' })
      }),
      { numRuns: 80 },
    )
  })
})
