import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertGguf } from './gguf-header.ts'
import { tinyGguf } from './testing/tiny-model.ts'

let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pixie-gguf-'))
})
afterAll(async () => {
  await fs.rm(folder, { recursive: true })
})

async function check(bytes: Uint8Array | string): Promise<void> {
  const file = path.join(folder, 'x.gguf')
  await fs.writeFile(file, bytes)
  await assertGguf(file)
}

function changed(change: (header: Buffer) => void): Buffer {
  const header = tinyGguf(100)
  change(header)
  return header
}

describe('assertGguf', () => {
  it('accepts versions 2 and 3', async () => {
    await check(tinyGguf(100))
    await check(changed((h) => h.writeUInt32LE(2, 4)))
  })

  it.each([
    ['empty', ''],
    ['web page', ' \n<!doctype html>'],
    ['pointer to a file', 'version https://git-lfs.github.com/spec/v1\n'],
    ['zip', 'PK\u0003\u0004'],
    ['does not begin with GGUF', 'GGUX'.padEnd(100)],
    ['does not begin with GGUF', 'GGU'],
    ['ends inside its header', 'GGUF'],
    ['ends inside its header', tinyGguf(100).subarray(0, 23)],
    ['version reads 1', changed((h) => h.writeUInt32LE(1, 4))],
    ['version reads 50331648', changed((h) => h.writeUInt32BE(3, 4))],
    ['0 tensors', changed((h) => h.writeBigUInt64LE(0n, 8))],
    ['18446744073709551615 tensors', changed((h) => h.writeBigUInt64LE(2n ** 64n - 1n, 8))],
    ['keys', changed((h) => h.writeBigUInt64LE(10n ** 9n, 16))],
  ])('says what else it is: %s', async (words, bytes) => {
    await expect(check(bytes)).rejects.toMatchObject({
      code: 'not-a-model',
      what: expect.stringContaining(words),
    })
  })

  it('tells a missing file from an unreadable one', async () => {
    await expect(assertGguf(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'not-found' })
    await expect(assertGguf(folder)).rejects.toMatchObject({ code: 'unreadable' })
  })
})
