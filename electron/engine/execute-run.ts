import type { Refusal } from '../../shared/agent-turn.ts'
import { normaliseAlert } from '../../shared/alert-news.ts'
import { evidenceOf } from '../../shared/evidence.ts'
import { faultSentence, type Fault } from '../../shared/faults.ts'
import { changedSince, classesNeeded, playbookPrint, type GateMark } from '../../shared/gate.ts'
import { parse, type HeartbeatDoc } from '../../shared/heartbeat-doc.ts'
import { applyEdit } from '../../shared/heartbeat-edit.ts'
import { goneKeys, judgeMessage, judgeRun, workKey, type Verdict } from '../../shared/judge.ts'
import { planBeat, type BeatPlan } from '../../shared/plan.ts'
import { advicePrompt, heartbeatPrompt, messagePrompt } from '../../shared/prompt.ts'
import { readReply } from '../../shared/reply.ts'
import type { Attachment, SkipReason, TaskResult } from '../../shared/run.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Thread } from '../../shared/thread.ts'
import { highest, type Tier } from '../../shared/tier.ts'
import { DAY, formatLocal, MINUTE, type Instant } from '../../shared/time.ts'
import { SKIP_WORD } from '../../shared/words.ts'
import { illegalWorkMoves } from '../../shared/work-check.ts'
import { isPerson, isThreadNumber, liveSession, prepareTurn, resumesSession, type PreparedTurn } from './agent-turn.ts'
import type { Budget } from './budget.ts'
import type { Documents } from './documents.ts'
import { editHeartbeat } from './edit-heartbeat.ts'
import { finishRun } from './finish-run.ts'
import type { AgentResult, AgentSpec, Ports } from './ports.ts'
import { closingEdits, openingEdits, paceOf, readOrCreate, settleInterruptedWork, workableItems, zoneOf } from './run-edits.ts'
import type { ClaimedRun, Ending, Store, StoredSession } from './store-port.ts'

export interface RunContext {
  readonly ports: Ports
  readonly store: Store
  readonly settings: Settings
  readonly documents: Documents
  readonly budget: Budget
  /** The person's own variables, for what they say of an account. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress: AgentSpec['onProgress']
  /** What must be let go of when the run is over, however it ended. */
  readonly cleanup: (() => void)[]
  /** How the runner's own call ended, for what concerns all of its threads. */
  readonly onResult: (thread: Thread, result: AgentResult) => void
}

type Finish = (ending: Partial<Ending> & Pick<Ending, 'outcome' | 'summary'>) => void

/** One run as a pipeline: gather → plan → gates → call the runner → judge → record → mirror. Always ends in exactly one finishRun. */
export async function executeRun(run: ClaimedRun, context: RunContext, signal: AbortSignal): Promise<void> {
  const thread = context.store.thread(run.threadId)
  if (thread === null) return // removed between claim and start: its rows went with it
  const startedMs = context.ports.clock.monotonicMs()
  const finish: Finish = (ending) => finishRun(run, thread, context, ending, context.ports.clock.monotonicMs() - startedMs)
  if (thread.trustedAt === null) return finish({ outcome: 'blocked', summary: 'Not trusted yet: nothing of this repository is read or run.' })
  const identified = await context.ports.repositories.identify(thread.repoPath)
  if (!identified.ok) return finish(broken(identified.error))
  // Trust was given to a folder, not to whatever a link put in its place.
  if (identified.value.realPath !== thread.repoPath) return finish({ outcome: 'blocked', summary: `The folder now leads to ${identified.value.realPath}, which nobody trusted. Locate the repository again.` })
  try {
    await (run.kind === 'message' ? workMessage(run, thread, context, finish, signal) : workHeartbeat(run, thread, context, finish, signal))
  } finally {
    for (const end of context.cleanup) end()
  }
}

