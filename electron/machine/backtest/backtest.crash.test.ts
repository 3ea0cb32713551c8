import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { photograph } from '../agents/testing/photograph.ts'
import { testFolder } from '../agents/testing/folders.ts'
import { findMarked, marksOf } from '../process/marks.ts'
import { endOrphans } from '../process/orphans.ts'
import { createBacktester } from './backtest.ts'
import { history } from './testing/history.ts'
import { bundleProgram } from '../process/testing/bundled-program.ts'

const program = join(testFolder(), 'forever.mjs')
const isClosed = (await createBacktester([]).protection()) === 'closed'

beforeAll(async () => {
  await bundleProgram(join(import.meta.dirname, 'testing/forever.ts'), program)
})

const foldersOf = (pid: number): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`threadbeat-try-${pid}-`))
const running = (): string => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })

it.skipIf(!isClosed)(
  'killed at any moment, it leaves the repository as it was, no process and, from the next start on, no folder',
  async () => {
    const { path } = history('killed', 60, (i) => ({
      Makefile: `check:\n\t@(setsid sleep 4719 &) ; sleep ${i === 59 ? 0.1 : 9}; true\n`,
      n: String(i),
    }))
    const before = photograph(path)
    let inTheMiddle = 0
    for (let afterMs = 0; afterMs <= 1600; afterMs += 160) {
      const marker = `killed-${afterMs}`
      const child = spawn(process.execPath, [program, path, 'make check', marker], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
      await wait(afterMs)
      child.kill('SIGKILL')
      await new Promise<void>((resolve) => child.once('close', () => resolve()))
      if (foldersOf(child.pid!).length > 0) inTheMiddle++
      // The kernel takes the box with the app; what was not yet in it is found by its mark, as at the next start.
      await expect.poll(async () => (await findMarked(marksOf([marker]))).length).toBe(0)
      await endOrphans([marker])
      expect(foldersOf(child.pid!)).toEqual([])
      expect(photograph(path)).toEqual(before)
    }
    // How many of the moments are, is the machine's to say.
    expect(inTheMiddle).toBeGreaterThan(1)
    await expect.poll(running).not.toContain('sleep 4719')
  },
)
