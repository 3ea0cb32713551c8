import { normaliseAlert } from '../../../shared/alerts/news.ts'
import { evidenceOf } from '../../../shared/runs/evidence.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { type HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { goneKeys, judgeRun, workKey, type Verdict } from '../../../shared/runs/judge.ts'
import type { BeatPlan } from '../../../shared/runs/plan.ts'
import { readReply } from '../../../shared/runs/reply.ts'
import { runnerKey } from '../../../shared/agents/presets.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { highest, type Tier } from '../../../shared/schedule/tier.ts'
import { formatLocal, MINUTE, type Instant } from '../../../shared/base/time.ts'
import { illegalWorkMoves } from '../../../shared/runs/work-check.ts'
import { callRunner } from './agent-call.ts'
import { liveSession, prepareTurn, resumesSession, usdLeftOf, type PreparedTurn } from './agent-turn.ts'
import type { Budget } from '../agents/budget.ts'
import type { Documents } from '../playbook/documents.ts'
import { applyFitting, editHeartbeat } from '../playbook/edit-heartbeat.ts'
import { broken, runEnd, skipped, STOPPED, type EndParts } from './ending.ts'
import { finishRun } from './finish-run.ts'
import { heartbeatFacts, type HeartbeatFacts } from './heartbeat-prompt.ts'
import { workJob } from '../jobs/job-run.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { workMessage } from './message-run.ts'
import { judgeTrial, lookBeforeTrial, noteTasks } from '../playbook/new-tasks.ts'
import { zoneOf } from '../schedule/pace.ts'
import type { Ports } from '../ports/ports.ts'
import type { AgentResult, AgentSpec } from '../ports/agents.ts'
import { closingEdits, openingEdits, readOrCreate, settleInterruptedWork } from '../playbook/run-edits.ts'
import { changeGate, startObjection, switchObjection, wayObjection } from './start-gates.ts'
import type { ConversationRecord } from '../ports/ending.ts'
import type { ClaimedRun, StoredSession } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

export interface RunContext {
  readonly ports: Ports
  readonly store: Store
  readonly settings: Settings
  readonly documents: Documents
  readonly budget: Budget
  readonly jobs: Jobs
  /** The app is quitting: what is stopped now was not stopped by a person. */
  readonly isEnding: () => boolean
  /** The person's own variables, for what they say of an account. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress: AgentSpec['onProgress']
  readonly onOutput: AgentSpec['onOutput']
  /** What must be let go of when the run is over, however it ended. */
  readonly cleanup: (() => void)[]
  /** How the runner's own call ended, for what concerns all of its threads. */
  readonly onResult: (thread: Thread, result: AgentResult) => void
}

/** `said`: a job's own words, for the thread's next prompt. */
export type Finish = (end: EndParts, said?: string) => void

/**
 * One run as a pipeline: gather → plan → gates → call the runner → judge → record → mirror. Always ends in
 * exactly one finishRun.
 */
export async function executeRun(run: ClaimedRun, context: RunContext, signal: AbortSignal): Promise<void> {
  const thread = context.store.threads.get(run.threadId)
  if (thread === null) return // removed between claim and start: its rows went with it
  const startedMs = context.ports.clock.monotonicMs()
  const finish: Finish = (parts, said) =>
    finishRun(run, thread, context, runEnd(parts), context.ports.clock.monotonicMs() - startedMs, said)
  if (thread.trustedAt === null)
    return finish({
      verdict: {
        outcome: 'blocked',
        summary: 'Not trusted yet: nothing of this repository is read or run.',
      },
    })
  const identified = await context.ports.repositories.identify(thread.repoPath)
  if (!identified.ok) return finish({ verdict: broken(identified.error) })
  // Trust was given to a folder, not to whatever a link put in its place.
  if (identified.value.realPath !== thread.repoPath)
    return finish({
      verdict: {
        outcome: 'blocked',
        summary:
          `The folder now leads to ${identified.value.realPath}, which nobody trusted. Locate the ` +
          'repository again.',
      },
    })
  try {
    if (run.kind === 'message') await workMessage(run, thread, context, finish, signal)
    else if (run.kind === 'job') await workJob(run, thread, context, finish, signal)
    else await workHeartbeat(run, thread, context, finish, signal)
  } finally {
    for (const end of context.cleanup) end()
  }
}

