/**
 * `npm start`: the app from this checkout. With a display its window and tray, without one
 * `threadbeat serve`.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { dependenciesInstalled, findOnPath, hasDisplay, root, sandboxArguments } from './machine/machine.mjs'

const given = process.argv.slice(2)

if (!dependenciesInstalled()) stop('The dependencies are not installed. Run: npm ci')
const { bundle } = await import('./bundle.mjs')
if (!(await bundle({ ifStale: true }))) stop('The app could not be bundled.')

if (findOnPath('git') === null) {
  const { ensureSystemPackages } = await import('./machine/system-libraries.mjs')
  // it starts without; repositories then show as broken
  ensureSystemPackages({ tools: ['git'] }, { purpose: 'Threadbeat' })
}
if (hasDisplay()) await startWithWindow()
else {
  console.error(
    'There is no display here (DISPLAY and WAYLAND_DISPLAY are not set): running without a window, as ' +
      '`threadbeat serve`. Ctrl-C ends it.',
  )
  forward(spawn(process.execPath, [path.join(root, 'dist/cli.cjs'), 'serve', ...given], { stdio: 'inherit' }))
}

async function startWithWindow() {
  const { resolveElectron } = await import('./machine/electron-runtime.mjs')
  const { ensureSystemPackages } = await import('./machine/system-libraries.mjs')
  const { hasSessionBus, startSessionBus } = await import('./machine/session-bus.mjs')
  const electron = await resolveElectron().catch((error) => stop(error.message))
  if (!ensureSystemPackages({ executable: electron.executable }, { purpose: 'The window' })) {
    stop('Or run without a window: node dist/cli.cjs serve')
  }
  const sandbox = sandboxArguments(electron)
  if (sandbox.because) console.error(`Without Chromium's sandbox: ${sandbox.because}`)
  const bus = process.platform === 'linux' && !hasSessionBus() ? await startSessionBus() : null
  const env = { ...process.env, ...(bus && { DBUS_SESSION_BUS_ADDRESS: bus.address }) }
  delete env.ELECTRON_RUN_AS_NODE // set by some editors' terminals; Electron would then be a plain Node
  forward(spawn(electron.executable, [...sandbox.args, root, ...given], { stdio: 'inherit', env }), bus?.stop)
}

/** Signals go to the child, its end is ours. */
function forward(child, cleanUp = () => {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  child.on('error', (error) => stop(`Could not start: ${error.message}`))
  child.on('exit', (code, signal) => {
    cleanUp()
    process.exit(code ?? 128 + constants.signals[signal])
  })
}

/** npm passes a signal to its shell only, and the shell dies of it without a word to us. */
function endWithNpm(end) {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 500)
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
