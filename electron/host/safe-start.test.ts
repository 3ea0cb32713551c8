import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ok } from '../../shared/base/result.ts'
import { openHost } from './host.ts'

/** What a start says after so many that crashed. */
async function startAfter(dataDir: string, crashes: number) {
  const opened = await openHost({
    dataDir,
    notifier: { show: () => Promise.resolve(ok(null)) },
    shell: null,
    demo: false,
    schedule: false,
    crashes,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const { fleet } = opened.value.snapshot()
  await opened.value.stop('stop')
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