async function workHeartbeat(
  run: ClaimedRun,
  thread: Thread,
  context: RunContext,
  finish: Finish,
  signal: AbortSignal,
): Promise<void> {
  const { ports, store, settings, documents } = context
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  if (!tracked.ok) return finish({ verdict: broken(tracked.error) })
  const file = await readOrCreate(thread, tracked.value, context)
  if (!file.ok) return finish({ verdict: broken(file.error) })
  const settled = await settleInterruptedWork(run, thread, file.value, tracked.value, ports)
  if (!settled.ok) return finish({ verdict: broken(settled.error) })
  if (signal.aborted) return finish({ verdict: STOPPED })

  const doc = parse(settled.value.text)
  documents.note(thread.id, doc, tracked.value)
  const openKeys = store.threads
    .facts(thread.id)
    .alerts.map((a) => a.key)
    .filter((k) => k !== null)
  const facts = await heartbeatFacts(run, thread, doc, tracked.value, context)
  const { runner, memory, planned, lastReport } = facts
  noteTasks(thread, doc, run.startedAt, store)
  if ('refuse' in planned) {
    ports.log('warn', 'doc.malformed', { threadId: thread.id, runId: run.id })
    return finish({
      verdict: { outcome: 'alert', summary: planned.refuse },
      alerts: { raised: [{ key: 'doc', severity: 'warning', text: planned.refuse }], cleared: ['broken'] },
    })
  }
  if ('skip' in planned)
    return finish({
      verdict: skipped(planned.skip, planned.tiers, planned.because),
      alerts: { cleared: ['broken', 'doc', ...goneKeys(openKeys, doc)] },
    })

  const plan = planned.run
  const hidden = switchObjection(run, thread, context)
  if (hidden !== null) return finish({ verdict: skipped(hidden.reason, plan.tiers, hidden.summary) })
  const mustLook =
    !facts.scheduled || facts.hasFacts || plan.tasks.some((t) => t.timed.length > 0 || memory.isNew(t))
  const gate = await changeGate(run, thread, { ...plan, mustLook }, doc, context)
  if (gate.unchangedSince !== null) {
    finish({
      verdict: {
        outcome: 'unchanged',
        summary:
          `Nothing changed since ${formatLocal(gate.unchangedSince, zoneOf(thread, ports))}, so no agent ` +
          'was started.',
        tiers: plan.tiers,
      },
      marks: { stamps: plan.tiers },
      alerts: { cleared: ['broken', 'doc', ...goneKeys(openKeys, doc)] },
    })
    return mirror(
      run,
      thread,
      plan.tiers.map((tier) => ({ do: 'stamp', tier, at: run.startedAt, timeZone: zoneOf(thread, ports) })),
      plan.tiers,
      context,
    )
  }
  const session =
    run.sessionId !== null && resumesCli(thread)
      ? askedSession(run.sessionId, thread, run.startedAt)
      : liveSession(thread, context, run.startedAt)
  const refused = (await wayObjection(run, thread, context)) ?? startObjection(run, thread, session, context)
  if (refused !== null) return finish({ verdict: skipped(refused.reason, plan.tiers, refused.summary) })

  const turn =
    runner === 'local'
      ? null
      : await prepareTurn(
          run,
          thread,
          {
            kind: highest(plan.tiers),
            tracked: tracked.value,
            session,
            usdLeft: usdLeftOf(run, thread, context),
          },
          context,
        )
  // Without its tools an agent can neither report nor tick a look-only list: it would be paid for nothing.
  if (thread.agent.kind === 'cli' && turn?.fault != null)
    return finish({ verdict: broken(turn.fault, plan.tiers) })
  const before = await editHeartbeat(
    ports.files,
    thread.repoPath,
    tracked.value ? [] : openingEdits(run, plan, thread, ports),
  )
  if (!before.ok) return finish({ verdict: broken(before.error, plan.tiers) })
  const untouched = await lookBeforeTrial(thread, plan, memory, ports)
  const spec = heartbeatSpec(run, thread, plan, doc, facts, turn, context)
  const {
    result,
    report,
    moves,
    touched,
    refused: undecided,
    attachments,
    usedRules,
  } = await callRunner(spec, turn, thread, context, signal)
  // The runner has forgotten it: as if none were stored, and a beat begins none.
  if (result.fault?.code === 'agent.no_session') {
    finish({
      verdict: skipped('no_session', plan.tiers),
      turn: { output: result.output, agent: result.turn },
      conversation: { session: null },
    })
    const back = {
      do: 'moveWork',
      by: 'engine',
      putBack: true,
      to: 'pending',
      at: ports.clock.now(),
      timeZone: zoneOf(thread, ports),
      note: 'put back: the beat had no session to go on with',
    } as const
    return tracked.value
      ? undefined
      : mirror(
          run,
          thread,
          plan.work.map((w) => ({ ...back, id: w.id })),
          [],
          context,
        )
  }
  const after = await ports.files.read(thread.repoPath)
  const afterDoc = after.ok ? parse(after.value.text) : doc
  store.knowledge.learnNotes(thread.id, notesOf(afterDoc), ports.clock.now())

  const tasks =
    turn === null
      ? result.tasks
      : evidenceOf({
          tasks: spec.tasks,
          turn: result.turn,
          report,
          ticked: new Set(tracked.value ? [] : afterDoc.tasks.filter((t) => t.ticked).map((t) => t.key)),
          work: new Map(afterDoc.work.map((w) => [w.id, w.state])),
        })
  const verdict = judgeRun({
    runner,
    result: { ...result, tasks },
    tiers: plan.tiers,
    doc: afterDoc,
    openKeys,
    ackMaxChars: settings.ackMaxChars,
    report,
    turn: result.turn,
    refused: undecided,
    touched,
    unprovenBefore:
      openKeys.includes('unproven') || store.threads.facts(thread.id).last?.outcome === 'unproven',
  })
  const said = newsOf(verdict, result.text, lastReport?.text ?? null)
  const trial =
    result.status === 'completed' ? await judgeTrial(thread, plan, memory, tasks, untouched, context) : null
  const completed = result.status === 'completed'
  if (touched !== null) ports.log('warn', 'run.touched', { threadId: thread.id, runId: run.id })
  finish({
    verdict: {
      outcome: verdict.outcome,
      fault: verdict.fault,
      summary: verdict.summary,
      tiers: plan.tiers,
    },
    turn: {
      tasks: foldWaiting(tasks),
      output: result.output,
      exitCode: result.exitCode,
      glance: result.glance,
      agent: result.turn,
      report,
      touched,
      refused: undecided,
      usedRules,
      attachments,
    },
    conversation: {
      reply: result.text,
      news: said,
      knowledge: said,
      session: beatSession(thread, turn, result, run.startedAt),
    },
    alerts: {
      raised: [...verdict.raised, ...(trial?.raised ?? [])],
      cleared: [...verdict.cleared, ...(trial?.cleared ?? [])],
    },
    marks: {
      stamps: verdict.stamps,
      proven:
        gate.mark !== null &&
        PROVES.includes(verdict.outcome) &&
        tasks.every((t) => t.status === 'passed' || t.status === 'finding')
          ? Object.fromEntries(
              plan.tiers.map((t) => [t, { ...gate.mark!, quiet: verdict.outcome === 'quiet' }]),
            )
          : {},
      consumed: completed,
      tried: trial?.tried ?? [],
      timedDone: completed ? plan.tasks.filter((t) => t.timed.length > 0).map((t) => t.key) : [],
    },
  })
  if (lastReport !== null && !lastReport.told && verdict.stamps.length > 0)
    store.conversation.noteReportTold(thread.id, lastReport.runId)
  if (tracked.value) return
  const putBack =
    turn === null
      ? []
      : illegalWorkMoves(parse(before.value.text), afterDoc, moves, {
          at: ports.clock.now(),
          timeZone: zoneOf(thread, ports),
        })
  await mirror(
    run,
    thread,
    [
      ...putBack,
      ...closingEdits(
        run,
        plan,
        { ...result, tasks },
        verdict,
        applyFitting(afterDoc, putBack),
        thread,
        ports,
      ),
      ...(trial?.edits ?? []),
    ],
    verdict.stamps,
    context,
  )
}

