import path from 'node:path'
import type { ItemId, JobId, RunId } from '../../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../../shared/base/time.ts'
import { jobSpecSchema } from '../../../../shared/jobs/job-schema.ts'
import { CLAUDE } from '../../../../electron/engine/testing/with-agent.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../../../../electron/engine/testing/scenario.ts'
import type { Case, Kind } from '../../../../electron/cli/drill/board.ts'

/** The wall clock is set while the engine runs, on virtual time over a real history; the monotonic one goes on. */
interface Jump {
  readonly name: string
  /** Where it is set to, one after the other; each from what it was before. */
  readonly to: readonly ((now: number) => number)[]
}

const START = Date.UTC(2026, 2, 10, 8)
const by =
  (ms: number) =>
  (now: number): number =>
    now + ms

const JUMPS: readonly Jump[] = [
  { name: 'an hour forward and back', to: [by(HOUR), by(-HOUR)] },
  { name: 'an hour back', to: [by(-HOUR)] },
  { name: 'twenty-five hours forward', to: [by(25 * HOUR)] },
  { name: 'three days back', to: [by(-3 * DAY)] },
  { name: 'four hundred days forward and back', to: [by(400 * DAY), by(-400 * DAY)] },
  { name: 'to 1970 and back', to: [() => HOUR, () => START + 12 * HOUR] },
  { name: 'to 2099 and back', to: [() => Date.UTC(2099, 0, 1), () => START + 12 * HOUR] },
]

const INTERVAL_MS = 8 * MINUTE

async function fleet(c: Case) {
  const s = await scenario({
    script: () => ({ text: 'HEARTBEAT_OK' }),
    database: path.join(c.folder, 'threadbeat.db'),
    start: START,
  })
  const ids = ['one', 'two'].map((name) => s.add(name, { playbook: QUICK_ONLY, intervalMs: INTERVAL_MS }))
  s.store.threads.change(ids[0]!, { agent: CLAUDE })
  const jobs = s.add('jobs', { playbook: QUICK_ONLY, intervalMs: 0 })
  s.store.settings.change({ caps: [], dormantAfterMs: 0 })
  const job = s.ports.ids<JobId>('job')
  const spec = jobSpecSchema.parse({
    name: 'make',
    schedule: { kind: 'every', everyMs: 10 * MINUTE, anchorAt: START },
    action: { kind: 'command', argv: ['make'] },
  })
  s.store.jobs.save(job, jobs, spec, s.engine.jobs.planOf(spec, START), START)
  s.engine.tick()
  const fires = (): number => s.starts.filter((start) => start.threadId === jobs).length
  return { s, ids, job, fires }
}

type Fleet = Awaited<ReturnType<typeof fleet>>

const beatsOf = (s: Scenario, id: Fleet['ids'][number]) => s.runs(id).filter((r) => r.kind === 'heartbeat')

/** An hour after the clock was set: everybody goes on, and an absence was made up for once. */
function goesOn(c: Case, f: Fleet, known: ReadonlySet<RunId>, firesBefore: number, what: string): void {
  const { s, ids } = f
  for (const id of ids) {
    const beats = beatsOf(s, id).filter((r) => !known.has(r.id))
    c.check('wedged', beats.length >= 5, `${what}: ${beats.length} beats in an hour`)
    const caught = beats.filter((r) => r.reasons.includes('catch-up')).length
    c.check('doubled', caught <= 1, `${what}: ${caught} catch-ups`)
  }
  const ran = f.fires() - firesBefore
  c.check('wedged', ran >= 4, `${what}: the job ran ${ran} times in an hour`)
  c.check('doubled', ran <= 8, `${what}: the job ran ${ran} times in an hour`)
}

/** Each due time stands once, with what became of it. */
function dueTimes(c: Case, { s, ids, job }: Fleet, what: string): void {
  for (const id of ids) {
    const slots = s.store.runs.slots(id, 500)
    c.check('doubled', new Set(slots.map((x) => x.dueAt)).size === slots.length, `${what}: a slot twice`)
    c.check(
      'silent',
      slots.every((x) => x.outcome !== 'missed' || x.cause !== null),
      `${what}: no cause`,
    )
    const next = s.store.threads.get(id)!.nextDueAt
    c.check('lost', next !== null && next <= s.clock.now() + INTERVAL_MS, `${what}: next due ${next}`)
  }
  const rows = s.store.jobs.runs(job, 200).filter((r) => r.attempt === 1)
  c.check('doubled', new Set(rows.map((r) => r.dueAt)).size === rows.length, `${what}: a due time twice`)
}

async function playJump(c: Case, { name, to }: Jump): Promise<void> {
  const f = await fleet(c)
  const { s, ids } = f
  await s.clock.advance(2 * HOUR + Math.floor(c.random() * HOUR))
  const messages: ItemId[] = [s.message(ids[0]!, 'before')]
  await s.clock.advance(MINUTE)
  const first = s.runs().map((r) => r.id)
  for (const place of to) {
    const known = new Set(s.runs().map((r) => r.id))
    const fires = f.fires()
    await s.clock.set(place(s.clock.now()))
    c.injected()
    messages.push(s.message(ids[0]!, `after ${messages.length}`))
    await s.clock.advance(HOUR + MINUTE)
    goesOn(c, f, known, fires, name)
    c.check(
      'silent',
      s.logs.some((l) => l.event === 'clock.jumped'),
      `${name}: nothing tells of it`,
    )
  }
  await s.clock.advance(3 * HOUR)
  dueTimes(c, f, name)
  for (const id of first) c.check('lost', s.store.runs.detail(id) !== null, `${name}: run ${id} is gone`)
  for (const item of messages)
    c.check('lost', s.store.runs.ofItem(item) !== null, `${name}: a message was not worked`)
  await s.stop()
}

export const CLOCK_KINDS: readonly Kind[] = JUMPS.map((jump) => ({
  group: 'clock',
  name: `set ${jump.name}`,
  isShort: true,
  play: (c) => playJump(c, jump),
}))
