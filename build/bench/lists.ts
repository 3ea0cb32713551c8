import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { root } from '../machine/machine.mjs'

/**
 * `npm run bench:lists [-- ROWS…]`: what the history's list costs beside virtual lists of others, on the
 * same rows in the same Chromium: time to mount, elements in the page, and whether every row can be
 * reached. The others are installed into a temporary folder. Exits 1 when ours mounts more than a frame
 * later than the best of them, or a row cannot be reached.
 */
const sizes = process.argv.slice(2).map(Number)
const ROWS = sizes.length > 0 ? sizes : [500, 10_000, 1_000_000]
const PEERS = ['react-window@2.5.3', 'react-virtuoso@4.18.21', '@tanstack/react-virtual@3.14.26']
const TRIES = 8
const HEIGHT = 36 // of the history's rows

const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-lists-'))
const CONTESTANTS = ['ours', 'react-window', 'react-virtuoso', 'react-virtual'] as const

interface Result {
  readonly mountMs: number
  readonly elements: number
  readonly reached: number // of five rows asked for: the first, three between, the last
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

async function one(page: Page, address: string, list: string, rows: number): Promise<Result> {
  await page.goto(`${address}?list=${list}&rows=${rows}`)
  const mountMs = await page.evaluate(() => (window as unknown as { mount: () => Promise<number> }).mount())
  const elements = await page.evaluate(() => document.querySelectorAll('main *').length)
  let reached = 0
  for (const at of [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * (rows - 1)))) {
    if (
      await page.evaluate(
        (i) => (window as unknown as { reach: (i: number) => Promise<boolean> }).reach(i),
        at,
      )
    )
      reached++
  }
  return { mountMs, elements, reached }
}

/** The window's own, as it was built: rows look, and cost, as they do there. */
function stylesheet(): string {
  const assets = path.join(root, 'dist/renderer/assets')
  const found = readdirSync(assets).find((name) => name.endsWith('.css'))
  if (found === undefined) throw new Error(`${assets} has no stylesheet. Run npm run build first.`)
  return readFileSync(path.join(assets, found), 'utf8').replaceAll('</style', '')
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!

async function main(): Promise<boolean> {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  const installed = spawnSync(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      folder,
      '--legacy-peer-deps',
      ...PEERS,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (installed.status !== 0) throw new Error('The lists of others could not be installed.')
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
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  let isGood = true
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    for (const rows of ROWS) {
      const results = new Map<string, Result[]>(CONTESTANTS.map((list) => [list, []]))
      for (let i = 0; i < TRIES; i++)
        for (const [n] of CONTESTANTS.entries()) {
          const list = CONTESTANTS[(n + i) % CONTESTANTS.length]! // in turn, and nobody is always the first
          results.get(list)!.push(await one(page, address, list, rows))
        }
      console.log(`${rows.toLocaleString('en-US')} rows`)
      for (const [list, tries] of results)
        console.log(
          `  ${list.padEnd(16)} mount ${median(tries.map((t) => t.mountMs))
            .toFixed(1)
            .padStart(
              7,
            )} ms   ${String(tries[0]!.elements).padStart(5)} elements   ${Math.min(...tries.map((t) => t.reached))} of 5 rows reached`,
        )
      const ours = results.get('ours')!
      const best = Math.min(
        ...CONTESTANTS.slice(1).map((list) => median(results.get(list)!.map((t) => t.mountMs))),
      )
      // a mount ends with a frame: less than one is no difference
      if (median(ours.map((t) => t.mountMs)) > best + 1000 / 60) isGood = false
      if (ours.some((t) => t.reached < 5)) isGood = false
    }
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  if (!isGood)
    console.log('NOT AS IT SHOULD BE: ours mounts slower than the best, or does not reach every row')
  return isGood
}

await main().then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error)
    process.exit(1)
  },
)
