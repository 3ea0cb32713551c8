import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DesktopBus } from '../../e2e/harness/desktop-bus.ts'
import { resolveElectron } from '../machine/electron-runtime.mjs'
import { root, sandboxArguments } from '../machine/machine.mjs'

const ICON = path.join(root, 'dist/icons/tray/calm-light-22.png')
const MAIN = `
const { app, nativeImage, Tray } = require('electron')
app.setPath('userData', require('node:path').join(__dirname, 'profile'))
app.on('window-all-closed', () => {})
let tray
app.whenReady().then(() => { tray = new Tray(nativeImage.createFromPath(${JSON.stringify(ICON)})) })
`

/** What benchmarks compare with: an Electron that does nothing but show an icon in the tray. Returns its folder. */
export function writeBareTray(folder: string): string {
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "bare", "main": "main.cjs" }')
  writeFileSync(path.join(folder, 'main.cjs'), MAIN)
  return folder
}

interface Place {
  /** null: the one that is there. */
  readonly display: string | null
  readonly home: string
}

/** Starts programs in Electron, all with the same environment but for what is given with each. */
export async function electronIn({ display, home }: Place) {
  const electron = await resolveElectron({ quiet: true })
  return (
    desktop: DesktopBus,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ChildProcess =>
    spawn(electron.executable, [...sandboxArguments(electron).args, ...args], {
      cwd: root,
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        LC_ALL: 'C.UTF-8',
        DISPLAY: display ?? process.env['DISPLAY'],
        ...desktop.env,
        ...env,
      },
    })
}
