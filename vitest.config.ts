import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    maxWorkers: '100%', // one core less, as is usual, would be half of a small machine
    projects: [
      {
        test: {
          name: 'node',
          // No test waits for real time; this only keeps a busy machine from being taken for a hang.
          testTimeout: 60_000,
          environment: 'node',
          include: ['{shared,electron,build,e2e/harness}/**/*.test.ts', 'renderer/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'window',
          testTimeout: 60_000,
          environment: 'happy-dom',
          include: ['renderer/**/*.test.tsx'],
        },
      },
    ],
  },
})
