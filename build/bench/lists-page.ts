import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from '../machine/machine.mjs'

const PEERS = ['react-window@2.5.3', 'react-virtuoso@4.18.21', '@tanstack/react-virtual@3.14.26']
const HEIGHT = 36 // of the history's rows

/** Serves one page that shows the list and the number of rows which its address names. */
export async function servePage(folder: string): Promise<Server> {
  installPeers(folder)
  writeFileSync(path.join(folder, 'page.jsx'), source())
  const css = stylesheet()
  const bundled = await build({
    entryPoints: [path.join(folder, 'page.jsx')],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    alias: {
      react: path.join(root, 'node_modules/react'),
      'react-dom': path.join(root, 'node_modules/react-dom'),
    },
    nodePaths: [path.join(root, 'node_modules')],
    loader: { '.ts': 'ts', '.tsx': 'tsx' },
  })
  const script = bundled.outputFiles[0]!.text
  const server = createServer((request, response) =>
    request.url === '/page.js'
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      : response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            `<!doctype html><html data-theme="light"><meta ` +
              `charset="utf-8"><style>${css}</style><main></main><script src="/page.js"></script>`,
          ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** The lists of others, with their own versions, beside nothing of this repository. */
function installPeers(folder: string): void {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, '--legacy-peer-deps']
  const installed = spawnSync('npm', ['install', ...flags, ...PEERS], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (installed.status !== 0) throw new Error('The lists of others could not be installed.')
}

/** One page, one list, told by the address. */
const source = (): string => `
import React from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import * as reactWindow from 'react-window'
import { Virtuoso } from 'react-virtuoso'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Cells, GRID, HistoryList } from ${JSON.stringify(path.join(root, 'renderer/history/list.tsx'))}

const q = new URLSearchParams(location.search), count = Number(q.get('rows')), H = ${HEIGHT}
const NOW = Date.now()
const FATES = ['quiet', 'unchanged', 'alert', 'broken']
const data = (i) => ({ kind: 'heartbeat', id: 'run_' + i, at: 1760000000000 - i * 60000, threadId: 'thr_1', threadName: 'repo-' + (i % 500), outcome: FATES[i % 4], tier: 'quick', summary: (i % 7) + ' checks passed; clean.', snippet: null, reason: 'interval', durationMs: 900, usd: 0, count: 1, cause: '', runId: 'run_' + i })
/** The very row of ours, with its eight cells, for everybody. */
const row = (i, style) => React.createElement('div', { key: i, role: 'row', 'data-row': i, 'aria-rowindex': i + 2, tabIndex: -1, className: GRID + ' border-b border-line px-4 text-13 hover:bg-hover', style: { height: H, ...style } }, React.createElement(Cells, { row: data(i), now: NOW }))
let scroll = () => {}
const nothing = () => {}
const BOX = { height: 800, overflow: 'auto', position: 'relative' }

const lists = {
  ours: () => {
    const [goTo, setGoTo] = React.useState(null)
    scroll = (i) => setGoTo({ row: i })
    return React.createElement('div', { style: { height: 800, display: 'flex', flexDirection: 'column' } }, React.createElement(HistoryList, { total: count, row: data, onWindow: nothing, onOpen: nothing, goTo, label: 'Runs', gaps: false }))
  },
  'react-window': () => {
    const ref = React.useRef(null)
    scroll = (i) => ref.current.scrollToRow({ index: i, align: 'auto', behavior: 'instant' })
    return React.createElement(reactWindow.List, { listRef: ref, rowCount: count, rowHeight: H, rowComponent: ({ index, style }) => row(index, style), rowProps: {}, style: { height: 800 } })
  },
  'react-virtuoso': () => {
    const ref = React.useRef(null)
    scroll = (i) => ref.current.scrollToIndex({ index: i, align: 'start' })
    return React.createElement(Virtuoso, { ref, style: { height: 800 }, totalCount: count, fixedItemHeight: H, itemContent: (i) => row(i) })
  },
  'react-virtual': () => {
    const box = React.useRef(null)
    const v = useVirtualizer({ count, getScrollElement: () => box.current, estimateSize: () => H, overscan: 10 })
    scroll = (i) => v.scrollToIndex(i)
    return React.createElement('div', { ref: box, style: BOX }, React.createElement('div', { style: { height: v.getTotalSize(), position: 'relative' } }, v.getVirtualItems().map((it) => row(it.index, { position: 'absolute', top: it.start, left: 0, right: 0 }))))
  },
}
window.mount = () => new Promise((resolve) => {
  const began = performance.now()
  flushSync(() => createRoot(document.querySelector('main')).render(React.createElement(lists[q.get('list')])))
  const look = () => (document.querySelector('[data-row="0"]') ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began))) : requestAnimationFrame(look))
  look()
})
window.reach = async (i) => {
  scroll(i)
  for (let n = 0; n < 60; n++) {
    await new Promise((r) => requestAnimationFrame(r))
    const at = document.querySelector('[data-row="' + i + '"]')
    if (at) { const b = at.getBoundingClientRect(); if (b.bottom > 0 && b.top < 800) return true }
  }
  return false
}
`

/** The window's own, as it was built: rows look, and cost, as they do there. */
function stylesheet(): string {
  const assets = path.join(root, 'dist/renderer/assets')
  const found = readdirSync(assets).find((name) => name.endsWith('.css'))
  if (found === undefined) throw new Error(`${assets} has no stylesheet. Run npm run build first.`)
  return readFileSync(path.join(assets, found), 'utf8').replaceAll('</style', '')
}
