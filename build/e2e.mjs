/**
 * `npm run e2e`: bundles, makes sure of Electron and what it needs, then runs Playwright on a display of
 * its own.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'
import { resolveElectron } from './machine/electron-runtime.mjs'
import { isLinux, root } from './machine/machine.mjs'
import { useMemoryFolder } from './machine/memory-folder.mjs'
import { E2E_TOOLS, ensureSystemPackages } from './machine/system-libraries.mjs'
import { startVirtualDisplay } from './machine/virtual-display.mjs'

/** More than cores: half of the tests wait for a clock, a disk or the drawing of a page. */
const WORKERS = availableParallelism() + 2

/** → the exit code. `HEADED=1` uses the display that is there. */
export async function runE2e(args = []) {
  if (!(await bundle({ ifStale: true }))) return 1
  const electron = await resolveElectron()
  if (
    !ensureSystemPackages(
      { executable: electron.executable, tools: E2E_TOOLS },
      { purpose: 'The end-to-end test' },
    )
  )
    return 1
  rmSync(path.join(root, 'test-results', 'compiled'), { recursive: true, force: true })
  // One for each worker: a window that comes up on a shared display takes the keyboard, and closes the
  // menus, of the other's.
  const screens =
    isLinux && !process.env.HEADED
      ? await Promise.all(Array.from({ length: WORKERS }, () => startVirtualDisplay()))
      : []
  if (screens.includes(null)) {
    console.error('Xvfb did not start.')
    return 1
  }
  useMemoryFolder()
  const env = {
    ...process.env,
    ELECTRON_OVERRIDE_DIST_PATH: electron.distPath,
    E2E_DISPLAYS: screens.map((screen) => screen.display).join(' '),
  }
  delete env.ELECTRON_RUN_AS_NODE
  if (screens.length > 0) delete env.WAYLAND_DISPLAY
  const tested = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--workers',
      String(screens.length || 1),
      ...args,
    ],
    { cwd: root, stdio: 'inherit', env },
  )
  for (const screen of screens) screen.stop()
  return tested.status ?? 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exit(
    await runE2e(process.argv.slice(2)).catch((error) => {
      console.error(error.message)
      return 1
    }),
  )
}
