import { agentConfigSchema } from '../../../shared/agent-config.ts'
import type { ItemId, RunId, ThreadId } from '../../../shared/ids.ts'
import type { Run } from '../../../shared/run.ts'
import { DAY, HOUR, MINUTE, SECOND, startOfDay } from '../../../shared/time.ts'
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

export interface ModelResult {
  readonly violations: readonly string[]
  readonly runs: number
}

const CLAUDE = agentConfigSchema.parse({ kind: 'cli', cli: 'claude' })
const STARTS_A_DAY = 60
const QUICK = '## Quick Tasks\n- [ ] Look\n\n## Hourly Tasks\n- [ ] Look longer\n'

/**
 * A random history of wakes, messages, time, sleeps, clock jumps, pauses and deaths of the process, with the invariants of
 * ARCHITECTURE checked after every step. Violations are collected, never thrown inside a promise.
 */
export async function playModel(seed: number, steps: number): Promise<ModelResult> {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const violations: string[] = []
  const accepted = new Map<ItemId, string>()
  let limits = { runs: 2, heartbeats: 1 }

  const s: Scenario = await scenario({
    script: (spec) => {
      const dice = random()
      noteStart(spec.runId, spec.prompt !== null)
      if (dice < 0.02) return { status: 'failed', fault: { code: 'agent.limit_reached', message: 'limit' }, silent: true }
      if (dice < 0.05) return { status: 'failed', fault: { code: 'agent.exit_nonzero', message: 'exit 1' } }
      if (dice < 0.08) return { text: 'HEARTBEAT_OK', silent: true }
      if (dice < 0.1) return { text: 'CI is red', takesMs: SECOND }
      if (dice < 0.5) return { takesMs: Math.floor(random() * 3 * MINUTE) }
      return spec.prompt === null ? {} : { text: 'HEARTBEAT_OK' }
    },
  })
  const intervals = [2 * MINUTE, 8 * MINUTE, 30 * MINUTE]
  const threads = Array.from({ length: 4 }, (_, i) => s.add(`t${i}`, { intervalMs: pick(intervals), playbook: QUICK }))
  for (const id of threads.slice(0, 2)) s.store.changeThread(id, { agent: CLAUDE })
  s.store.changeThread(threads[2]!, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  s.store.changeSettings({ caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: STARTS_A_DAY }] })

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
    [2, 'pause', () => s.store.changeThread(pick(threads), { pause: { reason: 'test', until: s.clock.now() + HOUR, by: 'person' } })],
    [3, 'resume', () => resume(pick(threads))],
    [2, 'stop', () => stopOne()],
    [2, 'limits', () => changeLimits()],
    [3, 'tick', () => s.engine.tick()],
    [6, 'change', () => void s.prints.set(`/t${Math.floor(random() * 4)}`, { tree: String(random()), refs: '', remote: '', hosting: '' })],
    [2, 'session', () => s.store.changeThread(pick(threads), { session: pick(['oneshot', 'resume']) })],
    [2, 'gate', () => s.store.changeThread(pick(threads), { gate: pick(['changes', 'always']) })],
    [1, 'advice', () => void s.store.sendMessage(pick(threads), 'try this', '2', s.clock.now())],
  ]
  const total = operations.reduce((sum, [weight]) => sum + weight, 0)

  /** A start that nobody asked for is within the cap when it happens. */
  function noteStart(id: RunId, isAgent: boolean): void {
    const run = allRuns(s).find((r) => r.id === id)
    if (!isAgent || run === undefined || run.kind === 'message' || run.reasons.includes('manual')) return
    const today = s.store.spentSince(startOfDay(s.clock.now(), s.clock.timeZone))
    if (today.length > STARTS_A_DAY) violations.push(`seed ${seed}: start ${today.length} of ${STARTS_A_DAY} a day`)
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
    s.store.changeThread(id, { pause: null, failures: 0 })
    s.engine.replan(id)
  }
  function stopOne(): void {
    const running = s.store.running()
    if (running.length > 0) s.engine.stopRun(pick(running).id)
  }
  function changeLimits(): void {
    limits = pick([{ runs: 2, heartbeats: 1 }, { runs: 1, heartbeats: 1 }, { runs: 4, heartbeats: 2 }])
    s.store.changeSettings({ maxRuns: limits.runs, maxHeartbeats: limits.heartbeats })
  }

  let before = { runs: 0, heartbeats: 0 }
  const seenOutcome = new Map<RunId, string>()
  function check(step: string): void {
    const say = (text: string): void => void violations.push(`seed ${seed}, ${step}: ${text}`)
    const running = s.store.running()
    const waiting = s.store.waiting()
    if (new Set(running.map((r) => r.threadId)).size !== running.length) say('I1: two running runs of one thread')
    // A lowered limit ends nothing that runs already: only a rise above it breaks the promise.
    const now = { runs: running.length, heartbeats: running.filter((r) => r.kind === 'heartbeat').length }
    if (now.runs > limits.runs && now.runs > before.runs) say(`I2: ${now.runs} runs of ${limits.runs}`)
    if (now.heartbeats > limits.heartbeats && now.heartbeats > before.heartbeats) say(`I2: ${now.heartbeats} heartbeats of ${limits.heartbeats}`)
    before = now
    for (const id of threads) if (waiting.filter((i) => i.threadId === id && i.kind === 'heartbeat').length > 1) say('I4: two waiting heartbeats')
    for (const item of waiting) if (new Set(item.reasons).size !== item.reasons.length) say('I4: a reason twice')
    // I3: nothing eligible waits while there is room.
    const holdOf = s.engine.holds()
    const free = waiting.filter((item) => holdOf(item) === null)
    if (free.length > 0) say(`I3: ${free.length} items could run and do not`)
    for (const item of accepted.keys()) {
      const run = s.store.runOfItem(item)
      if (run === null && !s.store.isWaiting(item)) say(`I6: ${accepted.get(item)!} is lost`)
      if (run !== null && s.store.isWaiting(item)) say(`I6: ${accepted.get(item)!} waits although it ran`)
    }
    for (const run of allRuns(s)) {
      const earlier = seenOutcome.get(run.id)
      if (earlier !== undefined && earlier !== run.outcome) say(`an outcome changed from ${earlier} to ${run.outcome}`)
      if (run.outcome !== null) seenOutcome.set(run.id, run.outcome)
    }
    for (const id of threads) {
      const slots = s.store.slots(id, 500)
      if (new Set(slots.map((x) => x.dueAt)).size !== slots.length) say('I5: a slot twice')
      if (slots.some((x) => x.runId === null && x.outcome === 'missed' && x.cause === null)) say('I5: a slot without a fate')
      const thread = s.store.thread(id)!
      if (thread.nextDueAt === null) say('I5: a thread that is on has no next due time')
    }
    const told = s.notices.map((n) => n.alertId).filter((a) => a !== null)
    if (new Set(told).size !== told.length) say('I8: an alert was told twice')
    if (s.store.undeliveredAlerts().length > 0 && running.length === 0 && s.notifierFault === null) say('I8: a raised alert was neither told nor suppressed')
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

function allRuns(s: Scenario): readonly Run[] {
  const runs: Run[] = []
  for (let before: string | undefined; ; ) {
    const page = s.store.runPage({ limit: 200, before })
    runs.push(...page.runs)
    if (page.next === null) return runs
    before = page.next
  }
}
