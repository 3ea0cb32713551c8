import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createLauncher } from '../launcher.ts'

export const SCRIPT =
  'console.log(JSON.stringify([process.env.ELECTRON_RUN_AS_NODE ?? null, ...process.argv.slice(2)]))\n'

/** A home folder, and a copy of Threadbeat in a folder whose name has all that a shell reads. */
export function machine(onPath = true) {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'launcher-test-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const copy = path.join(home, `it's "my" $HOME \`id\` copy`)
  mkdirSync(copy)
  const script = path.join(copy, 'cli.cjs')
  writeFileSync(script, SCRIPT)
  const file = path.join(home, '.local/bin/threadbeat')
  const terminal = onPath ? path.dirname(file) : '/nowhere'
  const launcherOf = (command: readonly string[]) =>
    createLauncher(command, {
      platform: 'linux',
      home,
      env: { SHELL: '/bin/bash' },
      terminalPath: async () => terminal,
    })
  return { home, script, file, launcherOf, launcher: launcherOf([process.execPath, script]) }
}
export const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o755 })
}
export const run = (file: string, ...args: string[]): unknown =>
  JSON.parse(execFileSync(file, args, { encoding: 'utf8' }))
