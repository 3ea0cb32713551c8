import { runnerName } from '../../shared/agent-config.ts'
import type { RaisedAlert } from '../../shared/alert.ts'
import { fault, faultSentence, type Fault } from '../../shared/faults.ts'
import { parse, type HeartbeatDoc, type WorkItem } from '../../shared/heartbeat-doc.ts'
import type { HeartbeatEdit } from '../../shared/heartbeat-edit.ts'
import { seedText } from '../../shared/heartbeat-template.ts'
import { goneKeys, judgeRun, workKey, type Verdict } from '../../shared/judge.ts'
import { planBeat, type BeatPlan } from '../../shared/plan.ts'
import { heartbeatPrompt, messagePrompt } from '../../shared/prompt.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { RunOutcome, SkipReason, TaskResult } from '../../shared/run.ts'
import { backoffMs, FAILURES_BEFORE_BACKOFF, FAILURES_BEFORE_NOTICE, FAILURES_BEFORE_PAUSE, planNext } from '../../shared/schedule.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Pause, Thread } from '../../shared/thread.ts'
import { highest, type Pace, type Tier } from '../../shared/tier.ts'
import { MINUTE, type Instant } from '../../shared/time.ts'
import { SKIP_WORD } from '../../shared/words.ts'
import { editHeartbeat } from './edit-heartbeat.ts'
import type { AgentResult, AgentSpec, HeartbeatText, Ports } from './ports.ts'
import type { ClaimedRun, Ending, Store } from './store-port.ts'

export interface RunContext {
  readonly ports: Ports
  readonly store: Store
  readonly settings: Settings
  readonly onProgress: AgentSpec['onProgress']
  /** The text that stands in the file after the run, for what the window shows of it. */
  readonly onDoc: (threadId: Thread['id'], doc: HeartbeatDoc, tracked: boolean) => void
}

/** One run as a pipeline: gather → plan → call the runner → judge → record → mirror. Always ends in exactly one finishRun. */
export async function executeRun(run: ClaimedRun, context: RunContext, signal: AbortSignal): Promise<void> {
  const thread = context.store.thread(run.threadId)
  if (thread === null) return // removed between claim and start: its rows went with it
  const startedMs = context.ports.clock.monotonicMs()
  const finish = (ending: Partial<Ending> & Pick<Ending, 'outcome' | 'summary'>): void => finishRun(run, thread, context, ending, context.ports.clock.monotonicMs() - startedMs)
  if (thread.trustedAt === null)
    return finish({ outcome: 'blocked', summary: 'Not trusted yet: nothing of this repository is read or run.' })
  return run.kind === 'message' ? workMessage(run, thread, context, finish, signal) : workHeartbeat(run, thread, context, finish, signal)
}

type Finish = (ending: Partial<Ending> & Pick<Ending, 'outcome' | 'summary'>) => void