async function workHeartbeat(run: ClaimedRun, thread: Thread, context: RunContext, finish: Finish, signal: AbortSignal): Promise<void> {
  const { ports, store, settings, documents } = context
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  if (!tracked.ok) return finish(broken(tracked.error))
  const file = await readOrCreate(thread, tracked.value, context)
  if (!file.ok) return finish(broken(file.error))
  const settled = await settleInterruptedWork(run, thread, file.value, tracked.value, ports)
  if (!settled.ok) return finish(broken(settled.error))
  if (signal.aborted) return finish(stopped)

  const doc = parse(settled.value.text)
  documents.note(thread.id, doc, tracked.value)
  const openKeys = store.factsOf(thread.id).alerts.map((a) => a.key).filter((k) => k !== null)
  const runner = thread.agent.kind === 'local' ? 'local' : 'agent'
  const workable = tracked.value ? new Set<string>() : await workableItems(thread, doc, ports, store)
  const scheduled = run.reasons.every((r) => r === 'interval' || r === 'catch-up' || r === 'recovery' || r === 'added')
  const planned = planBeat({
    doc, tracked: tracked.value, askedTier: run.askedTier, withDue: run.withDue, tiers: thread.tiers, pace: paceOf(thread, ports), runner,
    scheduled: scheduled && !run.reasons.includes('added'), workPerBeat: settings.workPerBeat, canWork: (item) => workable.has(item.id), now: run.startedAt,
  })
  if ('refuse' in planned) {
    ports.log('warn', 'doc.malformed', { threadId: thread.id, runId: run.id })
    return finish({ outcome: 'alert', summary: planned.refuse, raised: [{ key: 'doc', severity: 'warning', text: planned.refuse }], cleared: ['broken'] })
  }
  if ('skip' in planned) return finish({ ...skipped(planned.skip, planned.tiers), cleared: ['broken', 'doc', ...goneKeys(openKeys, doc)] })

  const plan = planned.run
  const gate = await gateOf(run, thread, plan, doc, scheduled, context)
  if (gate.unchangedSince !== null) {
    finish({
      outcome: 'unchanged', summary: `Nothing changed since ${formatLocal(gate.unchangedSince, zoneOf(thread, ports))}, so no agent was started.`,
      tiers: plan.tiers, stamps: plan.tiers, cleared: ['broken', 'doc', ...goneKeys(openKeys, doc)],
    })
    return mirror(run, thread, plan.tiers.map((tier) => ({ do: 'stamp', tier, at: run.startedAt, timeZone: zoneOf(thread, ports) })), plan.tiers, context)
  }
  const session = liveSession(thread, context, run.startedAt)
  const refused = startObjection(run, thread, session, context)
  if (refused !== null) return finish({ ...skipped(refused.reason, plan.tiers), summary: refused.summary })

  const turn = runner === 'local' ? null : await prepareTurn(run, thread, { kind: highest(plan.tiers), tracked: tracked.value, session, usdLeft: usdLeftOf(run, thread, context) }, context)
  // Without its tools an agent can neither report nor tick a look-only list: it would be paid for nothing.
  if (thread.agent.kind === 'cli' && turn?.fault != null) return finish({ ...broken(turn.fault), tiers: plan.tiers })
  const before = await editHeartbeat(ports.files, thread.repoPath, tracked.value ? [] : openingEdits(run, plan, thread, ports))
  if (!before.ok) return finish({ ...broken(before.error), tiers: plan.tiers })
  const lastReport = runner === 'local' ? null : store.lastReport(thread.id, run.startedAt - REPORT_KEPT_MS)
  const spec = heartbeatSpec(run, thread, plan, doc, tracked.value, turn, lastReport?.told === false ? lastReport : null, context)
  const result = await ports.agents.run(spec, signal)
  const collected = turn?.close() ?? null
  context.onResult(thread, result)
  // The runner has forgotten it: as if none were stored, and a beat begins none.
  if (result.fault?.code === 'agent.no_session') {
    finish({ ...skipped('no_session', plan.tiers), session: null, output: result.output, turn: result.turn })
    const back = { do: 'moveWork', by: 'engine', putBack: true, to: 'pending', at: ports.clock.now(), timeZone: zoneOf(thread, ports), note: 'put back: the beat had no session to go on with' } as const
    return tracked.value ? undefined : mirror(run, thread, plan.work.map((w) => ({ ...back, id: w.id })), [], context)
  }
  const after = await ports.files.read(thread.repoPath)
  const afterDoc = after.ok ? parse(after.value.text) : doc
  store.learnNotes(thread.id, notesOf(afterDoc), ports.clock.now())
  const touched = await touchedBy(turn, thread, ports)
  const undecided = undecidedOf(result, turn)

  const tasks = turn === null ? result.tasks : evidenceOf({
    tasks: spec.tasks, turn: result.turn, report: collected?.report ?? null,
    ticked: new Set(tracked.value ? [] : afterDoc.tasks.filter((t) => t.ticked).map((t) => t.key)), work: new Map(afterDoc.work.map((w) => [w.id, w.state])),
  })
  const verdict = judgeRun({
    runner, result: { ...result, tasks }, tiers: plan.tiers, doc: afterDoc, openKeys, ackMaxChars: settings.ackMaxChars,
    report: collected?.report ?? null, turn: result.turn, refused: undecided, touched, unprovenBefore: openKeys.includes('unproven') || store.factsOf(thread.id).last?.outcome === 'unproven',
  })
  const said = newsOf(verdict, result.text, lastReport?.text ?? null)
  if (touched !== null) ports.log('warn', 'run.touched', { threadId: thread.id, runId: run.id })
  finish({
    ...verdict, tiers: plan.tiers, tasks: foldWaiting(tasks), output: result.output, exitCode: result.exitCode, glance: result.glance, reply: result.text, news: said, knowledge: said,
    turn: result.turn, report: collected?.report ?? null, touched, refused: undecided, usedRules: turn === null ? [] : usedRulesOf(turn, result), attachments: await attachmentsOf(collected?.report?.attachments ?? [], thread, ports),
    proven: gate.mark !== null && PROVES.includes(verdict.outcome) && tasks.every((t) => t.status === 'passed' || t.status === 'finding') ? Object.fromEntries(plan.tiers.map((t) => [t, { ...gate.mark!, quiet: verdict.outcome === 'quiet' }])) : {},
    session: beatSession(thread, turn, result, run.startedAt),
  })
  if (lastReport !== null && !lastReport.told && verdict.stamps.length > 0) store.noteReportTold(thread.id, lastReport.runId)
  if (tracked.value) return
  const putBack = turn === null ? [] : illegalWorkMoves(parse(before.value.text), afterDoc, collected?.moves ?? [], { at: ports.clock.now(), timeZone: zoneOf(thread, ports) })
  const put = putBack.reduce((d, edit) => {
    const applied = applyEdit(d, edit)
    return applied.ok ? applied.value : d
  }, afterDoc)
  await mirror(run, thread, [...putBack, ...closingEdits(run, plan, { ...result, tasks }, verdict, put, thread, ports)], verdict.stamps, context)
}

