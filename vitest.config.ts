import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const realModel = 'src/**/*.model.test.ts'
const realProcess = '{src,scripts}/**/*.process.test.ts'

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['src/renderer/testing/pin-locale.ts'],
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', '{eval,bench}/**/*.test.ts'],
          exclude: [realModel, realProcess],
          // Generous: a busy machine makes tests of the disk slow, not wrong.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'process',
          include: [realProcess],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'model',
          include: [realModel],
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
    ],
  },
})
