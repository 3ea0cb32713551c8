import type { RunId, ThreadId } from '../../../../shared/base/ids.ts'
import type { SystemEvent } from '../../../../shared/events/system-event.ts'
import type { Run } from '../../../../shared/runs/run.ts'
import type { Scenario } from '../scenario.ts'
import { allRuns, type Play } from './play.ts'

type Say = (violation: string) => void

/** The invariants of ARCHITECTURE, after each step. */
export function checkInvariants(play: Play, say: Say): void {
  checkLimits(play, say)
  checkQueue(play, say)
  checkMessages(play, say)
  const runs = allRuns(play.s)
  checkOutcomes(play, runs, say)
  checkSlots(play, runs, say)
  checkAlerts(play, say)
  checkFacts(play, say, new Map(runs.map((r) => [r.id, r])))
  checkJobs(play, say)
  checkTokens(play, say)
  if (play.s.clock.armed === 0) say('I12: no timer is armed')
}

function checkLimits(play: Play, say: Say): void {
  const running = play.s.store.runs.running()
  if (new Set(running.map((r) => r.threadId)).size !== running.length)
    say('I1: two running runs of one thread')
  const isLocal = ({ threadId, kind }: (typeof running)[number]): boolean =>
    play.limits.runs > 1 && kind === 'heartbeat' && play.s.store.threads.get(threadId)?.agent.kind === 'local'
  const shared = running.filter((r) => !isLocal(r))
  const now = {
    runs: shared.length,
    heartbeats: shared.filter((r) => r.kind === 'heartbeat').length,
    local: running.length - shared.length,
  }
  const { limits, before } = play
  play.before = { ...now, limits }
  // A lowered limit ends nothing that runs already: only a rise above it breaks the promise.
  if (before.limits !== limits) return
  if (now.runs > limits.runs && now.runs > before.runs) say(`I2: ${now.runs} runs of ${limits.runs}`)
  if (now.heartbeats > limits.heartbeats && now.heartbeats > before.heartbeats)
    say(`I2: ${now.heartbeats} heartbeats of ${limits.heartbeats}`)
  if (now.local > limits.heartbeats && now.local > before.local)
    say(`I2: ${now.local} heartbeats of local checks of ${limits.heartbeats}`)
}

function checkQueue({ s, threads }: Play, say: Say): void {
  const waiting = s.store.queue.waiting()
  for (const id of threads)
    if (waiting.filter((i) => i.threadId === id && i.kind === 'heartbeat').length > 1)
      say('I4: two waiting heartbeats')
  for (const item of waiting)
    if (new Set(item.reasons).size !== item.reasons.length) say('I4: a reason twice')
  // I3: nothing eligible waits while there is room.
  const holdOf = s.engine.holds()
  const free = waiting.filter((item) => holdOf(item) === null)
  if (free.length > 0) say(`I3: ${free.length} items could run and do not`)
}

function checkMessages({ s, accepted }: Play, say: Say): void {
  for (const item of accepted.keys()) {
    const run = s.store.runs.ofItem(item)
    if (run === null && !s.store.queue.isWaiting(item)) say(`I6: ${accepted.get(item)!} is lost`)
    if (run !== null && s.store.queue.isWaiting(item)) say(`I6: ${accepted.get(item)!} waits although it ran`)
  }
}

function checkOutcomes({ outcomes }: Play, runs: readonly Run[], say: Say): void {
  for (const run of runs) {
    const earlier = outcomes.get(run.id)
    if (earlier !== undefined && earlier !== run.outcome)
      say(`an outcome changed from ${earlier} to ${run.outcome}`)
    if (run.outcome !== null) outcomes.set(run.id, run.outcome)
  }
}

function checkSlots({ s, threads }: Play, runs: readonly Run[], say: Say): void {
  for (const id of threads) {
    const slots = s.store.runs.slots(id, 500)
    if (new Set(slots.map((x) => x.dueAt)).size !== slots.length) say('I5: a slot twice')
    if (slots.some((x) => x.runId === null && x.outcome === 'missed' && x.cause === null))
      say('I5: a slot without a fate')
    const thread = s.store.threads.get(id)!
    if (thread.nextDueAt === null) say('I5: a thread that is on has no next due time')
    const beats = runs.filter((r) => r.threadId === id && r.kind === 'heartbeat')
    checkBars(s, id, beats, say)
  }
}

/** Each beat has a bar, and the newest one that ended is the one that the state tells of. */
function checkBars(s: Play['s'], id: ThreadId, beats: readonly Run[], say: Say): void {
  const bars = s.store.runs.beats(id, 500)
  const newest = bars.filter(({ runId, outcome }) => runId !== null && outcome !== 'running').at(-1)
  const { last, strip } = s.store.threads.facts(id)
  if ((newest?.runId ?? null) !== (last?.id ?? null))
    say(`the newest bar is of ${newest?.runId}, the state of ${last?.id}`)
  if (strip.outcome.at(-1) !== bars.at(-1)?.outcome)
    say(`the newest bar of the row is ${strip.outcome.at(-1)}, of the page ${bars.at(-1)?.outcome}`)
  const drawn = new Set(bars.map((bar) => bar.runId))
  const lost = beats.filter((r) => r.skipReason !== 'cancelled' && !drawn.has(r.id))
  if (bars.length < 500 && lost.length > 0) say(`${lost[0]!.id} has no bar`)
}

function checkAlerts({ s }: Play, say: Say): void {
  const running = s.store.runs.running()
  const isReminder = ({ title }: { readonly title: string }): boolean => title.endsWith(' is still urgent')
  const told = s.notices.flatMap((n) => (n.alertId === null || isReminder(n) ? [] : [n.alertId]))
  if (new Set(told).size !== told.length) say('I8: an alert was told twice')
  if (s.store.alerts.undelivered().length > 0 && running.length === 0 && s.notifierFault === null)
    say('I8: a raised alert was neither told nor suppressed')
}

/** How a run ends that used up what it was told. */
const CONSUMES: ReadonlySet<string> = new Set(['quiet', 'alert', 'urgent', 'unproven', 'blocked'])

/**
 * I7: what was accepted waits, is shown by a run that is on, was used up by one that ended well, or
 * counts as dropped.
 */
function checkFacts({ s, threads, facts, dropped }: Play, say: Say, ended: ReadonlyMap<RunId, Run>): void {
  const running = new Set(s.store.runs.running().map((r) => r.id))
  for (const id of threads) {
    const rows = new Map(eventsOf(s, id).map((e) => [e.id, e]))
    for (const [eventId, fact] of facts) {
      if (fact.threadId !== id) continue
      const row = rows.get(eventId)
      const good = [...fact.runs].filter((r) => !running.has(r) && CONSUMES.has(ended.get(r)?.outcome ?? ''))
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
    if ([...rows.values()].filter((e) => e.state === 'waiting').length > 20) say('I7: more than twenty wait')
  }
}

function checkJobs({ s, jobs }: Play, say: Say): void {
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

function checkTokens({ s }: Play, say: Say): void {
  const running = s.store.runs.running()
  const strange = s.openRuns().filter((id) => !running.some((r) => r.id === id))
  if (strange.length > 0) say(`I11: ${strange.length} tokens outlive their run`)
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