async function workMessage(run: ClaimedRun, thread: Thread, context: RunContext, finish: Finish, signal: AbortSignal): Promise<void> {
  const { ports, store, settings } = context
  const text = run.message ?? ''
  const isAdvice = isThreadNumber(run.sender)
  const isOwn = isPerson(run.sender)
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  const stored = !isOwn ? null : liveSession(thread, context, run.startedAt)
  let ending = await answer(stored)
  // The runner no longer knows the session: the message is answered all the same, once, in a fresh one.
  if (ending.fault?.code === 'agent.no_session' && stored !== null && !signal.aborted) ending = await answer(null)
  finish(ending)

  async function answer(session: StoredSession | null): Promise<Parameters<Finish>[0]> {
    const turn = await prepareTurn(run, thread, { kind: 'message', tracked: tracked.ok && tracked.value, session, usdLeft: !isOwn ? usdLeftOf(run, thread, context) : null }, context)
    const sender = isAdvice ? store.threads().find((t) => String(t.number) === run.sender) : undefined
    const prompt = isAdvice ? advicePrompt(text, { number: run.sender ?? '', name: sender?.name ?? 'removed' }, thread.role) : messagePrompt(text, thread.role, session !== null)
    store.planRun(run.id, [], prompt, turn.start)
    const result = await ports.agents.run(
      {
        runId: run.id, marker: run.marker, repoPath: thread.repoPath, agent: thread.agent, prompt, tasks: [], flags: [], approved: () => false, ...turn.spec,
        deadlineMs: settings.dailyLimitMs, taskTimeoutMs: settings.dailyLimitMs, onProgress: context.onProgress, onProcess: () => {},
      },
      signal,
    )
    const collected = turn.close()
    context.onResult(thread, result)
    const touched = await touchedBy(turn, thread, ports)
    const undecided = undecidedOf(result, turn)
    const kept = resumesSession(thread) && isOwn && result.turn?.sessionId != null
      ? { runner: turn.start.runner, id: result.turn.sessionId, lastActivityAt: ports.clock.now(), totals: result.turn.totals, resumed: session?.id ?? null } : result.fault?.code === 'agent.no_session' ? null : 'keep' as const
    const facts = {
      output: result.output, exitCode: result.exitCode, prompt, reply: result.text, turn: result.turn, report: collected.report, touched, refused: undecided, session: kept,
      usedRules: usedRulesOf(turn, result), attachments: await attachmentsOf(collected.report?.attachments ?? [], thread, ports),
    }
    const verdict = judgeMessage({ result, report: collected.report, turn: result.turn, refused: undecided, touched })
    return { ...facts, ...verdict, knowledge: result.status === 'completed' && result.text.trim() !== '' ? result.text : null }
  }
}

// ── Gates before an agent starts ─────────────────────────────────────────────────────────────────────────────────────────

