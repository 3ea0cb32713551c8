/**
 * `npm run dev`: the window from vite's server (changes appear at once), the app bundled on change and
 * started again.
 */
import { spawn } from 'node:child_process'
import { context } from 'esbuild'
import { createServer } from 'vite'
import { copyIcons, esbuildOptions, presentEntries } from './bundle.mjs'
import { resolveElectron } from './machine/electron-runtime.mjs'
import { hasDisplay, root, sandboxArguments } from './machine/machine.mjs'
import { hasSessionBus, startSessionBus } from './machine/session-bus.mjs'
import { ensureSystemPackages } from './machine/system-libraries.mjs'
import viteConfig from './vite.config.mjs'

const given = process.argv.slice(2)
const RESTART_AFTER_MS = 200 // several bundles finish together

if (!hasDisplay()) stop('`npm run dev` shows a window and there is no display here. Without one: npm start')
const { entries, missing } = presentEntries()
if (missing.length > 0) stop(`Not there yet: ${missing.join(', ')}`)
const electron = await resolveElectron().catch((error) => stop(error.message))
if (!ensureSystemPackages({ executable: electron.executable }, { purpose: 'The window' })) process.exit(1)
const bus = process.platform === 'linux' && !hasSessionBus() ? await startSessionBus() : null

const server = await createServer({ configFile: false, ...viteConfig })
await server.listen()
const windowUrl = server.resolvedUrls.local[0]
console.error(`The window is served at ${windowUrl}`)
copyIcons()

let app = null
let isReplacing = false
let restart = null

const restarting = {
  name: 'restart',
  setup: (build) =>
    build.onEnd((result) => {
      if (result.errors.length > 0) return
      clearTimeout(restart)
      restart = setTimeout(startApp, RESTART_AFTER_MS)
    }),
}
for (const entry of entries)
  await (await context({ ...esbuildOptions(entry), plugins: [restarting] })).watch()

function startApp() {
  if (app !== null) {
    isReplacing = true
    app.kill('SIGTERM')
    return
  }
  const env = {
    ...process.env,
    THREADBEAT_DEV_URL: windowUrl,
    ...(bus && { DBUS_SESSION_BUS_ADDRESS: bus.address }),
  }
  app = spawn(electron.executable, [...sandboxArguments(electron).args, root, ...given], {
    stdio: 'inherit',
    env,
  })
  app.on('exit', (code) => {
    app = null
    if (!isReplacing) return end(code ?? 0) // quit by the person
    isReplacing = false
    startApp()
  })
}

function end(code) {
  bus?.stop()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => (app === null ? end(0) : app.kill('SIGTERM'))) // its exit ends the rest

function stop(message) {
  console.error(message)
  process.exit(1)
}