async function workHeartbeat(run: ClaimedRun, thread: Thread, context: RunContext, finish: Finish, signal: AbortSignal): Promise<void> {
  const { ports, store, settings } = context
  const identified = await ports.repositories.identify(thread.repoPath)
  if (!identified.ok) return finish(broken(identified.error))
  // Trust was given to a folder, not to whatever a link put in its place.
  if (identified.value.realPath !== thread.repoPath) return finish({ outcome: 'blocked', summary: `The folder now leads to ${identified.value.realPath}, which nobody trusted. Locate the repository again.` })
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  if (!tracked.ok) return finish(broken(tracked.error))
  const file = await readOrCreate(thread, tracked.value, context)
  if (!file.ok) return finish(broken(file.error))
  const settled = await settleInterruptedWork(run, thread, file.value, tracked.value, ports)
  if (!settled.ok) return finish(broken(settled.error))
  if (signal.aborted) return finish(stopped)

  const doc = parse(settled.value.text)
  context.onDoc(thread.id, doc, tracked.value)
  const openKeys = store.factsOf(thread.id).alerts.map((a) => a.key).filter((k) => k !== null)
  const runner = thread.agent.kind === 'local' ? 'local' : 'agent'
  const workable = tracked.value ? new Set<string>() : await workableItems(thread, doc, ports, store)
  const planned = planBeat({
    doc, tracked: tracked.value, askedTier: run.askedTier, withDue: run.withDue, tiers: thread.tiers, pace: paceOf(thread, ports), runner,
    scheduled: run.reasons.every((r) => r === 'interval' || r === 'catch-up' || r === 'recovery'),
    workPerBeat: settings.workPerBeat, canWork: (item) => workable.has(item.id), now: run.startedAt,
  })
  if ('refuse' in planned) ports.log('warn', 'doc.malformed', { threadId: thread.id, runId: run.id })
  if ('refuse' in planned) return finish({ outcome: 'alert', summary: planned.refuse, raised: [{ key: 'doc', severity: 'warning', text: planned.refuse }], cleared: ['broken'] })
  if ('skip' in planned) return finish({ ...skipped(planned.skip, planned.tiers), cleared: ['broken', 'doc', ...goneKeys(openKeys, doc)] })

  const plan = planned.run
  const before = await editHeartbeat(ports.files, thread.repoPath, tracked.value ? [] : openingEdits(run, plan, thread, ports))
  if (!before.ok) return finish({ ...broken(before.error), tiers: plan.tiers })
  const result = await ports.agents.run(specOf(run, thread, plan, doc, tracked.value, context), signal)
  const after = await ports.files.read(thread.repoPath)
  const afterDoc = after.ok ? parse(after.value.text) : doc

  const verdict = judgeRun({ runner, result, tiers: plan.tiers, doc: afterDoc, openKeys, ackMaxChars: settings.ackMaxChars })
  finish({ ...verdict, tiers: plan.tiers, tasks: foldWaiting(result.tasks), output: result.output, exitCode: result.exitCode, glance: result.glance })

  // A person may have removed the thread, taken the trust back or put the file under git while the run went on.
  const now = store.thread(thread.id)
  const trackedNow = await ports.repositories.isTracked(thread.repoPath)
  if (now === null || now.trustedAt === null || !trackedNow.ok || trackedNow.value) return
  const mirrored = await editHeartbeat(ports.files, thread.repoPath, closingEdits(run, plan, result, verdict, afterDoc, thread, ports))
  if (!mirrored.ok) return ports.log('warn', 'file.conflicted', { threadId: thread.id, runId: run.id, code: mirrored.error.code })
  store.noteMirrored(thread.id, verdict.stamps)
  context.onDoc(thread.id, parse(mirrored.value.text), false)
}

async function workMessage(run: ClaimedRun, thread: Thread, context: RunContext, finish: Finish, signal: AbortSignal): Promise<void> {
  const { ports, settings } = context
  const prompt = messagePrompt(run.message ?? '', thread.role)
  const result = await ports.agents.run(
    {
      runId: run.id, marker: run.marker, repoPath: thread.repoPath, agent: thread.agent, prompt, tasks: [], flags: [], approved: () => false,
      deadlineMs: settings.dailyLimitMs, taskTimeoutMs: settings.dailyLimitMs, onProgress: context.onProgress, onProcess: () => {},
    },
    signal,
  )
  if (result.status === 'stopped') return finish({ ...stopped, output: result.output })
  if (result.status === 'failed') return finish({ ...broken(result.fault ?? fault('bug', 'the runner failed without a reason')), output: result.output, exitCode: result.exitCode })
  finish({ outcome: 'quiet', summary: result.text.split('\n', 1)[0]!.slice(0, 200) || 'Answered without a word.', output: result.output, prompt, exitCode: result.exitCode })
}

