import { call } from '@orpc/server'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Host } from './host.ts'
import { openQuietHost } from './testing/open-quiet-host.ts'

let dataDir: string
let draw: () => void
let host: Host
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'tb-first-drawn-'))
  const firstDrawn = new Promise<void>((resolve) => (draw = resolve))
  host = await openQuietHost(dataDir, { firstDrawn })
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const lastTick = (): number | null => host.snapshot().fleet.lastTickAt

it('what the host does by itself begins once the first page is drawn, and what is asked is answered before', async () => {
  expect(host.snapshot().threads).toEqual([])
  expect(lastTick()).toBeNull()
  const begun = new Promise<void>((resolve) => host.onSnapshot(() => lastTick() !== null && resolve()))
  draw()
  await begun
  await host.stop('stop')
})

it('the settings are those of the snapshot, also after a change', async () => {
  expect(host.settings()).toEqual(host.snapshot().fleet.settings)
  await call(host.router.settings.change, { theme: 'dark' }, { context: { origin: 'window' } })
  expect(host.settings()).toEqual(host.snapshot().fleet.settings)
  expect(host.settings().theme).toBe('dark')
  await host.stop('stop')
})

it('nothing begins in a host that was stopped before', async () => {
  await host.stop('stop')
  const written = readFileSync(path.join(dataDir, 'logs/threadbeat.log'), 'utf8')
  draw()
  await new Promise((resolve) => setImmediate(resolve))
  expect(readFileSync(path.join(dataDir, 'logs/threadbeat.log'), 'utf8')).toBe(written)
})
