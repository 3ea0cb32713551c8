/** `npm run e2e`: bundles, makes sure of Electron and what it needs, then runs Playwright on a display of its own. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'
import { resolveElectron } from './electron-runtime.mjs'
import { isLinux, root } from './machine.mjs'
import { ensureSystemPackages } from './system-libraries.mjs'
import { startVirtualDisplay } from './virtual-display.mjs'

export const E2E_TOOLS = ['Xvfb', 'dbus-daemon', 'git']

/** → the exit code. `HEADED=1` uses the display that is there. */
export async function runE2e(args = []) {
  if (!(await bundle({ ifStale: true }))) return 1
  const electron = await resolveElectron()
  if (!ensureSystemPackages({ executable: electron.executable, tools: E2E_TOOLS }, { purpose: 'The end-to-end test' })) return 1
  const screen = isLinux && !process.env.HEADED ? await startVirtualDisplay() : null
  if (isLinux && !process.env.HEADED && screen === null) {
    console.error('Xvfb did not start.')
    return 1
  }
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: electron.distPath, ...(screen && { DISPLAY: screen.display }) }
  delete env.ELECTRON_RUN_AS_NODE
  if (screen) delete env.WAYLAND_DISPLAY
  const tested = spawnSync(process.execPath, [path.join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...args], { cwd: root, stdio: 'inherit', env })
  screen?.stop()
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
