import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = (file: string) => readFileSync(join(root, 'out', file), 'utf8')

beforeAll(() => {
  const electronVite = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  execFileSync(process.execPath, [electronVite, 'build', '--logLevel', 'warn'], { cwd: root })
}, 120_000)

test('main is built where package.json says, as modules that keep electron outside', () => {
  const { main } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(main).toBe('out/main/index.js')
  expect(built('main/index.js')).toMatch(/from "electron"/)
})

test('texts that main reads lie beside the code that reads them', () => {
  const texts = readdirSync(join(root, 'src/main'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && basename(file) !== 'README.md' && !file.includes('testing'),
  )
  for (const file of texts) expect([file, existsSync(join(root, 'out/main', file))]).toEqual([file, true])
})

test('the preload script is one CommonJS file that requires electron alone, as the sandbox demands', () => {
  expect(readdirSync(join(root, 'out/preload'))).toEqual(['index.cjs'])
  const required = [...built('preload/index.cjs').matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1])
  expect(required).toEqual(['electron'])
})

test('programs of their own are built where what starts them looks for them', () => {
  for (const file of [
    'main/files/extract/extractor.js',
    'main/files/extract/extract-process.js',
    'main/files/index-thread.js',
    'main/app/parser-process.js',
  ]) {
    const [, program = ''] = /new URL\(['"](\.[^'"]+)['"], import\.meta\.url\)/.exec(built(file)) ?? []
    expect([file, program, existsSync(join(root, 'out', dirname(file), program))]).toEqual([
      file,
      expect.stringMatching(/\.js$/),
      true,
    ])
  }
})

test('the page holds no script of its own, which its policy would refuse', () => {
  const page = built('renderer/index.html')
  expect(page).toContain('<title>Pixie</title>')
  expect(page).toContain('<head>')
  expect(page).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/)
})
