import { commandsSeenWell } from '../../../shared/alerts/fact-news.ts'
import { normaliseAlert } from '../../../shared/alerts/news.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { HeartbeatEdit } from '../../../shared/playbook/edit/edit.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import type { WorkItem } from '../../../shared/playbook/work-queue.ts'
import { judgeMessage, judgeRun } from '../../../shared/runs/judge/judge.ts'
import type { JudgeFacts, Verdict } from '../../../shared/runs/judge/verdict.ts'
import { flagTexts } from '../../../shared/runs/judge/standing.ts'
import { readReply } from '../../../shared/runs/reply.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import { beatsResume } from '../agents/sessions.ts'
import { unstampedOf } from '../playbook/run-edits.ts'
import { putBack } from '../playbook/settle-work.ts'
import { judgeTrial, writtenSince } from '../playbook/trial.ts'
import type { ConversationRecord, RunMarks, TurnRecord } from '../ports/run-record.ts'
import type { Answer, Called } from './call/call.ts'
import { linesWorked, workedByApp, type Pair } from './check.ts'
import { closingOf, NOTHING_CLOSED, type Closing } from './closing.ts'
import type { Ended } from './context.ts'
import { ended, skipped, type EndParts } from './ended.ts'
import type { OpenedQuestion } from './open.ts'
import { allResults, byApp, foldWaiting, tracesOf, type CalledBeat } from './call/results.ts'

export type CalledQuestion = OpenedQuestion & Called

/** What a beat was worth, and what HEARTBEAT.md is to show of it. */
export async function judgeBeat(beat: CalledBeat): Promise<Ended> {
  const { thread, context, answer, plan, isTracked, facts } = beat
  const { ports, store } = context
  const { result } = answer
  if (result.fault?.code === 'agent.no_session') return sessionGone(beat)
  const file = await ports.files.read(thread.repoPath)
  const doc = file.ok ? parse(file.value.text) : beat.doc
  store.knowledge.learnNotes(thread.id, notesOf(doc), ports.clock.now())

  const traces = tracesOf(beat, doc)
  const tasks = allResults(beat, traces)
  const verdict = verdictOf(beat, doc, traces)
  const isCompleted = result.status === 'completed'
  const isHeld = beat.pair !== null && beat.pair.held !== null
  const worked = linesWorked(beat)
  const newTasks = worked.filter(facts.memory.isNew)
  const written = beat.pair?.written ?? (await writtenSince(thread, beat.untried, ports))
  const trial = isCompleted ? judgeTrial(newTasks, tasks, written) : null
  // What the app says alone is no word of the agent in their conversation.
  const news = beat.spec === null ? null : newsOf(verdict, result.text, facts.lastReport?.text ?? null)
  if (answer.touched !== null) ports.log('warn', 'run.touched', { threadId: thread.id, runId: beat.run.id })
  const { outcome, skipReason, fault, stamps } = verdict
  const summary = summaryOf(answer, verdict)
  const closing = isTracked ? NOTHING_CLOSED : closingOf(beat, doc, tasks, verdict)
  return ended(
    beat,
    {
      verdict: { outcome, skipReason, fault, summary, tiers: plan.tiers },
      turn: { ...turnRecord(answer), tasks: foldWaiting(tasks) },
      conversation: { reply: result.text, news, knowledge: news, session: sessionAfter(beat) },
      alerts: {
        raised: [...verdict.raised, ...closing.raised, ...(trial?.raised ?? [])],
        cleared: [
          ...verdict.cleared.filter(isNotRaised(closing)),
          ...(trial?.cleared ?? []),
          ...commandsOver(beat, tasks),
        ],
      },
      marks: {
        stamps,
        unstamped: unstampedOf(beat.doc, stamps),
        proven: provenBy(beat, verdict, tasks),
        consumed: isCompleted && beat.spec !== null,
        tried: trial?.tried ?? [],
        done: isCompleted ? worked.filter((t) => isHeld || t.timed.length > 0).map((t) => t.key) : [],
      },
    },
    {
      mirror: isTracked ? null : { edits: [...closing.edits, ...(trial?.edits ?? [])], stamps },
      passedOn: reportPassedOn(beat, verdict),
      isAnswered: isCompleted && !isHeld,
      daily: dailyOf(beat, doc, stamps),
    },
  )
}

const summaryOf = ({ isInterrupted }: Answer, { summary }: Pick<Verdict, 'summary'>): string =>
  isInterrupted ? 'Interrupted to step back; it goes on in the same session.' : summary

/** Commands that failed by themselves before the beat, and that a line of the list has run again to a good end. */
const commandsOver = (beat: CalledBeat, tasks: readonly TaskResult[]): readonly string[] =>
  commandsSeenWell(beat.context.store.threads.facts(beat.thread.id).alerts, byApp(beat, tasks), {
    folder: beat.thread.repoPath,
    since: beat.run.startedAt,
  })