interface Gate {
  /** When everything was last seen as it is now; null: the runner must look. */
  readonly unchangedSince: Instant | null
  /** What stands behind the tasks now, for the run that looks at them; null: not asked. */
  readonly mark: Omit<GateMark, 'quiet'> | null
}

/** Whether anything a due task depends on has changed; only a beat that nobody asked for may be saved. */
async function gateOf(run: ClaimedRun, thread: Thread, plan: BeatPlan, doc: HeartbeatDoc, scheduled: boolean, { ports, store }: RunContext): Promise<Gate> {
  if (thread.agent.kind === 'local' || thread.gate === 'always' || (plan.tasks.length === 0 && doc.flags.length === 0) || doc.loose) return { unchangedSince: null, mark: null }
  // The remote is asked as often as the tasks that need it are due.
  const prints = await ports.repositories.prints(thread.repoPath, classesNeeded(plan.tasks), true)
  const playbook = playbookPrint(doc)
  const marks = store.gateMarks(thread.id)
  const because = changedSince({ tasks: plan.tasks, tiers: plan.tiers, marks, prints, playbook, now: run.startedAt })
  const since = Math.min(...plan.tiers.map((t) => marks[t]?.provenAt ?? 0))
  // Putting (never) back by hand asks for the tier.
  const asked = plan.tiers.some((t) => doc.stamps[t].never && thread.tiers[t].mirrored)
  const free = scheduled && !asked && plan.work.length === 0
  return { unchangedSince: free && because === null ? since : null, mark: { prints, playbook, provenAt: run.startedAt } }
}

/** What a person asked for runs on: the window and the command line have asked them about the budget before. */
function startObjection(run: ClaimedRun, thread: Thread, session: StoredSession | null, { budget, settings }: RunContext): { readonly reason: SkipReason; readonly summary: string } | null {
  if (thread.agent.kind === 'local' || run.reasons.includes('manual')) return null
  const objection = budget.objection(thread, run.reasons.includes('urgent'), settings)
  if (objection !== null) return { reason: 'over_budget', summary: `Skipped: ${objection}.` }
  if (resumesSession(thread) && session === null) return { reason: 'no_session', summary: 'Skipped: no session to go on with. A message begins one.' }
  return null
}

const usdLeftOf = (run: ClaimedRun, thread: Thread, { budget, settings }: RunContext): number | null =>
  run.reasons.includes('manual') ? null : budget.allowance(thread, run.reasons.includes('urgent'), settings).usdLeft

// ── What a run leaves ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Runs whose view of the repository stands until something changes. */
const PROVES: readonly Verdict['outcome'][] = ['quiet', 'alert', 'urgent']
/** How long a report is worth carrying into a later prompt. */
const REPORT_KEPT_MS = 7 * DAY

async function touchedBy(turn: PreparedTurn | null, thread: Thread, ports: Ports): Promise<string | null> {
  if (turn === null || turn.before === null) return null
  const after = await ports.repositories.look(thread.repoPath)
  return after.ok ? ports.repositories.difference(thread.repoPath, turn.before, after.value) : `The repository cannot be looked at any more: ${after.error.message}`
}

const undecidedOf = (result: AgentResult, turn: PreparedTurn | null): readonly Refusal[] => result.turn?.refusals.filter((r) => turn?.answered.has(r.rule) !== true) ?? []

/** A permission for one run is used up by a run whose agent did start. */
const usedRulesOf = (turn: PreparedTurn, result: AgentResult): readonly string[] => (result.turn !== null && (result.turn.sessionId !== null || result.turn.callCount > 0) ? turn.once : [])

/** What is worth telling of a beat: its words, or what it raised; null when the last report said the same. */
function newsOf(verdict: Verdict, reply: string, last: string | null): string | null {
  if (verdict.raised.length === 0) return null
  const read = readReply(reply, 'heartbeat', 0)
  const text = read.shouldSkip ? verdict.raised.map((r) => r.text).join('\n') : read.text
  return last !== null && normaliseAlert(last) === normaliseAlert(text) ? null : text
}

/** A beat goes on with a session without keeping it alive: its last activity stays that of the person. */
function beatSession(thread: Thread, turn: PreparedTurn | null, result: AgentResult, now: Instant): Ending['session'] {
  if (turn === null || !resumesSession(thread)) return 'keep'
  const id = result.turn?.sessionId ?? null
  return id === null ? 'keep' : { runner: turn.start.runner, id, lastActivityAt: turn.session?.lastActivityAt ?? now, totals: result.turn?.totals ?? null, resumed: turn.session?.id ?? null }
}