/** HEARTBEAT.md as it stands; a missing one is written from the template and excluded, an existing one never overwritten. */
async function readOrCreate(thread: Thread, tracked: boolean, { ports }: RunContext): Promise<Result<HeartbeatText, Fault>> {
  const read = await ports.files.read(thread.repoPath)
  if (read.ok && !tracked) {
    // A file that somebody else wrote must not show up in git status either; without the line the beat goes on all the same.
    const excluded = await ports.repositories.exclude(thread.repoPath)
    if (!excluded.ok) ports.log('warn', 'exclude.failed', { threadId: thread.id, code: excluded.error.code })
  }
  if (read.ok || read.error.code !== 'file.missing') return read
  if (tracked) return err(fault('file.missing', `HEARTBEAT.md of "${thread.name}" is tracked by git but missing from the folder; it is not written over`))
  const text = await templateFor(thread, ports)
  if (!text.ok) return text
  const excluded = await ports.repositories.exclude(thread.repoPath)
  if (!excluded.ok) return err(fault('file.write_failed', `HEARTBEAT.md was not created, because it would show up in git status: ${excluded.error.message}`))
  const written = await ports.files.write(thread.repoPath, text.value, null)
  if (written.ok) return ok({ text: text.value, version: written.value, encoding: 'utf-8' })
  // Somebody else created it in the same moment: theirs counts.
  return written.error.code === 'file.conflict' ? ports.files.read(thread.repoPath) : written
}

export async function templateFor(thread: Thread, ports: Ports): Promise<Result<string, Fault>> {
  const facts = await ports.repositories.facts(thread.repoPath)
  if (!facts.ok) return facts
  const { defaultBranch, remote, hasGh, bare } = facts.value
  return ok(seedText({ defaultBranch, remote, hasGh, bare, threadName: thread.name, masterNumber: null }))
}

// ── Edits around a run ───────────────────────────────────────────────────────────────────────────────────────────────────

/** One run of a thread at a time: what is in progress before a run has begun was left by a crash. */
async function settleInterruptedWork(run: ClaimedRun, thread: Thread, file: HeartbeatText, tracked: boolean, ports: Ports): Promise<Result<HeartbeatText, Fault>> {
  const stale = tracked ? [] : parse(file.text).work.filter((w) => w.state === 'in-progress')
  if (stale.length === 0) return ok(file)
  return editHeartbeat(ports.files, thread.repoPath, stale.flatMap((item) => failWork(item, 'interrupted', run.startedAt, thread, ports)))
}

/** A failed item goes back to pending by itself only while an explicit `attempts left` says so. */
function failWork(item: WorkItem, note: string, at: Instant, thread: Thread, ports: Ports): readonly HeartbeatEdit[] {
  const move = { do: 'moveWork' as const, by: 'engine' as const, at, timeZone: zoneOf(thread, ports), id: item.id }
  return [{ ...move, to: 'failed', note }, ...((item.attemptsLeft ?? 0) > 0 ? [{ ...move, to: 'pending' as const }] : [])]
}

/** Pending items this thread's runner can take: an agent any, local checks those whose title is an approved command. */
async function workableItems(thread: Thread, doc: HeartbeatDoc, ports: Ports, store: Store): Promise<ReadonlySet<string>> {
  const pending = doc.work.filter((w) => w.state === 'pending')
  if (thread.agent.kind !== 'local') return new Set(pending.map((w) => w.id))
  const approved = store.approvals(thread.id)
  const workable = new Set<string>()
  for (const item of pending.slice(0, WORK_LOOKED_AT)) {
    const [command] = await ports.repositories.listCommands(thread.repoPath, [{ key: workKey(item), tier: 'quick', text: item.title }])
    if (command !== undefined && approved.has(command.hash)) workable.add(item.id)
  }
  return workable
}
const WORK_LOOKED_AT = 20

/** Before: chosen work is marked, and an agent finds its tiers unticked. */
function openingEdits(run: ClaimedRun, plan: BeatPlan, thread: Thread, ports: Ports): readonly HeartbeatEdit[] {
  const move = { do: 'moveWork' as const, by: 'engine' as const, at: run.startedAt, timeZone: zoneOf(thread, ports) }
  return [
    ...plan.work.map((w) => ({ ...move, id: w.id, to: 'in-progress' as const })),
    ...(thread.agent.kind === 'local' ? [] : plan.tiers.map((tier) => ({ do: 'untickTier' as const, tier }))),
  ]
}