// ── What a run leaves
// ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Runs whose view of the repository stands until something changes. */
const PROVES: readonly Verdict['outcome'][] = ['quiet', 'alert', 'urgent']

/**
 * What is worth telling of a beat: its words, or what it raised; null when the last report said the same.
 */
function newsOf(verdict: Verdict, reply: string, last: string | null): string | null {
  if (verdict.raised.length === 0) return null
  const read = readReply(reply, 'heartbeat', 0)
  const text = read.shouldSkip ? verdict.raised.map((r) => r.text).join('\n') : read.text
  return last !== null && normaliseAlert(last) === normaliseAlert(text) ? null : text
}

/** A beat goes on with a session without keeping it alive: its last activity stays that of the person. */
function beatSession(
  thread: Thread,
  turn: PreparedTurn | null,
  result: AgentResult,
  now: Instant,
): ConversationRecord['session'] {
  if (turn === null || !resumesSession(thread)) return 'keep'
  const id = result.turn?.sessionId ?? null
  return id === null
    ? 'keep'
    : {
        runner: turn.start.runner,
        id,
        lastActivityAt: turn.session?.lastActivityAt ?? now,
        totals: result.turn?.totals ?? null,
        resumed: turn.session?.id ?? null,
      }
}

/** Writes stamps, ticks and settled work into the file, if it is still the app's to write. */
async function mirror(
  run: ClaimedRun,
  thread: Thread,
  edits: Parameters<typeof editHeartbeat>[2],
  stamps: readonly Tier[],
  { ports, store, documents }: RunContext,
): Promise<void> {
  // A person may have removed the thread, taken the trust back or put the file under git while the run went
  // on.
  const now = store.threads.get(thread.id)
  const tracked = await ports.repositories.isTracked(thread.repoPath)
  if (now === null || now.trustedAt === null || !tracked.ok || tracked.value) return
  const mirrored = await editHeartbeat(ports.files, thread.repoPath, edits)
  if (!mirrored.ok)
    return ports.log('warn', 'file.conflicted', {
      threadId: thread.id,
      runId: run.id,
      code: mirrored.error.code,
    })
  store.runs.noteMirrored(thread.id, stamps)
  documents.note(thread.id, parse(mirrored.value.text), false)
}

