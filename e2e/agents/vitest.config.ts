import { defineConfig } from 'vitest/config'

/** Not a part of `npm test`: these tests need the real agent CLIs, see build/agents-e2e.mjs. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  cacheDir: 'node_modules/.cache/vitest-agents',
  test: {
    include: ['e2e/agents/*.test.ts'],
    environment: 'node',
    fileParallelism: false, // a CLI takes a core and 250 MB
    testTimeout: 180_000, // real programs with retries of their own; no test waits for time to pass
    hookTimeout: 60_000,
  },
})