/** After: ticks for what passed, unfinished work settled, and the run's start as the tiers' time. */
function closingEdits(run: ClaimedRun, plan: BeatPlan, result: AgentResult, verdict: Verdict, after: HeartbeatDoc, thread: Thread, ports: Ports): readonly HeartbeatEdit[] {
  const edits: HeartbeatEdit[] = []
  if (thread.agent.kind === 'local') {
    const passed = new Set(result.tasks.filter((t) => t.status === 'passed').map((t) => t.key))
    for (const tier of plan.tiers) edits.push({ do: 'untickTier', tier })
    for (const task of plan.tasks) if (passed.has(task.key)) edits.push({ do: 'tick', key: task.key, on: true })
  }
  for (const item of plan.work) {
    const now = after.work.find((w) => w.id === item.id)
    if (now === undefined || now.state !== 'in-progress') continue
    const done = result.tasks.find((t) => t.key === workKey(item))
    const at = ports.clock.now()
    if (done?.status === 'passed' || done?.status === 'finding')
      edits.push({ do: 'moveWork', by: 'engine', at, timeZone: zoneOf(thread, ports), id: item.id, to: done.status === 'passed' ? 'done' : 'failed', note: done.note })
    else edits.push(...failWork(item, done === undefined ? `not settled by run ${run.id}` : done.note, at, thread, ports))
  }
  for (const tier of verdict.stamps) edits.push({ do: 'stamp', tier, at: run.startedAt, timeZone: zoneOf(thread, ports) })
  return edits
}

/** A list of thousands of lines for an agent is one line in the history, not megabytes at each beat. */
const WAITING_KEPT = 200
function foldWaiting(tasks: readonly TaskResult[]): readonly TaskResult[] {
  const waiting = tasks.filter((t) => t.status === 'needs_agent')
  const first = waiting[WAITING_KEPT]
  if (first === undefined) return tasks
  const folded = new Set(waiting.slice(WAITING_KEPT))
  return [...tasks.filter((t) => !folded.has(t)), { ...first, key: 'folded', text: `and ${folded.size} more tasks that wait for an agent` }]
}

// ── Specs and endings ────────────────────────────────────────────────────────────────────────────────────────────────────

function specOf(run: ClaimedRun, thread: Thread, plan: BeatPlan, doc: HeartbeatDoc, tracked: boolean, { ports, store, settings, onProgress }: RunContext): AgentSpec {
  const tier = highest(plan.tiers)
  const limits: Record<Tier, number> = { quick: settings.quickLimitMs, hourly: settings.hourlyLimitMs, daily: settings.dailyLimitMs }
  const prompt = thread.agent.kind === 'local' ? null : heartbeatPrompt({
    threadNumber: thread.number, threadName: thread.name, repoPath: thread.repoPath, tiers: plan.tiers, work: plan.work, tracked,
    now: run.startedAt, timeZone: zoneOf(thread, ports),
  })
  store.planRun(run.id, plan.tiers, prompt)
  ports.log('debug', 'run.planned', { threadId: thread.id, runId: run.id, tiers: plan.tiers, tasks: plan.tasks.length, argv: thread.agent.kind === 'local' ? null : thread.agent.argv })
  return {
    runId: run.id, marker: run.marker, repoPath: thread.repoPath, agent: thread.agent, prompt,
    tasks: [...plan.tasks, ...plan.work.map((w) => ({ key: workKey(w), tier, text: w.title }))],
    flags: doc.flags.map((f) => f.text),
    // Asked at the moment of use: an approval or the trust may have been taken back since the run began.
    approved: (command) => store.thread(thread.id)?.trustedAt != null && store.approvals(thread.id).has(command.hash),
    deadlineMs: limits[tier], taskTimeoutMs: Math.min(limits[tier], 5 * MINUTE), onProgress, onProcess: () => {},
  }
}

export const zoneOf = (thread: Thread, ports: Pick<Ports, 'clock'>): string => thread.activeHours?.timeZone || ports.clock.timeZone
export const paceOf = (thread: Thread, ports: Pick<Ports, 'clock'>): Pace => ({ intervalMs: thread.intervalMs, dailyAt: thread.dailyAt, timeZone: zoneOf(thread, ports) })

const stopped = { outcome: 'stopped' as const, summary: 'Stopped before it ended.' }
const broken = (error: Fault): Pick<Ending, 'outcome' | 'fault' | 'summary'> => ({ outcome: 'broken', fault: error, summary: faultSentence(error) })

