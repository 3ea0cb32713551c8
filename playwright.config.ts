import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts', // *.test.ts are vitest's
  outputDir: 'test-results/e2e',
  retries: 0, // a test that fails now and then has found something
  timeout: 180_000,
  // How long an event may take to come before it counts as lost; a busy machine may be ten times slower.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { trace: { mode: 'retain-on-failure', screenshots: false }, screenshot: 'only-on-failure' },
})
