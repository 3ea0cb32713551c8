import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DAY, HOUR } from '../../../../shared/base/time.ts'
import { threadOf, type App } from '../app.ts'
import type { Case, Kind } from '../board.ts'
import { BEAT_MS, until } from '../bounds.ts'
import { eventsStay, healthyBeats, withApp } from '../watched.ts'

/**
 * Starts a script in whose process the wall clock can be moved, as a person or a time server moves it: the time
 * that has passed since its start goes on as it is. Asked by a signal, it takes the distance out of a file.
 */
const MOVED_CLOCK = `const fs = require('fs')
const [, , file, script, ...rest] = process.argv
const Real = Date
let byMs = 0
const now = () => Real.now() + byMs
globalThis.Date = new Proxy(Real, {
  construct: (_, args) => (args.length === 0 ? new Real(now()) : new Real(...args)),
  apply: () => new Real(now()).toString(),
  get: (of, name) => (name === 'now' ? now : Reflect.get(of, name)),
})
process.on('SIGUSR2', () => {
  byMs = Number(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file + '.taken', '')
})
process.argv = [process.argv[0], script, ...rest]
require(script)
`

interface Jump {
  readonly name: string
  /** How far from where it was before, one after the other. */
  readonly byMs: readonly number[]
}

const JUMPS: readonly Jump[] = [
  { name: 'an hour ahead and back', byMs: [HOUR, -HOUR] },
  { name: 'twenty-five hours ahead', byMs: [25 * HOUR] },
  { name: 'three days back', byMs: [-3 * DAY] },
  { name: 'four hundred days ahead and back', byMs: [400 * DAY, -400 * DAY] },
]

/** Resolves once its process has the new time. */
async function move(app: App, file: string, byMs: number): Promise<void> {
  rmSync(`${file}.taken`, { force: true })
  writeFileSync(file, String(byMs))
  app.child.kill('SIGUSR2')
  if (!(await until(() => existsSync(`${file}.taken`), BEAT_MS))) throw new Error('the clock was not moved')
}

const jumpsInLog = ({ dataDir }: App): number =>
  readdirSync(path.join(dataDir, 'logs'))
    .map((name) => readFileSync(path.join(dataDir, 'logs', name), 'utf8').split('clock.jumped').length - 1)
    .reduce((sum, count) => sum + count, 0)

/** It goes on by the new time: the next beat is near, and an absence is made up for once. */
async function goesOn(
  c: Case,
  app: App,
  before: ReadonlySet<string>,
  movedMs: number,
  what: string,
): Promise<void> {
  await healthyBeats(c, app, what)
  const { runs } = await app.client.runs.page({ threadId: app.healthy, limit: 200 })
  const caught = runs.filter((run) => !before.has(run.id) && run.reasons.includes('catch-up')).length
  c.check('doubled', caught <= 1, `${what}: ${caught} catch-ups`)
  for (const id of before)
    c.check(
      'lost',
      runs.some((run) => run.id === id),
      `${what}: run ${id} is gone`,
    )
  const { nextDueAt, intervalMs } = await threadOf(app, app.healthy)
  const latest = Date.now() + movedMs + Math.max(intervalMs, DAY)
  c.check('wedged', nextDueAt !== null && nextDueAt <= latest, `${what}: the next beat is due ${nextDueAt}`)
}

async function playJump(c: Case, { name, byMs }: Jump): Promise<void> {
  const script = path.join(c.folder, 'moved-clock.cjs')
  const file = path.join(c.folder, 'by-ms')
  writeFileSync(script, MOVED_CLOCK)
  const play = async (app: App): Promise<App> => {
    let movedMs = 0
    const accepted: string[] = []
    for (const [i, by] of byMs.entries()) {
      await healthyBeats(c, app, 'before the jump')
      const add = async (text: string): Promise<void> => {
        await app.client.events.add({ to: app.healthy, text, source: 'cli', wake: 'next' })
        accepted.push(text)
      }
      await add(`before jump ${i}`)
      const known = (await app.client.runs.page({ threadId: app.healthy, limit: 200 })).runs
      await move(app, file, (movedMs += by))
      c.injected()
      await add(`after jump ${i}`)
      await goesOn(c, app, new Set(known.map((run) => run.id)), movedMs, name)
      await eventsStay(c, app, app.healthy, accepted)
      c.check(
        'silent',
        await until(() => jumpsInLog(app) > i, 10_000),
        `${name}: the log does not tell of it`,
      )
    }
    return app
  }
  await withApp(c, play, [script, file])
}

export const JUMP_KINDS: readonly Kind[] = JUMPS.map((jump) => ({
  group: 'clock',
  name: `of the app, ${jump.name}`,
  isShort: true,
  play: (c) => playJump(c, jump),
}))
