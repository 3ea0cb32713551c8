import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FSWatcher } from 'chokidar'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHeartbeatWatch } from './heartbeat-watch.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder = ''
let file = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'heartbeat-watch-')))
  file = join(folder, 'HEARTBEAT.md')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Waits for the next call, at most a few seconds. */
async function until(holds: () => boolean): Promise<boolean> {
  for (let i = 0; i < 200 && !holds(); i++) await sleep(25)
  return holds()
}

describe('watching', () => {
  it(
    'notices an atomic save, a write in place, a removal and a file that appears, and stays silent ' +
      'about neighbours',
    async () => {
      let calls = 0
      writeFileSync(file, 'a')
      const stop = createHeartbeatWatch({})(file, () => calls++)
      await sleep(300)
      const acts: (() => void)[] = [
        () => {
          writeFileSync(`${file}.x`, 'b')
          renameSync(`${file}.x`, file)
        },
        () => {
          writeFileSync(`${file}.x`, 'c')
          renameSync(`${file}.x`, file)
        },
        () => writeFileSync(file, 'd'),
        () => rmSync(file),
        () => writeFileSync(file, 'e'),
      ]
      for (const [i, act] of acts.entries()) {
        const before = calls
        act()
        expect(await until(() => calls > before), `act ${i}`).toBe(true)
        await sleep(300)
      }
      const before = calls
      writeFileSync(join(folder, 'neighbour'), 'x')
      await sleep(400)
      expect(calls).toBe(before)
      stop()
      writeFileSync(file, 'f')
      await sleep(400)
      expect(calls).toBe(before)
    },
  )

  it('looks at each file every 30 s when the system refuses more watches', async () => {
    const timers: { ms: number; fn: () => void; off: boolean }[] = []
    const after = (ms: number, fn: () => void) => {
      const timer = { ms, fn, off: false }
      timers.push(timer)
      return () => {
        timer.off = true
      }
    }
    const elapse = async (ms: number) => {
      for (const timer of timers.splice(0).filter((t) => !t.off))
        if (timer.ms === ms) timer.fn()
        else timers.push(timer)
      await sleep(60)
    }
    const refusing = Object.assign(new EventEmitter(), {
      add: () => undefined,
      unwatch: () => undefined,
      close: () => Promise.resolve(),
    })
    let calls = 0
    mkdirSync(join(folder, 'b'))
    writeFileSync(file, 'a')
    const watch = createHeartbeatWatch({ after, openWatcher: () => refusing as unknown as FSWatcher })
    const stop = watch(file, () => calls++)
    const stopOther = watch(join(folder, 'b/HEARTBEAT.md'), () => calls++)
    refusing.emit('error', Object.assign(new Error('no space'), { code: 'ENOSPC' }))
    await sleep(60)

    await elapse(30_000)
    await elapse(200)
    expect(calls).toBe(0)
    writeFileSync(file, 'longer')
    writeFileSync(join(folder, 'b/HEARTBEAT.md'), 'new')
    await elapse(30_000)
    await elapse(200)
    expect(calls).toBe(2)
    stop()
    stopOther()
    expect(timers.every((t) => t.off)).toBe(true)
  })
})
