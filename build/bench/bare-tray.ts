import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../machine/machine.mjs'

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
