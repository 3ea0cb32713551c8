import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Folders whose tests leave nothing behind in their process (kept by build/checks/shared-process.test.ts), so that
 * its files share one: what they import is read once, not once for each of them.
 */
export const TOGETHER = ['shared', 'electron/machine/archive', 'electron/engine', 'electron/store'] as const
const together = [...TOGETHER.map((folder) => `${folder}/**/*.test.ts`), 'renderer/**/*.test.ts']
// No test waits for real time; this only keeps a busy machine from being taken for a hang.
const testTimeout = 60_000

export default defineConfig({
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    // More than cores: half of the tests wait for git, for a disk, for a process of their own.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // One after the other in the order of their names: those with the longest files first, so that no core
    // is idle in the end.
    projects: [
      {
        test: {
          name: 'node',
          testTimeout,
          environment: 'node',
          include: ['{electron,build,e2e/harness}/**/*.test.ts'],
          exclude: together,
        },
      },
      { test: { name: 'together', testTimeout, environment: 'node', isolate: false, include: together } },
      {
        test: {
          name: 'window',
          testTimeout,
          environment: 'happy-dom',
          setupFiles: ['renderer/testing/noon.ts'],
          include: ['renderer/**/*.test.tsx'],
        },
      },
    ],
  },
})
