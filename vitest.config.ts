import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { useMemoryFolder } from './build/machine/memory-folder.mjs'

/**
 * Folders whose tests leave nothing behind in their process (kept by build/checks/shared-process.test.ts), so that
 * their files share one for each worker: what they import is read once, not once for each of them.
 */
export const TOGETHER = [
  'build',
  'e2e/harness',
  'electron/cli',
  'electron/desktop',
  'electron/engine',
  'electron/host',
  'electron/machine/archive',
  'electron/machine/disk',
  'electron/machine/mcp',
  'electron/store',
  'renderer',
  'shared',
]
/** Files in them that do leave something. */
export const ALONE = [
  'build/checks/shared-process.test.ts',
  'electron/cli/agents/pages.test.ts',
  'electron/cli/events/event.test.ts',
  'electron/desktop/notices/banner-restore.test.ts',
  'electron/desktop/notices/notifications.test.ts',
  'electron/desktop/power/power-news.test.ts',
  'electron/desktop/trouble.test.ts',
  'electron/desktop/windows/hidden.test.ts',
  'electron/host/git-starts.test.ts',
  'electron/host/late-reading.test.ts',
  'electron/machine/disk/answering/answering-disk.test.ts',
  'renderer/kit/same-clock.test.ts',
]
/** The same of the window: another module in the place of one. */
export const WINDOW_ALONE = ['renderer/inbox/drawn-rows.test.tsx']

/** What mounts another /dev: its folders stay on the disk. */
const ON_DISK = ['electron/machine/backtest']

// No test waits for real time; this only keeps a busy machine from being taken for a hang.
const testTimeout = 180_000
const hookTimeout = testTimeout
/**
 * Those that start processes all the time: a start copies the page tables of the process that it is made from, so
 * they have some of their own, without what others have left in memory.
 */
const STARTING = ['electron/cli', 'electron/host']
/** The same of files in other folders. */
const STARTING_FILES = ['electron/engine/loop/thirty-threads.test.ts']

/** No part of `npm run black-holed`, in which machines without others have joined a hub that never answers. */
const BLACK_HOLED_WITHOUT = {
  files: [
    // Cannot differ.
    'build/**',
    'shared/**',
    // Hubs of their own, or none, are what they are about.
    '**/hub/**',
    'electron/store/archive/without-hub.test.ts',
  ],
  /** Whole names of tests of other files. */
  tests: [
    // Counts what is written; what is told to others is written besides.
    'a quiet beat with local checks is two transactions and writes at most 25 pages of 1 KiB',
  ],
}
const isBlackHoled = process.env['THREADBEAT_TEST_HUB'] !== undefined
const leftOut = isBlackHoled ? BLACK_HOLED_WITHOUT.files : []

const testsIn = (folders: readonly string[]): string[] => folders.map((folder) => `${folder}/**/*.test.ts`)
const together = testsIn(TOGETHER)
const onDisk = testsIn(ON_DISK)
const starting = [...testsIn(STARTING), ...STARTING_FILES]
const node = { testTimeout, hookTimeout, environment: 'node' }
/**
 * What a test leaves behind is thrown away by the cheaper of two collections. Not where processes are started: each
 * start copies the page tables of what is in memory. (A project takes none from above.)
 */
const execArgv = ['--max-semi-space-size=64']
const window = {
  testTimeout,
  hookTimeout,
  execArgv,
  environment: 'happy-dom',
  restoreMocks: true,
  unstubGlobals: true,
  setupFiles: ['renderer/testing/noon.ts', 'renderer/testing/fresh-window.ts'],
}

export default defineConfig({
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    // What is compiled for one project is not compiled again for the next, nor for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest-modules' },
    ...(isBlackHoled && { testNamePattern: `^(?!(${BLACK_HOLED_WITHOUT.tests.join('|')})$)` }),
    // More than cores: half of the tests wait for git, for a disk, for a process of their own.
    maxWorkers: availableParallelism() + 2,
    // One after the other in the order of their names: those with the longest files first, so that no core
    // is idle in the end.
    projects: [
      {
        test: {
          ...node,
          name: 'machine',
          include: ['electron/**/*.test.ts'],
          exclude: [...together, ...onDisk, ...leftOut],
        },
      },
      {
        test: {
          ...node,
          name: 'disk',
          include: onDisk,
          exclude: leftOut,
          env: { TMPDIR: useMemoryFolder() },
        },
      },
      { test: { ...node, name: 'alone', include: ALONE, exclude: leftOut } },
      {
        test: {
          ...node,
          name: 'together',
          isolate: false,
          include: together,
          exclude: [...ALONE, ...starting, ...leftOut],
        },
      },
      {
        test: {
          ...node,
          name: 'command line',
          isolate: false,
          include: starting,
          exclude: [...ALONE, ...leftOut],
        },
      },
      {
        test: {
          ...window,
          name: 'window',
          isolate: false,
          include: ['renderer/**/*.test.tsx'],
          exclude: [...WINDOW_ALONE, ...leftOut],
        },
      },
      { test: { ...window, name: 'alone, window', include: WINDOW_ALONE, exclude: leftOut } },
    ],
  },
})
