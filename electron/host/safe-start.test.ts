import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openQuietHost } from './testing/open-quiet-host.ts'

/** What a start says after so many that crashed. */
async function startAfter(dataDir: string, crashes: number) {
  const host = await openQuietHost(dataDir, { schedule: false, crashes })
  const { fleet } = host.snapshot()
  await host.stop('stop')
  return {
    pause: fleet.pause?.reason,
    problem: fleet.problems.find(({ code }) => code === 'crashes')?.text,
  }
}

it('found by a user: a second start that is safe contradicts the pause of the first in nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'threadbeat-safe-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startAfter(dataDir, 3)
  expect(first.problem).toMatch(
    /^Threadbeat crashed or was killed 3 times in a row, each time within 10 minutes/,
  )
  const second = await startAfter(dataDir, 4)
  expect(second.problem).toMatch(/ 4 times in a row/)
  for (const { pause } of [first, second]) {
    expect(pause).toMatch(/^the starts before/)
    expect(pause).not.toMatch(/\d|paused/)
  }
})
