import { spawn } from 'node:child_process'
import { app } from 'electron'
import { demoStart } from '../launch.ts'

/**
 * A second instance with the demo fleet: its own data folder, so the two know nothing of each other; it
 * stays when this one quits.
 */
export function openDemo(): Promise<void> {
  const { program, args, env } = demoStart({
    isPackaged: app.isPackaged,
    execPath: process.execPath,
    appPath: app.getAppPath(),
    noSandbox: app.commandLine.hasSwitch('no-sandbox'),
    env: process.env,
  })
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`The demo could not be started: ${error.message}`)))
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}
