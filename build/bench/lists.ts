import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { servePage } from './lists-page.ts'
import { median } from './light/figure.ts'
import { tell, type Row } from './table/report.ts'

/**
 * `npm run bench:lists [-- ROWS…]`: what the history's list costs beside virtual lists of others, on the
 * same rows in the same Chromium: time to mount, elements in the page, and whether every row can be
 * reached. The others are installed into a temporary folder. Exits 1 when ours mounts more than a frame
 * later than the best of them, or a row cannot be reached.
 */
const sizes = process.argv.slice(2).map(Number)
const ROWS = sizes.length > 0 ? sizes : [500, 10_000, 1_000_000]
const TRIES = 11
const told: Row[] = []

const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-lists-'))
const CONTESTANTS = ['ours', 'react-window', 'react-virtuoso', 'react-virtual'] as const

interface Result {
  readonly mountMs: number
  readonly elements: number
  readonly reached: number // of five rows asked for: the first, three between, the last
}

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

async function main(): Promise<boolean> {
  const server = await servePage(folder)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  let isGood = true
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    for (const rows of ROWS) if (!(await compare(page, address, rows))) isGood = false
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const bad = isGood ? [] : ['ours mounts slower than the best, or does not reach every row']
  for (const why of bad) console.log(`NOT AS IT SHOULD BE: ${why}`)
  tell({ rows: told, bad })
  return isGood
}

/** All lists with so many rows, each in its turn. Returns whether ours is as it should be. */
async function compare(page: Page, address: string, rows: number): Promise<boolean> {
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
        .padStart(7)} ms   ` +
        `${String(tries[0]!.elements).padStart(5)} elements   ` +
        `${Math.min(...tries.map((t) => t.reached))} of 5 rows reached`,
    )
  const ours = results.get('ours')!
  for (const peer of CONTESTANTS.slice(1))
    told.push({
      figure: `mount of ${rows.toLocaleString('en-US')} rows`,
      against: peer,
      ratios: ours.map(({ mountMs }, i) => mountMs / results.get(peer)![i]!.mountMs),
    })
  const best = Math.min(
    ...CONTESTANTS.slice(1).map((list) => median(results.get(list)!.map((t) => t.mountMs))),
  )
  // a mount ends with a frame: less than one is no difference
  return median(ours.map((t) => t.mountMs)) <= best + 1000 / 60 && ours.every((t) => t.reached === 5)
}

await main().then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error)
    process.exit(1)
  },
)