async function attachmentsOf(paths: readonly string[], thread: Thread, ports: Ports): Promise<readonly Attachment[]> {
  const found = await Promise.all(paths.map(async (path) => ({ name: path.split(/[\\/]/).at(-1) ?? path, mime: mimeOf(path), file: await ports.repositories.attachment(thread.repoPath, path) })))
  return found.flatMap(({ name, mime, file }) => (file === null ? [] : [{ name, mime, path: file.path, bytes: file.bytes }]))
}

const MIME: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', svg: 'image/svg+xml', txt: 'text/plain', md: 'text/markdown', json: 'application/json', pdf: 'application/pdf' }
const mimeOf = (path: string): string => MIME[/\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'

/** Writes stamps, ticks and settled work into the file, if it is still the app's to write. */
async function mirror(run: ClaimedRun, thread: Thread, edits: Parameters<typeof editHeartbeat>[2], stamps: readonly Tier[], { ports, store, documents }: RunContext): Promise<void> {
  // A person may have removed the thread, taken the trust back or put the file under git while the run went on.
  const now = store.thread(thread.id)
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  if (now === null || now.trustedAt === null || !tracked.ok || tracked.value) return
  const mirrored = await editHeartbeat(ports.files, thread.repoPath, edits)
  if (!mirrored.ok) return ports.log('warn', 'file.conflicted', { threadId: thread.id, runId: run.id, code: mirrored.error.code })
  store.noteMirrored(thread.id, stamps)
  documents.note(thread.id, parse(mirrored.value.text), false)
}

const notesOf = (doc: HeartbeatDoc): string => (doc.sections.notes === null ? '' : doc.lines.slice(doc.sections.notes.from, doc.sections.notes.to).join('').trim())

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

function heartbeatSpec(
  run: ClaimedRun, thread: Thread, plan: BeatPlan, doc: HeartbeatDoc, tracked: boolean, turn: PreparedTurn | null,
  lastReport: { readonly at: Instant; readonly text: string } | null, { ports, store, settings, onProgress }: RunContext,
): AgentSpec {
  const tier = highest(plan.tiers)
  const limits: Record<Tier, number> = { quick: settings.quickLimitMs, hourly: settings.hourlyLimitMs, daily: settings.dailyLimitMs }
  const prompt = turn === null ? null : heartbeatPrompt({
    threadNumber: thread.number, threadName: thread.name, repoPath: thread.repoPath, tiers: plan.tiers, work: plan.work, tracked,
    now: run.startedAt, timeZone: zoneOf(thread, ports), tools: turn.spec.tools !== null, lookOnly: turn.profile === 'look', lastReport,
    openReports: store.factsOf(thread.id).alerts.flatMap((a) => (a.key?.startsWith('report:') === true ? [{ key: a.key.slice('report:'.length), text: a.text }] : [])),
  })
  store.planRun(run.id, plan.tiers, prompt, turn?.start ?? null)
  const total = plan.tasks.length
  ports.log('debug', 'run.planned', { threadId: thread.id, runId: run.id, tiers: plan.tiers, tasks: total, argv: thread.agent.kind === 'command' ? thread.agent.argv : thread.agent.kind })
  return {
    runId: run.id, marker: run.marker, repoPath: thread.repoPath, agent: thread.agent, prompt, turn: turn?.spec.turn ?? null, tools: turn?.spec.tools ?? null,
    tasks: [...plan.tasks, ...plan.work.map((w) => ({ key: workKey(w), tier, text: w.title }))],
    flags: doc.flags.map((f) => f.text),
    // Asked at the moment of use: an approval or the trust may have been taken back since the run began.
    approved: (command) => store.thread(thread.id)?.trustedAt != null && store.approvals(thread.id).has(command.hash),
    deadlineMs: limits[tier], taskTimeoutMs: Math.min(limits[tier], 5 * MINUTE), onProgress: (p) => onProgress(p.total === 0 ? { ...p, total } : p), onProcess: () => {},
  }
}

const stopped = { outcome: 'stopped' as const, summary: 'Stopped before it ended.' }
const broken = (error: Fault): Pick<Ending, 'outcome' | 'fault' | 'summary'> => ({ outcome: 'broken', fault: error, summary: faultSentence(error) })

const skipped = (reason: SkipReason, tiers: readonly Tier[]): Pick<Ending, 'outcome' | 'skipReason' | 'summary' | 'tiers'> => ({
  outcome: 'skipped', skipReason: reason, summary: `Skipped: ${SKIP_WORD[reason]}.`, tiers,
})
