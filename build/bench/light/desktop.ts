import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import type { DesktopBus } from '../../../e2e/harness/desktop-bus.ts'
import { resolveElectron } from '../../machine/electron-runtime.mjs'
import { isLinux, root, sandboxArguments } from '../../machine/machine.mjs'
import { startVirtualDisplay } from '../../machine/virtual-display.mjs'

const ICON = path.join(root, 'dist/icons/tray/calm-light-22.png')
const BARE = `
const { app, BrowserWindow, nativeImage, Tray } = require('electron')
app.setPath('userData', require('node:path').join(__dirname, 'profile'))
app.on('window-all-closed', () => {})
let tray
app.whenReady().then(() => {
  tray = new Tray(nativeImage.createFromPath(${JSON.stringify(ICON)}))
  if (!process.argv.includes('--hidden'))
    new BrowserWindow({ width: 1280, height: 800 }).loadFile(require('node:path').join(__dirname, 'page.html'))
})
`
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>bare</title><table><tr data-thread="1"><td>one</table>'
/** As many rows and cells as a window of ours shows first, by React and nothing else: no style, no engine, no data. */
const REACT_PAGE =
  '<!doctype html><meta charset="utf-8"><title>react</title><div id="root"></div><script src="page.js"></script>'
const REACT_ROWS = `
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
const cells = Array.from({ length: 8 }, (_, i) => i)
const Row = ({ at }) =>
  h('div', { role: 'row', 'data-thread': at }, cells.map((cell) => h('span', { key: cell }, at + '.' + cell)))
createRoot(document.getElementById('root')).render(Array.from({ length: 12 }, (_, i) => h(Row, { key: i, at: i })))
`

/** Prints when a page has painted its first row. A microtask after a frame was asked for comes too early: a message does not. */
const HOOK = `
const { app } = require('electron')
app.on('web-contents-created', (_, contents) => contents.once('dom-ready', async () => {
  const at = await contents.executeJavaScript(\`new Promise((resolve) => {
    const painted = () => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(Date.now())
      port2.postMessage(null)
    })
    const look = () => document.querySelector('[data-thread]') !== null && (watch.disconnect(), painted())
    const watch = new MutationObserver(look)
    watch.observe(document, { childList: true, subtree: true })
    look()
  })\`).catch(() => null)
  if (at !== null) console.log('first row at ' + at)
}))
`

/** A display and a desktop with a tray, and programs in Electron on them. */
export interface Stage {
  /** What benchmarks compare with: an Electron that does nothing but show an icon, and with a window one row. */
  readonly bare: readonly string[]
  /** The bare one with a page that React renders: what any window in React takes at least. */
  readonly react: readonly string[]
  readonly ours: readonly string[]
  begin(desktop: DesktopBus, args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess
  /** ms from the start of the process until a row was painted; the process is gone afterwards. */
  firstRow(
    desktop: DesktopBus,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<number>
  end(): void
}

/** `folder`: for its profiles. */
export async function setStage(folder: string): Promise<Stage> {
  const screen = isLinux ? await startVirtualDisplay() : null
  const electron = await resolveElectron({ quiet: true })
  const hook = path.join(folder, 'hook.cjs')
  writeFileSync(hook, HOOK)
  const begin: Stage['begin'] = (desktop, args, env = {}) =>
    spawn(electron.executable, [...sandboxArguments(electron).args, '--disable-gpu', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        LC_ALL: 'C.UTF-8',
        DISPLAY: screen?.display ?? process.env['DISPLAY'],
        ...desktop.env,
        ...env,
      },
    })
  return {
    bare: [writeBare(path.join(folder, 'bare'), PAGE)],
    react: [await writeReact(path.join(folder, 'react'))],
    ours: [root],
    begin,
    async firstRow(desktop, args, env) {
      const began = Date.now()
      const child = begin(desktop, ['-r', hook, ...args], env)
      const at = await new Promise<number>((resolve, reject) => {
        let printed = ''
        child.stdout!.on('data', (chunk: Buffer) => {
          printed += chunk.toString()
          const found = /first row at (\d+)/.exec(printed)
          if (found !== null) resolve(Number(found[1]))
        })
        child.once('exit', () => reject(new Error(`ended without a row: ${printed}`)))
      })
      await endOf(child)
      await desktop.trayGone()
      return at - began
    },
    end: () => screen?.stop(),
  }
}

async function writeReact(folder: string): Promise<string> {
  writeBare(folder, REACT_PAGE)
  await build({
    stdin: { contents: REACT_ROWS, resolveDir: root },
    outfile: path.join(folder, 'page.js'),
    bundle: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return folder
}

function writeBare(folder: string, page: string): string {
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "bare", "main": "main.cjs" }')
  writeFileSync(path.join(folder, 'main.cjs'), BARE)
  writeFileSync(path.join(folder, 'page.html'), page)
  return folder
}

export async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