/** What follows from what its agent was asked besides the list. */
const dailyOf = (
  { ask, spec, answer, facts }: CalledBeat,
  doc: HeartbeatDoc,
  stamps: Verdict['stamps'],
): Ended['daily'] => ({
  ask,
  written: answer.written,
  isAnswered: spec !== null && answer.result.status === 'completed',
  standing: facts.runner === 'agent' && stamps.includes('daily') ? flagTexts(doc) : null,
})

const NO_SESSION = 'put back: the beat had no session to go on with'

/** The runner has forgotten it: as if none were stored, and a beat begins none. */
function sessionGone(beat: CalledBeat): Ended {
  const { thread, context, plan, isTracked, answer } = beat
  const { output, turn } = answer.result
  const back = (item: WorkItem): HeartbeatEdit =>
    putBack(item, NO_SESSION, context.ports.clock.now(), thread, context.ports)
  return ended(
    beat,
    {
      verdict: skipped('no_session', plan.tiers),
      turn: { output, agent: turn },
      conversation: { session: null },
    },
    { mirror: isTracked ? null : { edits: plan.work.map(back), stamps: [] } },
  )
}

const turnRecord = (answer: Answer): Partial<TurnRecord> => {
  const { result, report, touched, refused, usedRules, attachments } = answer
  const { output, exitCode, glance, turn } = result
  return { output, exitCode, glance, agent: turn, report, touched, refused, usedRules, attachments }
}

const partOf = (pair: Pair, agentStarted: boolean): JudgeFacts['pair'] => ({
  results: workedByApp(pair),
  agentStarted,
  held: pair.held,
  leftTiers: pair.left.map((task) => task.tier),
})

function verdictOf(beat: CalledBeat, doc: HeartbeatDoc, traces: readonly TaskResult[]): Verdict {
  const { thread, context, facts, plan, pair, openKeys, answer } = beat
  const { result, report, refused, touched, restraint, attachments } = answer
  const { last } = context.store.threads.facts(thread.id)
  return judgeRun({
    runner: facts.runner,
    result: { ...result, tasks: traces },
    pair: pair === null ? null : partOf(pair, beat.spec !== null),
    tiers: plan.tiers,
    doc,
    openKeys,
    ackMaxChars: context.settings.ackMaxChars,
    report,
    files: attachments,
    turn: result.turn,
    refused,
    touched,
    restraint,
    unprovenBefore: openKeys.includes('unproven') || last?.outcome === 'unproven',
  })
}

/**
 * What is worth telling of a beat: its words, or what it raised; null when the last report said the same.
 */
function newsOf(verdict: Verdict, reply: string, last: string | null): string | null {
  if (verdict.raised.length === 0) return null
  const read = readReply(reply, 'heartbeat', 0)
  const text = read.shouldSkip ? verdict.raised.map((alert) => alert.text).join('\n') : read.text
  return last !== null && normaliseAlert(last) === normaliseAlert(text) ? null : text
}

/** The last report was in the prompt of a run that came to a good end: it is not carried on. */
function reportPassedOn({ facts, spec }: CalledBeat, { stamps }: Verdict): Ended['passedOn'] {
  const report = facts.lastReport
  return spec !== null && report !== null && !report.told && stamps.length > 0 ? report.runId : null
}

/** Runs whose view of the repository stands until something changes. */
const PROVES: readonly Verdict['outcome'][] = ['quiet', 'alert', 'urgent']

function provenBy(
  { mark, plan }: CalledBeat,
  { outcome }: Verdict,
  tasks: readonly TaskResult[],
): RunMarks['proven'] {
  const isWhole = tasks.every(({ status }) => status === 'passed' || status === 'finding')
  if (mark === null || !PROVES.includes(outcome) || !isWhole) return {}
  return Object.fromEntries(plan.tiers.map((tier) => [tier, { ...mark, quiet: outcome === 'quiet' }]))
}

/** A beat goes on with a session without keeping it alive: its last activity stays that of the person. */
function sessionAfter({ run, thread, turn, answer }: CalledBeat): ConversationRecord['session'] {
  const used = answer.result.turn
  if (turn === null || !beatsResume(thread) || used?.sessionId == null) return 'keep'
  return {
    runner: turn.start.runner,
    id: used.sessionId,
    lastActivityAt: turn.session?.lastActivityAt ?? run.startedAt,
    totals: used.totals,
    resumed: turn.session?.id ?? null,
  }
}

const isNotRaised =
  ({ raised }: Closing) =>
  (key: string): boolean =>
    raised.every((alert) => alert.key !== key)

const notesOf = (doc: HeartbeatDoc): string =>
  doc.sections.notes === null
    ? ''
    : doc.lines.slice(doc.sections.notes.from, doc.sections.notes.to).join('').trim()

/** What an answer was worth; whoever asked adds what follows from it. */
export function judgeAnswer({ prompt, answer }: CalledQuestion): EndParts {
  const { result, report, refused, touched, restraint } = answer
  const { raised, cleared, ...verdict } = judgeMessage({
    result,
    report,
    turn: result.turn,
    refused,
    touched,
    restraint,
  })
  return {
    verdict: { ...verdict, summary: summaryOf(answer, verdict) },
    turn: { ...turnRecord(answer), prompt },
    conversation: { reply: result.text },
    alerts: { raised, cleared },
  }
}
