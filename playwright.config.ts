import { defineConfig } from '@playwright/test'

/** No part of `npm run black-holed -- e2e`, in which the app has joined a hub that never answers. */
const BLACK_HOLED_WITHOUT = {
  testIgnore: 'machines.spec.ts', // has a hub of its own
  // Counts the rows of the first page, which has a line about the hub besides.
  grepInvert: /Today shows what needs somebody and the fleet above the fold/,
}

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
  ...(process.env['THREADBEAT_TEST_HUB'] !== undefined && BLACK_HOLED_WITHOUT),
  use: { trace: { mode: 'retain-on-failure', screenshots: false }, screenshot: 'only-on-failure' },
})
