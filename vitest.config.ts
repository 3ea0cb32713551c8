import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: 'node_modules/.cache/vitest',
  test: {
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
          environment: 'happy-dom',
          include: ['renderer/**/*.test.tsx'],
        },
      },
    ],
  },
})
