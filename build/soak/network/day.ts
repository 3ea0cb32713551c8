import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { makeFleet } from '../../../electron/host/repositories.ts'
import { realEngine } from '../../../electron/host/testing/real-engine.ts'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { withSoakProgram } from '../program.ts'
import { countedOf, inOwnNetwork, type Counted } from './own-network.ts'

const EVERY_MS = 8 * MINUTE
/** Not longer than what a run may wait for: time goes on once nothing runs. */
const STEP_MS = 20 * SECOND

interface Day {
  readonly beats: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly asked: Counted
}

/**
 * The engine over the real adapters of this machine in a network of its own: the demo's fleet beats by itself, at eight
 * minutes, for so many hours of pretended time.
 */
export async function playDay(hours: number): Promise<Day> {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-day-'))
  try {
    const fleet = await makeFleet(path.join(folder, 'fleet'))
    return await withSoakProgram('network/day', async (again) => {
      const [program, ...args] = inOwnNetwork(
        ...again,
        path.join(folder, 'data'),
        String(hours),
        ...fleet.map((made) => made.path),
      )
      const child = spawn(program, args, {
        env: { ...process.env, HOME: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
      if (code !== 0) throw new Error(`the day ended with ${code}`)
      return JSON.parse(printed) as Day
    })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function beatFor(dataDir: string, hours: number, repositories: readonly string[]): Promise<Day> {
  const { add, clock, idle, store, stop } = await realEngine(dataDir)
  for (const repository of repositories) await add(repository, EVERY_MS)
  for (let passed = 0; passed < hours * HOUR; passed += STEP_MS) {
    await clock.advance(STEP_MS)
    await idle()
  }
  const outcomes: Record<string, number> = {}
  let beats = 0
  for (let before: string | undefined; ; ) {
    const { runs, next } = store.runs.page({ limit: 200, before })
    for (const { outcome } of runs) {
      beats++
      outcomes[String(outcome)] = (outcomes[String(outcome)] ?? 0) + 1
    }
    if (next === null) break
    before = next
  }
  await stop()
  return { beats, outcomes, asked: countedOf('self') }
}

if (process.argv[2] === 'child') {
  const [dataDir = '', hours = '', ...repositories] = process.argv.slice(3)
  console.log(JSON.stringify(await beatFor(dataDir, Number(hours), repositories)))
}
