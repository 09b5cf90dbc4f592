import { defineConfig } from '@playwright/test'

/** Two windows at a time are as much as two cores draw in the time that specs wait. */
const workers = Number(process.env.PIXIE_E2E_WORKERS ?? 2)

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  testMatch: '**/*.spec.ts',
  outputDir: '../out/e2e/results',
  fullyParallel: true,
  workers,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../out/e2e/report.json' }]],
})
