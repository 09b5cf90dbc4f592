import { cp, glob, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

/**
 * Main is built file by file, so that `out` mirrors `src` and texts are found beside the code that reads them
 * (`new URL('./planner.md', import.meta.url)`). The preload script must be one CommonJS file to run in the sandbox.
 */
export default defineConfig({
  main: {
    plugins: [freshOutput(['out/main', 'out/shared']), childPrograms(), copyTexts('src/main/**/*.{md,json}')],
    build: {
      outDir: 'out',
      emptyOutDir: false,
      rollupOptions: {
        input: { 'main/index': 'src/main/index.ts' },
        output: {
          format: 'es',
          preserveModules: true,
          preserveModulesRoot: 'src',
          entryFileNames: '[name].js',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      minify: true,
      rollupOptions: {
        input: 'src/preload/index.ts',
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: { outDir: 'out/renderer', minify: true, rollupOptions: { input: 'src/renderer/index.html' } },
  },
})

function freshOutput(folders: readonly string[]): Plugin {
  return {
    name: 'fresh-output',
    async buildStart() {
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}

/** A file that main starts as a process or worker (`new URL('./x.ts', import.meta.url)`) is built too, and named as built. */
function childPrograms(): Plugin {
  return {
    name: 'child-programs',
    transform(code, id) {
      const pattern = /new URL\(['"](\.[^'"]+)\.ts['"], import\.meta\.url\)/g
      if (!pattern.test(code)) return null
      return code.replace(pattern, (_, path: string) => {
        this.emitFile({ type: 'chunk', id: join(dirname(id), `${path}.ts`) })
        return `new URL('${path}.js', import.meta.url)`
      })
    },
  }
}

function copyTexts(pattern: string): Plugin {
  return {
    name: 'copy-texts',
    async writeBundle() {
      for await (const file of glob(pattern, {
        exclude: ['**/tsconfig.json', '**/README.md', '**/testing/**'],
      })) {
        const target = join('out', file.slice('src/'.length))
        await cp(file, target)
      }
    },
  }
}
