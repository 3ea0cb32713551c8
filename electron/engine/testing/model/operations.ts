import type { JobId, ThreadId } from '../../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { EVENT_SOURCES } from '../../../../shared/events/system-event.ts'
import { jobSpecSchema } from '../../../../shared/jobs/job-schema.ts'
import type { WayFacts } from '../../../../shared/runs/in-the-way.ts'
import { SESSION_MODES } from '../../../../shared/threads/modes.ts'
import type { Play } from './play.ts'

type Operation = readonly [weight: number, name: string, run: () => Promise<void> | void]

/** What may happen next, the more often the greater its weight. */
export function operationsOf(play: Play): readonly Operation[] {
  const { s, random, pick, threads, jobs } = play
  return [
    [20, 'time', () => s.clock.advance(Math.floor(random() * 10 * MINUTE))],
    [10, 'moment', () => s.clock.advance(Math.floor(random() * 5 * SECOND))],
    [8, 'message', () => void accept(play, pick(threads))],
    [8, 'wake', () => wake(play, pick(threads), pick(['event', 'urgent', 'inbox'] as const))],
    [6, 'manual', () => wake(play, pick(threads), 'manual')],
    [4, 'sleep', () => s.clock.sleep(Math.floor(random() * 8 * HOUR))],
    [2, 'clock back', () => s.clock.set(s.clock.now() - Math.floor(random() * 2 * DAY))],
    [2, 'clock forward', () => s.clock.set(s.clock.now() + Math.floor(random() * 2 * HOUR))],
    [6, 'crash', () => s.crash()],
    [
      2,
      'pause',
      () =>
        s.store.threads.change(pick(threads), {
          pause: { reason: 'test', until: s.clock.now() + HOUR, by: 'person' },
        }),
    ],
    [3, 'resume', () => resume(play, pick(threads))],
    [2, 'stop', () => stopOne(play)],
    [2, 'limits', () => changeLimits(play)],
    [3, 'tick', () => s.engine.tick()],
    [
      6,
      'change',
      () =>
        void s.prints.set(`/t${Math.floor(random() * 4)}`, {
          tree: String(random()),
          refs: '',
          remote: '',
          hosting: '',
        }),
    ],
    [2, 'session', () => s.store.threads.change(pick(threads), { session: pick([...SESSION_MODES]) })],
    [2, 'gate', () => s.store.threads.change(pick(threads), { gate: pick(['changes', 'always']) })],
    [14, 'event', () => addEvent(play, pick(threads), Math.floor(random() * 3) + 1)],
    [1, 'flood', () => addEvent(play, pick(threads), 30)],
    [
      4,
      'git',
      () =>
        s.changeGit(`t${Math.floor(random() * 4)}`, {
          head: String(Math.floor(random() * 1e6)),
          reflogMessage: 'commit: x',
        }),
    ],
    [3, 'job by hand', () => startJob(play, pick(jobs))],
    [2, 'job paused or resumed', () => pauseJob(play, pick(jobs))],
    [
      2,
      'way',
      () =>
        void s.way.set(
          `/t${Math.floor(random() * 4)}`,
          pick<Partial<WayFacts>>([{}, {}, { editedMsAgo: SECOND }, { lock: { ageMs: SECOND } }]),
        ),
    ],
    [
      2,
      'power',
      () => void (s.power = { onBattery: pick([null, false, true]), metered: pick([null, true]) }),
    ],
    [
      1,
      'power policy',
      () =>
        s.store.settings.change({
          onBattery: pick(['run', 'calm', 'hold'] as const),
          onMetered: pick(['run', 'hold'] as const),
        }),
    ],
    [1, 'messages take events', () => s.store.settings.change({ messagesTakeEvents: random() < 0.5 })],
    [1, 'advice', () => void s.store.queue.sendMessage(pick(threads), 'try this', '2', s.clock.now())],
  ]
}

export function addJob({ s, pick }: Play, id: ThreadId, i: number, kind: keyof typeof ACTIONS): JobId {
  const action = ACTIONS[kind](i)
  const jobId = s.ports.ids<JobId>('job')
  const spec = jobSpecSchema.parse({
    name: kind,
    schedule: { kind: 'every', everyMs: pick([10, 45, 120]) * MINUTE, anchorAt: s.clock.now() },
    action,
    catchUp: pick(['once', 'skip', 'grace'] as const),
    wake: pick(['now', 'next'] as const),
  })
  s.store.jobs.save(jobId, id, spec, s.engine.jobs.planOf(spec, s.clock.now()), s.clock.now())
  return jobId
}

const ACTIONS = {
  event: (i: number) => ({ kind: 'event', text: `job event ${i}` }),
  command: () => ({ kind: 'command', argv: ['make'] }),
  agent: () => ({ kind: 'agent', prompt: 'Look' }),
} as const

function startJob({ s }: Play, id: JobId): void {
  const job = s.store.jobs.get(id)!
  if (
    s.store.queue.waiting().some((i) => i.jobId === id) ||
    s.store.runs.running().some((r) => r.jobId === id)
  )
    return
  s.engine.jobs.start(job)
  s.engine.tick()
}

function pauseJob({ s }: Play, id: JobId): void {
  const job = s.store.jobs.get(id)!
  if (job.pause === null) s.engine.jobs.pause(id, 'person')
  else s.engine.jobs.resume(job)
}

/** Texts are all different, so that each is one event. */
function addEvent({ s, random, pick, facts }: Play, id: ThreadId, count: number): void {
  for (let i = 0; i < count; i++) {
    const text = `event-${facts.size}-`
    const added = s.engine.events.add(id, {
      source: pick(EVENT_SOURCES),
      text,
      trusted: random() < 0.7,
      wake: pick(['now', 'next'] as const),
      urgent: random() < 0.1,
    })
    if (added.id !== null) facts.set(added.id, { threadId: id, text, runs: new Set() })
  }
  s.engine.tick()
}

function accept({ s, accepted }: Play, id: ThreadId): void {
  const item = s.message(id, `message ${accepted.size}`)
  accepted.set(item, `message ${accepted.size}`)
}

function wake({ s }: Play, id: ThreadId, reason: 'event' | 'urgent' | 'inbox' | 'manual'): void {
  s.engine.wake(id, reason, null)
  s.engine.tick()
}

function resume({ s }: Play, id: ThreadId): void {
  s.store.threads.change(id, { pause: null, failures: 0 })
  s.engine.slots.replan(id)
}

function stopOne({ s, pick }: Play): void {
  const running = s.store.runs.running()
  if (running.length > 0) s.engine.stopRun(pick(running).id)
}

function changeLimits(play: Play): void {
  play.limits = play.pick([
    { runs: 2, heartbeats: 1 },
    { runs: 1, heartbeats: 1 },
    { runs: 4, heartbeats: 2 },
  ])
  play.s.store.settings.change({ maxRuns: play.limits.runs, maxHeartbeats: play.limits.heartbeats })
}
