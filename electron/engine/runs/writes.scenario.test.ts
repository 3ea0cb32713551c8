import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { outcomes, scenario } from '../testing/scenario.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'writes-'))
afterEach(() => rmSync(folder, { recursive: true }))

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** Pages that stand in a write-ahead log, and the transactions they belong to. */
function written(wal: Buffer): { readonly pages: number; readonly commits: number } {
  const frameBytes = wal.readUInt32BE(8) + FRAME_HEADER_BYTES
  const frames = Array.from({ length: (wal.length - HEADER_BYTES) / frameBytes }, (_, i) =>
    wal.subarray(HEADER_BYTES + i * frameBytes),
  )
  // Only the last frame of a transaction tells how large the file is then.
  return { pages: frames.length, commits: frames.filter((frame) => frame.readUInt32BE(4) > 0).length }
}

it('a quiet beat with local checks is two transactions and writes at most 25 pages of 1 KiB', async () => {
  const file = path.join(folder, 'threadbeat.db')
  const s = await scenario({ database: file })
  for (let n = 0; n < 5; n++) s.add(`r${n}`)
  await s.clock.advance(HOUR)
  const look = () => ({ beats: outcomes(s).length, ...written(readFileSync(`${file}-wal`)) })
  const before = look()
  await s.clock.advance(24 * MINUTE)
  const after = look()
  const beats = after.beats - before.beats
  expect(beats).toBeGreaterThanOrEqual(14)
  expect((after.pages - before.pages) / beats).toBeLessThan(25)
  expect((after.commits - before.commits) / beats).toBeLessThan(2.5)
  expect(readFileSync(`${file}-wal`).readUInt32BE(8)).toBe(1024)
  await s.stop()
})
