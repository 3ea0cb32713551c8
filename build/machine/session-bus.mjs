/** A D-Bus session bus of our own, where the machine has none: tray and notifications need one. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findOnPath } from './machine.mjs'

export const hasSessionBus = () =>
  Boolean(process.env.DBUS_SESSION_BUS_ADDRESS) ||
  (Boolean(process.env.XDG_RUNTIME_DIR) && existsSync(path.join(process.env.XDG_RUNTIME_DIR, 'bus')))

/** → { address, stop } or null where there is no dbus-daemon. */
export async function startSessionBus() {
  if (findOnPath('dbus-daemon') === null) return null
  // In a process group of its own: Ctrl-C in the terminal must reach the app before the app's bus is gone.
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const stop = () => void daemon.kill('SIGTERM')
  process.once('exit', stop)
  const address = await new Promise((resolve) => {
    let text = ''
    daemon.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    daemon.once('exit', () => resolve(null))
    daemon.once('error', () => resolve(null))
  })
  daemon.stdout.destroy()
  daemon.unref()
  return address === null ? null : { address, stop }
}
