import { agentConfigSchema } from '../../../shared/agents/agent-config.ts'
import type { EventId, ItemId, JobId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { WayFacts } from '../../../shared/runs/in-the-way.ts'
import { jobSpecSchema } from '../../../shared/jobs/job.ts'
import { EVENT_SOURCES, type SystemEvent } from '../../../shared/events/system-event.ts'
import type { Run } from '../../../shared/runs/run.ts'
import { DAY, HOUR, MINUTE, SECOND, startOfDay } from '../../../shared/base/time.ts'
import { scenario, type Scenario } from './scenario.ts'

/** Small, fast and the same everywhere: a seed replays a whole history. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

interface ModelResult {
  readonly violations: readonly string[]
  readonly runs: number
}

const CLAUDE = agentConfigSchema.parse({ kind: 'cli', cli: 'claude' })
const STARTS_A_DAY = 60
/** How a run ends that used up what it was told. */
const CONSUMES: ReadonlySet<string> = new Set(['quiet', 'alert', 'urgent', 'unproven', 'blocked'])
const QUICK = '## Quick Tasks\n- [ ] Look\n\n## Hourly Tasks\n- [ ] Look longer\n'

/**
 * A random history of wakes, events, jobs, messages, time, sleeps, clock jumps, pauses and deaths of the
 * process, with the invariants of ARCHITECTURE checked after every step. Violations are collected, never
 * thrown inside a promise.
 */
export async function playModel(seed: number, steps: number): Promise<ModelResult> {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const violations: string[] = []
  const accepted = new Map<ItemId, string>()
  let limits = { runs: 2, heartbeats: 1 }
  const facts = new Map<
    EventId,
    { readonly threadId: ThreadId; readonly text: string; readonly runs: Set<RunId> }
  >()
  const dropped = new Set<EventId>()

  const s: Scenario = await scenario({
    script: (spec) => {
      const dice = random()
      noteStart(spec.runId, spec.prompt !== null && spec.prompt !== '')
      notePrompt(spec.runId, spec.prompt)
      if (dice < 0.02)
        return { status: 'failed', fault: { code: 'agent.limit_reached', message: 'limit' }, silent: true }
      if (dice < 0.05) return { status: 'failed', fault: { code: 'agent.exit_nonzero', message: 'exit 1' } }
      if (dice < 0.08) return { text: 'HEARTBEAT_OK', silent: true }
      if (dice < 0.1) return { text: 'CI is red', takesMs: SECOND }
      if (dice < 0.5) return { takesMs: Math.floor(random() * 3 * MINUTE) }
      return spec.prompt === null || spec.prompt === '' ? {} : { text: 'HEARTBEAT_OK' }
    },
  })
  const intervals = [2 * MINUTE, 8 * MINUTE, 30 * MINUTE]
  const threads = Array.from({ length: 4 }, (_, i) =>
    s.add(`t${i}`, { intervalMs: pick(intervals), playbook: QUICK }),
  )
  for (const id of threads.slice(0, 2)) s.store.threads.change(id, { agent: CLAUDE })
  s.store.threads.change(threads[2]!, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  for (const id of threads)
    s.store.threads.change(id, {
      sources: { git: 'now', hook: 'now', inbox: 'next', webhook: 'now', session: 'next' },
    })
  const jobs = threads.flatMap((id, i) => [
    addJob(id, i, 'event'),
    addJob(id, i, 'command'),
    ...(i < 2 ? [addJob(id, i, 'agent')] : []),
  ])
  s.store.settings.change({
    caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: STARTS_A_DAY }],
  })

  const operations: readonly (readonly [weight: number, name: string, run: () => Promise<void> | void])[] = [
    [20, 'time', () => s.clock.advance(Math.floor(random() * 10 * MINUTE))],
    [10, 'moment', () => s.clock.advance(Math.floor(random() * 5 * SECOND))],
    [8, 'message', () => void accept(pick(threads))],
    [8, 'wake', () => wake(pick(threads), pick(['event', 'urgent', 'inbox'] as const))],
    [6, 'manual', () => wake(pick(threads), 'manual')],
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
    [3, 'resume', () => resume(pick(threads))],
    [2, 'stop', () => stopOne()],
    [2, 'limits', () => changeLimits()],
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
    [2, 'session', () => s.store.threads.change(pick(threads), { session: pick(['oneshot', 'resume']) })],
    [2, 'gate', () => s.store.threads.change(pick(threads), { gate: pick(['changes', 'always']) })],
    [14, 'event', () => addEvent(pick(threads), Math.floor(random() * 3) + 1)],
    [1, 'flood', () => addEvent(pick(threads), 30)],
    [
      4,
      'git',
      () =>
        s.changeGit(`t${Math.floor(random() * 4)}`, {
          head: String(Math.floor(random() * 1e6)),
          reflogMessage: 'commit: x',
        }),
    ],
    [3, 'job by hand', () => startJob(pick(jobs))],
    [2, 'job paused or resumed', () => pauseJob(pick(jobs))],
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
  const total = operations.reduce((sum, [weight]) => sum + weight, 0)

  /** A start that nobody asked for is within the cap when it happens. */
  function noteStart(id: RunId, isAgent: boolean): void {
    const run = allRuns(s).find((r) => r.id === id)
    if (!isAgent || run === undefined || run.kind === 'message' || run.reasons.includes('manual')) return
    const today = s.store.agents.spentSince(startOfDay(s.clock.now(), s.clock.timeZone))
    if (today.length > STARTS_A_DAY)
      violations.push(`seed ${seed}: start ${today.length} of ${STARTS_A_DAY} a day`)
  }
  function addJob(id: ThreadId, i: number, kind: 'event' | 'command' | 'agent'): JobId {
    const action =
      kind === 'event'
        ? { kind, text: `job event ${i}` }
        : kind === 'command'
          ? { kind, argv: ['make'] }
          : { kind, prompt: 'Look' }
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
  function startJob(id: JobId): void {
    const job = s.store.jobs.get(id)!
    if (
      s.store.queue.waiting().some((i) => i.jobId === id) ||
      s.store.runs.running().some((r) => r.jobId === id)
    )
      return
    s.engine.jobs.start(job)
    s.engine.tick()
  }
  function pauseJob(id: JobId): void {
    const job = s.store.jobs.get(id)!
    if (job.pause === null) s.engine.jobs.pause(id, 'person')
    else s.engine.jobs.resume(job)
  }
  /** Texts are all different, so that each is one event. */
  function addEvent(id: ThreadId, count: number): void {
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
  function notePrompt(runId: RunId, prompt: string | null): void {
    if (prompt === null) return
    for (const fact of facts.values()) if (prompt.includes(fact.text)) fact.runs.add(runId)
  }
  /**
   * I7: what was accepted waits, is shown by a run that is on, was used up by one that ended well, or
   * counts as dropped.
   */
  function checkFacts(say: (text: string) => void, ended: ReadonlyMap<RunId, Run>): void {
    const running = new Set(s.store.runs.running().map((r) => r.id))
    for (const id of threads) {
      const rows = new Map(eventsOf(s, id).map((e) => [e.id, e]))
      for (const [eventId, fact] of facts) {
        if (fact.threadId !== id) continue
        const row = rows.get(eventId)
        const good = [...fact.runs].filter(
          (r) => !running.has(r) && CONSUMES.has(ended.get(r)?.outcome ?? ''),
        )
        if (good.length > 1) say(`I7: ${fact.text} stood in ${good.length} prompts of runs that ended well`)
        if (row === undefined) {
          if (good.length > 0) say(`I7: ${fact.text} was told and dropped`)
          dropped.add(eventId)
          continue
        }
        if (dropped.has(eventId)) say(`I7: ${fact.text} came back`)
        if (row.state === 'shown' && (row.runId === null || !running.has(row.runId)))
          say(`I7: ${fact.text} is shown by no run`)
        if (row.state === 'waiting' && good.length > 0) say(`I7: ${fact.text} waits although it was told`)
        if (row.state === 'consumed' && !CONSUMES.has(ended.get(row.runId!)?.outcome ?? ''))
          say(`I7: ${fact.text} was used up by a run that ended ${ended.get(row.runId!)?.outcome}`)
        if (row.state === 'expired' && !row.ambient) say(`I7: ${fact.text} expired`)
      }
      if ([...rows.values()].filter((e) => e.state === 'waiting').length > 20)
        say('I7: more than twenty wait')
    }
  }
  function checkJobs(say: (text: string) => void): void {
    const waiting = s.store.queue.waiting().flatMap((i) => (i.jobId === null ? [] : [i.jobId]))
    const running = s.store.runs.running().flatMap((r) => (r.jobId === null ? [] : [r.jobId]))
    if (new Set(waiting).size !== waiting.length) say('a job waits twice')
    for (const id of jobs) {
      const rows = s.store.jobs.runs(id, 1000)
      const runIds = rows.flatMap((r) => (r.runId === null ? [] : [r.runId]))
      if (new Set(rows.map((r) => `${r.dueAt}/${r.attempt}`)).size !== rows.length)
        say('a due time of a job has two rows')
      if (new Set(runIds).size !== runIds.length) say('a run stands for two due times')
      if (rows.filter((r) => r.state === 'running').length !== running.filter((j) => j === id).length)
        say(
          `job ${id}: ${rows.filter((r) => r.state === 'running').length} rows say running, ` +
            `${running.filter((j) => j === id).length} run`,
        )
      if (rows.filter((r) => r.state === 'waiting').length !== waiting.filter((j) => j === id).length)
        say(`job ${id}: its waiting rows are not what waits`)
      const job = s.store.jobs.get(id)!
      if (job.pause === null && job.nextDueAt === null) say(`job ${id} has no due time ahead`)
    }
  }
  function accept(id: ThreadId): void {
    const item = s.message(id, `message ${accepted.size}`)
    accepted.set(item, `message ${accepted.size}`)
  }
  function wake(id: ThreadId, reason: 'event' | 'urgent' | 'inbox' | 'manual'): void {
    s.engine.wake(id, reason, null)
    s.engine.tick()
  }
  function resume(id: ThreadId): void {
    s.store.threads.change(id, { pause: null, failures: 0 })
    s.engine.slots.replan(id)
  }
  function stopOne(): void {
    const running = s.store.runs.running()
    if (running.length > 0) s.engine.stopRun(pick(running).id)
  }
  function changeLimits(): void {
    limits = pick([
      { runs: 2, heartbeats: 1 },
      { runs: 1, heartbeats: 1 },
      { runs: 4, heartbeats: 2 },
    ])
    s.store.settings.change({ maxRuns: limits.runs, maxHeartbeats: limits.heartbeats })
  }

  let before = { runs: 0, heartbeats: 0 }
  const seenOutcome = new Map<RunId, string>()
  function check(step: string): void {
    const say = (text: string): void => void violations.push(`seed ${seed}, ${step}: ${text}`)
    const running = s.store.runs.running()
    const waiting = s.store.queue.waiting()
    if (new Set(running.map((r) => r.threadId)).size !== running.length)
      say('I1: two running runs of one thread')
    // A lowered limit ends nothing that runs already: only a rise above it breaks the promise.
    const now = { runs: running.length, heartbeats: running.filter((r) => r.kind === 'heartbeat').length }
    if (now.runs > limits.runs && now.runs > before.runs) say(`I2: ${now.runs} runs of ${limits.runs}`)
    if (now.heartbeats > limits.heartbeats && now.heartbeats > before.heartbeats)
      say(`I2: ${now.heartbeats} heartbeats of ${limits.heartbeats}`)
    before = now
    for (const id of threads)
      if (waiting.filter((i) => i.threadId === id && i.kind === 'heartbeat').length > 1)
        say('I4: two waiting heartbeats')
    for (const item of waiting)
      if (new Set(item.reasons).size !== item.reasons.length) say('I4: a reason twice')
    // I3: nothing eligible waits while there is room.
    const holdOf = s.engine.holds()
    const free = waiting.filter((item) => holdOf(item) === null)
    if (free.length > 0) say(`I3: ${free.length} items could run and do not`)
    for (const item of accepted.keys()) {
      const run = s.store.runs.ofItem(item)
      if (run === null && !s.store.queue.isWaiting(item)) say(`I6: ${accepted.get(item)!} is lost`)
      if (run !== null && s.store.queue.isWaiting(item))
        say(`I6: ${accepted.get(item)!} waits although it ran`)
    }
    for (const run of allRuns(s)) {
      const earlier = seenOutcome.get(run.id)
      if (earlier !== undefined && earlier !== run.outcome)
        say(`an outcome changed from ${earlier} to ${run.outcome}`)
      if (run.outcome !== null) seenOutcome.set(run.id, run.outcome)
    }
    for (const id of threads) {
      const slots = s.store.runs.slots(id, 500)
      if (new Set(slots.map((x) => x.dueAt)).size !== slots.length) say('I5: a slot twice')
      if (slots.some((x) => x.runId === null && x.outcome === 'missed' && x.cause === null))
        say('I5: a slot without a fate')
      const thread = s.store.threads.get(id)!
      if (thread.nextDueAt === null) say('I5: a thread that is on has no next due time')
    }
    const told = s.notices.map((n) => n.alertId).filter((a) => a !== null)
    if (new Set(told).size !== told.length) say('I8: an alert was told twice')
    if (s.store.alerts.undelivered().length > 0 && running.length === 0 && s.notifierFault === null)
      say('I8: a raised alert was neither told nor suppressed')
    checkFacts(say, new Map(allRuns(s).map((r) => [r.id, r])))
    checkJobs(say)
    const strange = s.openRuns().filter((id) => !running.some((r) => r.id === id))
    if (strange.length > 0) say(`I11: ${strange.length} tokens outlive their run`)
    if (s.clock.armed === 0) say('I12: no timer is armed')
  }

  for (let step = 0; step < steps && violations.length === 0; step++) {
    let dice = random() * total
    const [, name, run] = operations.find(([weight]) => (dice -= weight) < 0) ?? operations[0]!
    await run()
    await s.clock.settle()
    s.engine.tick()
    await s.clock.settle()
    check(`step ${step} (${name})`)
  }
  const runs = allRuns(s).length
  await s.stop()
  return { violations, runs }
}

function eventsOf(s: Scenario, id: ThreadId): readonly SystemEvent[] {
  const events: SystemEvent[] = []
  for (let before: string | undefined; ; ) {
    const page = s.store.events.timeline(id, before, 200)
    events.push(...page.entries.flatMap((e) => (e.kind === 'event' ? [e.event] : [])))
    if (page.next === null) return events
    before = page.next
  }
}

function allRuns(s: Scenario): readonly Run[] {
  const runs: Run[] = []
  for (let before: string | undefined; ; ) {
    const page = s.store.runs.page({ limit: 200, before })
    runs.push(...page.runs)
    if (page.next === null) return runs
    before = page.next
  }
}