const notesOf = (doc: HeartbeatDoc): string =>
  doc.sections.notes === null
    ? ''
    : doc.lines.slice(doc.sections.notes.from, doc.sections.notes.to).join('').trim()

/** A list of thousands of lines for an agent is one line in the history, not megabytes at each beat. */
const WAITING_KEPT = 200
function foldWaiting(tasks: readonly TaskResult[]): readonly TaskResult[] {
  const waiting = tasks.filter((t) => t.status === 'needs_agent')
  const first = waiting[WAITING_KEPT]
  if (first === undefined) return tasks
  const folded = new Set(waiting.slice(WAITING_KEPT))
  return [
    ...tasks.filter((t) => !folded.has(t)),
    { ...first, key: 'folded', text: `and ${folded.size} more tasks that wait for an agent` },
  ]
}

// ── Specs and endings
// ────────────────────────────────────────────────────────────────────────────────────────────────────

function heartbeatSpec(
  run: ClaimedRun,
  thread: Thread,
  plan: BeatPlan,
  doc: HeartbeatDoc,
  facts: HeartbeatFacts,
  turn: PreparedTurn | null,
  { ports, store, settings, onProgress, onOutput }: RunContext,
): AgentSpec {
  const tier = highest(plan.tiers)
  const limits: Record<Tier, number> = {
    quick: settings.quickLimitMs,
    hourly: settings.hourlyLimitMs,
    daily: settings.dailyLimitMs,
  }
  const prompt =
    turn === null
      ? null
      : facts.prompt(plan, { tools: turn.spec.tools !== null, lookOnly: turn.profile === 'look' })
  store.runs.plan(run.id, plan.tiers, prompt, turn?.start ?? null)
  const total = plan.tasks.length
  ports.log('debug', 'run.planned', {
    threadId: thread.id,
    runId: run.id,
    tiers: plan.tiers,
    tasks: total,
    argv: thread.agent.kind === 'command' ? thread.agent.argv : thread.agent.kind,
  })
  return {
    runId: run.id,
    marker: run.marker,
    repoPath: thread.repoPath,
    agent: thread.agent,
    prompt,
    turn: turn?.spec.turn ?? null,
    tools: turn?.spec.tools ?? null,
    tasks: [...plan.tasks, ...plan.work.map((w) => ({ key: workKey(w), tier, text: w.title }))],
    flags: doc.flags.map((f) => f.text),
    // Asked at the moment of use: an approval or the trust may have been taken back since the run began.
    approved: (command) =>
      store.threads.get(thread.id)?.trustedAt != null &&
      store.permissions.approvals(thread.id).has(command.hash),
    deadlineMs: limits[tier],
    taskTimeoutMs: Math.min(limits[tier], 5 * MINUTE),
    onProgress: (p) => onProgress(p.total === 0 ? { ...p, total } : p),
    onOutput,
    onProcess: () => {},
  }
}

/** A session a person named for this one beat; what it has used up is not known. */
const askedSession = (id: string, thread: Thread, now: Instant): StoredSession => ({
  runner: runnerKey(thread.agent) ?? '',
  id,
  lastActivityAt: now,
  totals: null,
})
const resumesCli = (thread: Thread): boolean => resumesSession({ ...thread, session: 'resume' })
