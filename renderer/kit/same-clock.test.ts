import { realpathSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PLAIN_STYLE } from '../../shared/base/clock/time-text.ts'
import { clockTime, momentTime, pastTime, setClock } from './time.ts'
import { DAY } from '../../shared/base/time.ts'
import { trayState } from '../../shared/views/tray/tray-state.ts'
import type { Host } from '../../electron/host/host.ts'
import { openQuietHost } from '../../electron/host/testing/open-quiet-host.ts'
import { commandsHere } from '../../electron/cli/testing/in-process.ts'

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'same-clock-')))
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const NOW = new Date(2026, 10, 22, 21, 32, 7).getTime()
const before = { ...process.env }
let host: Host | null = null

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(async () => {
  await host?.stop('stop')
  host = null
  vi.useRealTimers()
})
afterAll(() => {
  setClock(PLAIN_STYLE)
  for (const name of ['LC_ALL', 'LC_TIME', 'LANG', 'HOME']) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  rmSync(root, { recursive: true, force: true, maxRetries: 3 })
})

interface Written {
  readonly clock: string
  readonly short: string // in two days
  readonly whole: string
}

it.each([
  ['en_US.UTF-8', 'system', { clock: '9:32 pm', short: 'Nov 24 9:32 pm', whole: 'Nov 24, 2026 9:32 pm' }],
  ['de_DE.UTF-8', 'system', { clock: '21:32', short: '24 Nov 21:32', whole: '24 Nov 2026 21:32' }],
  ['en_GB.UTF-8', 'system', { clock: '21:32', short: '24 Nov 21:32', whole: '24 Nov 2026 21:32' }],
  ['C', 'system', { clock: '21:32', short: 'Nov 24 21:32', whole: '2026-11-24 21:32' }],
  ['POSIX', 'system', { clock: '21:32', short: 'Nov 24 21:32', whole: '2026-11-24 21:32' }],
  ['en_US.UTF-8', '24h', { clock: '21:32', short: 'Nov 24 21:32', whole: 'Nov 24, 2026 21:32' }],
  ['en_GB.UTF-8', '12h', { clock: '9:32 pm', short: '24 Nov 9:32 pm', whole: '24 Nov 2026 9:32 pm' }],
] as const satisfies readonly (readonly [string, string, Written])[])(
  'an instant is written the same by window, tray and command line: %s, clock %s',
  async (locale, chosen, written) => {
    const dataDir = path.join(root, `${locale}-${chosen}`)
    const cli = commandsHere(dataDir, root)
    process.env['LC_ALL'] = locale
    host = await openQuietHost(dataDir)
    // The terminal of whoever asks may have another locale: the app's counts.
    process.env['LC_ALL'] = 'sv_SE.UTF-8'
    await cli('set', 'clock', chosen)
    const paused = await cli('pause', '--all', '--for', '2d')
    const next = await cli('next', '--hours', '48')

    const snapshot = host.snapshot()
    const { menu } = trayState(snapshot, zone)
    setClock(snapshot.fleet.timeStyle)
    expect(paused.out).toBe(`Everything is paused until ${written.short}.\n`)
    expect(menu.flat().find((e) => e.id === 'pause')?.label).toBe(`Paused until ${written.short}`)
    expect(pastTime(NOW + 2 * DAY, NOW)).toBe(written.short)
    expect(next.out).toBe(`Nothing happens by itself until ${written.whole}.\n`)
    expect([momentTime(NOW + 2 * DAY), clockTime(NOW)]).toEqual([written.whole, written.clock])
  },
)
