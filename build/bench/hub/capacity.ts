import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import type { HubSession } from '../../../electron/engine/ports/hub.ts'
import { createPostgresHub } from '../../../electron/machine/hub/postgres-hub.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Figure, Section } from '../light/figure.ts'
import { usedBy } from '../light/processes.ts'
import { recordedDay, type Call } from './recorded-day.ts'
import { value, withHub, type HubStage } from './stage.ts'

const THREADS = 40
const HOURS = 24
/** The last part of the day, in which each machine also reads what the others say. */
const READ_MS = 10 * MINUTE
const SIZES = [5, 12, 50]
/** Machines that send at a time: more only wait for each other. */
const AT_ONCE = 8
const STATES_AT_ONCE = 500
const MB = 1024 * 1024

/**
 * A day of 5, 12 and 50 machines with 40 repositories each against one PostgreSQL: what the real link of one machine
 * says in a virtual day is said by each of them with a login of its own, as fast as it goes.
 */
export const capacity: Section = async (folder) => {
  const day = await recordedDay(THREADS, HOURS)
  const figures: Figure[] = []
  for (const size of SIZES)
    figures.push(...(await withHub((hub) => dayOf(size, day, hub, folder), { max_connections: '100' })))
  return figures
}

interface Light {
  readonly session: HubSession
  /** What it says, with names of its own and at times of its own. */
  readonly calls: readonly Call[]
  read: number // the revision up to which it knows the others
  advised: number
}

async function dayOf(
  size: number,
  day: readonly Call[],
  hub: HubStage,
  folder: string,
): Promise<readonly Figure[]> {
  const machines: Light[] = []
  for (let n = 0; n < size; n++) machines.push(await light(n, size, day, hub, folder))
  const readFrom = HOURS * HOUR - READ_MS
  const before = measure(hub)
  await sayAll(machines, readFrom)
  const written = measure(hub)
  const reads = await sayAndRead(machines, readFrom)
  const read = measure(hub)
  for (const { session } of machines) await session.close()

  const writing = (written.cpuMs - before.cpuMs) / 1000 / ((DAY - READ_MS) / DAY)
  const reading = ((read.cpuMs - written.cpuMs) / 1000) * (DAY / READ_MS) - writing
  const rows = read.rows - before.rows
  const name = `${size} machines, ${size * THREADS} repositories`
  const from = `${rows} rows, ${reads} readings in ${READ_MS / MINUTE} minutes of it; written ${writing.toFixed(0)} s, read ${reading.toFixed(0)} s a day`
  const repositories = size * THREADS
  return [
    {
      name: `processor of the database, ${name}`,
      value: ((writing + reading) / (DAY / SECOND)) * 100,
      unit: '%',
      goal: repositories > 1000 ? 25 : 5,
      most: repositories > 1000 ? 75 : 20,
      from: `of one, ${from}`,
    },
    {
      name: `kept of a day, ${name}`,
      value: (read.bytes - before.bytes) / MB,
      unit: 'MB',
      goal: repositories * 0.25,
      most: repositories,
      from: `tables and indexes, ${((read.bytes - before.bytes) / rows).toFixed(0)} bytes a row`,
    },
  ]
}

async function light(
  n: number,
  of: number,
  day: readonly Call[],
  hub: HubStage,
  folder: string,
): Promise<Light> {
  const membership = await hub.join(mkdtempSync(path.join(folder, 'light-')), `machine ${n}`)
  const session = value(await createPostgresHub({ membership }).connect(new AbortController().signal))
  const own = (call: Call): Call =>
    'facts' in call
      ? {
          ...call,
          facts: call.facts.map((fact) => ({
            ...fact,
            thread: fact.thread === null ? null : (`${fact.thread}-${n}` as ThreadId),
          })),
        }
      : call
  // The due times of different machines lie evenly over their pace.
  const calls = day.map((call) => ({ ...own(call), atMs: call.atMs + (n * 8 * MINUTE) / of }))
  return { session, calls, read: 0, advised: 0 }
}

const say = async ({ session }: Light, call: Call): Promise<void> => {
  if ('facts' in call) value(await session.push(call.facts))
  else value(await session.tell(call.presence))
}

/** Each its own in order, up to then. */
async function sayAll(machines: readonly Light[], untilMs: number): Promise<void> {
  const left = [...machines]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift())
        for (const call of one.calls) if (call.atMs < untilMs) await say(one, call)
    }),
  )
  // From here on only what is new is read.
  for (const one of machines) await readOthers(one)
}

/** Second by second: what is said in it, and then a reading of each machine that another one has rung. */
async function sayAndRead(machines: readonly Light[], fromMs: number): Promise<number> {
  const open = machines.map((one) => ({ one, calls: one.calls.filter(({ atMs }) => atMs >= fromMs) }))
  let readings = 0
  for (let at = fromMs; at < fromMs + READ_MS; at += SECOND) {
    const speaking = new Set<Light>()
    for (const { one, calls } of open)
      for (let call = calls[0]; call !== undefined && call.atMs < at + SECOND; call = calls[0]) {
        if ('facts' in call) speaking.add(one)
        await say(one, call)
        calls.shift()
      }
    if (speaking.size === 0) continue
    for (const one of machines)
      if (speaking.size > 1 || !speaking.has(one)) {
        await readOthers(one)
        readings++
      }
  }
  return readings
}

async function readOthers(one: Light): Promise<void> {
  for (;;) {
    const page = value(await one.session.states(one.read, STATES_AT_ONCE))
    one.read = page.at(-1)?.rev ?? one.read
    if (page.length < STATES_AT_ONCE) break
  }
  const advice = value(await one.session.advice(one.advised, STATES_AT_ONCE))
  one.advised = advice.at(-1)?.rev ?? one.advised
}

function measure({ server, pid }: HubStage): { cpuMs: number; rows: number; bytes: number } {
  const [line = ''] = server.sql(
    'hub',
    `select (select count(*) from threadbeat.event), pg_database_size('hub')`,
  )
  const [rows = 0, bytes = 0] = line.split('|').map(Number)
  return { cpuMs: usedBy(pid()).cpuMs, rows, bytes }
}