const skipped = (reason: SkipReason, tiers: readonly Tier[]): Pick<Ending, 'outcome' | 'skipReason' | 'summary' | 'tiers'> => ({
  outcome: 'skipped', skipReason: reason, summary: `Skipped: ${SKIP_WORD[reason]}.`, tiers,
})

/** A missing folder is told once and waits for its return, and a missing permission is for a person: neither is a failure. */
const countsAsFailure = (outcome: RunOutcome, error: Fault | null): boolean => error !== null && error.code !== 'repo.missing' && outcome !== 'blocked'
/** Of what a failed runner printed last, in its one line of the log. */
const SNIPPET_CHARS = 300
/** The checks were worked to an end, whatever they found. */
const WORKED: readonly RunOutcome[] = ['quiet', 'alert', 'urgent', 'unproven', 'unchanged']

function finishRun(run: ClaimedRun, thread: Thread, { ports, store }: RunContext, ending: Partial<Ending> & Pick<Ending, 'outcome' | 'summary'>, durationMs: number): void {
  const now = ports.clock.now()
  const current = store.thread(thread.id) ?? thread // a person may have resumed, paused or changed it since the start
  const fault = ending.fault ?? null
  const isHeartbeat = run.kind === 'heartbeat'
  const failed = isHeartbeat && countsAsFailure(ending.outcome, fault)
  const worked = isHeartbeat && fault === null && WORKED.includes(ending.outcome)
  const failures = failed ? current.failures + 1 : worked ? 0 : current.failures
  const consequence = failed ? afterFailure(current, failures, ending.summary, now) : { raised: isHeartbeat && fault !== null ? [{ key: 'broken', severity: 'warning' as const, text: ending.summary }] : [], pause: null, backOffUntil: null }
  const nextDueAt = consequence.backOffUntil === null || current.intervalMs === 0 ? 'keep' : planNext(current, consequence.backOffUntil - 1, ports.clock.timeZone).nextDueAt
  store.finishRun(
    run.id,
    {
      skipReason: null, fault: null, tiers: [], stamps: [], tasks: [], output: '', prompt: null, exitCode: null, glance: null, cleared: [],
      ...ending,
      raised: [...(ending.raised ?? []), ...consequence.raised],
      pause: current.pause === null ? consequence.pause : null, nextDueAt, backOffUntil: consequence.backOffUntil, failures, durationMs,
    },
    now,
  )
  const fields = { threadId: thread.id, runId: run.id, outcome: ending.outcome, tiers: ending.tiers, reasons: run.reasons, durationMs: Math.round(durationMs), runner: runnerName(thread.agent) }
  if (ending.outcome === 'skipped') ports.log('info', 'run.skipped', { ...fields, reason: ending.skipReason })
  else if (fault !== null) ports.log('warn', fault.code === 'agent.timed_out' ? 'run.timed_out' : 'run.failed', { ...fields, code: fault.code, snippet: (ending.output || fault.message).trim().slice(-SNIPPET_CHARS) })
  else ports.log('info', 'run.finished', fields)
  if (consequence.pause !== null) ports.log('warn', 'thread.auto_paused', { threadId: thread.id, failures })
}

interface Consequence {
  readonly raised: readonly RaisedAlert[]
  readonly pause: Pause | null
  readonly backOffUntil: Instant | null
}

/** One notice after two failures in a row, a doubling delay from the third, a pause with one alert at the fifth. */
function afterFailure(thread: Thread, failures: number, summary: string, now: Instant): Consequence {
  const alert = (text: string): readonly RaisedAlert[] => [{ key: 'broken', severity: 'warning', text }]
  if (failures >= FAILURES_BEFORE_PAUSE) {
    const reason = `${failures} beats in a row failed`
    return { raised: alert(`Paused: ${reason}. ${summary}`), pause: { reason, until: null, by: 'failures' }, backOffUntil: null }
  }
  const backOffUntil = failures >= FAILURES_BEFORE_BACKOFF ? now + backoffMs(failures, thread.intervalMs) : null
  return { raised: failures >= FAILURES_BEFORE_NOTICE ? alert(summary) : [], pause: null, backOffUntil }
}
