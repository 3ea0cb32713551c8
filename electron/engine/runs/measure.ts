import { meanOf, measureAgain, NO_NOISE, withGroup } from '../../../shared/attempts/noise.ts'
import { readScore, type Metric } from '../../../shared/attempts/metric.ts'
import { counterOf, type AttemptClass } from '../../../shared/attempts/counters.ts'
import { keyOfRun } from '../attempts/desk.ts'
import { metricTask } from '../attempts/metric-task.ts'
import {
  originOf,
  settleReadings,
  standsAt,
  touchedFile,
  withNote,
  type Reading,
} from '../attempts/readings.ts'
import { changedSince, WRITES_KEY, writesText } from '../attempts/meter-writes.ts'
import type { AgentSpec } from '../ports/agents.ts'
import type { RepositoryLook } from '../ports/repositories.ts'
import { go, stillOn, type Begun, type Step } from './context.ts'
import type { Called } from './call/call.ts'
import { callRunner } from './call/call-runner.ts'
import { isOwnAttempt, keyOfReading } from './call/settle-attempts.ts'
import { bareSpec } from './call/spec.ts'

/** A run whose agent may have been called. */
type Worked = Begun & Called & { readonly spec: AgentSpec | null }

/** What a run of a measured thread came to, counted once, before the run is judged. */
export async function measure<W extends Worked>(worked: W): Promise<Step<W>> {
  const { run, thread, context, spec, answer } = worked
  const { desk, store } = context
  const metric = desk.metric(thread.id)
  const member = desk.memberOf(thread)
  const isAgents = spec !== null && thread.agent.kind !== 'local'
  if (metric === null || member === null || !isAgents || !isOwnAttempt(worked)) return go(worked)
  const key = keyOfRun(run.id)
  const session = answer.result.turn?.sessionId ?? null
  if (session !== null) store.attempts.noteSession(key, session)
  if (answer.result.status !== 'completed') return go(worked)
  const origin = await originOf(thread, metric, context.ports)
  // Thinking alone is no attempt.
  const last = store.attempts.newest(thread.id)
  const isIdle =
    answer.scores.length === 0 && (metric.command === null || (last !== null && standsAt(last, origin)))
  if (desk.interventionOf(run) !== null && isIdle) return go(worked)
  desk.ledger.begin(key, member)
  const readings = await readingsOf(worked, metric, origin.look)
  stillOn(worked)
  if (readings.length === 0) store.attempts.drop(key)
  else
    settleReadings(
      context,
      thread,
      metric,
      readings.map((result, i) => ({
        ...result,
        feedback: withNote(result.feedback, origin),
        key: keyOfReading(run, i),
        commit: origin.commit,
        session,
      })),
    )
  return go(worked)
}

type ByCommand = Metric & { readonly command: string }
type ReadResult = Omit<Reading, 'key' | 'commit' | 'session'>

/** What the agent reports counts where no command measures; else it only gives the result its words. */
async function readingsOf(
  worked: Worked,
  metric: Metric,
  look: RepositoryLook | null,
): Promise<readonly ReadResult[]> {
  const { scores } = worked.answer
  const touched = await touchedFile(worked.thread, metric, worked.context.ports)
  const words = scores.at(-1) ?? { title: '', feedback: '', class: 'real' as const }
  // Those that counted while it went on were counted before anything was touched.
  if (touched !== null)
    return [
      ...scores.filter((_, i) => worked.context.store.attempts.isCounted(keyOfReading(worked.run, i))),
      { score: null, class: 'meter_touched', title: words.title, feedback: `${touched} was changed.` },
    ]
  if (metric.command === null)
    return scores.length > 0 || metric.folder !== null
      ? scores
      : [{ score: null, class: 'real', title: '', feedback: 'The run reported no score.' }]
  const { command } = metric
  const measured = await byCommand(worked, { ...metric, command })
  if (measured === null) return []
  if (measured.class !== 'meter_touched')
    noteWrites(worked, command, await changedSince(worked.thread, look, worked.context.ports))
  const feedback = [words.feedback, measured.feedback].filter((part) => part !== '').join('\n')
  return [{ ...words, ...measured, feedback, class: measured.class ?? words.class }]
}

const FEEDBACK_CHARS = 2000
type Measured = Pick<ReadResult, 'score' | 'feedback'> & { readonly class?: AttemptClass }

/** null: a person has not approved the command, so that nothing was measured. */
async function byCommand(worked: Worked, metric: ByCommand): Promise<Measured | null> {
  const { context, thread } = worked
  const { desk, store } = context
  const { best } = counterOf(desk.ledger.counters(metric.team), thread.id)
  const scores: number[] = []
  for (;;) {
    const task = await once(worked, metric)
    stillOn(worked)
    if (task.status === 'needs_approval') return notApproved(worked, metric)
    const score = task.status === 'passed' ? readScore(task.output, metric.place) : null
    if (score === null) {
      const broke = task.status === 'failed' && scores.length === 0
      const feedback = `${task.note}\n${task.output.slice(-FEEDBACK_CHARS)}`.trim()
      return { score: null, feedback, ...(broke ? { class: 'grader_error' as const } : {}) }
    }
    scores.push(score)
    if (!measureAgain(scores, best, metric.direction, metric.noise)) break
  }
  if (scores.length > 1) {
    const noise = withGroup(metric.noise ?? NO_NOISE, scores)
    store.attempts.saveMetric({ ...(desk.metric(thread.id) ?? metric), noise })
  }
  const feedback = scores.length > 1 ? `Measured ${scores.length} times: ${scores.join(', ')}.` : ''
  return { score: meanOf(scores), feedback }
}

/** What measuring left behind is no part of the agent's work, and stands in the way of its next run. */
function noteWrites({ thread, context }: Worked, command: string, changed: string | null): void {
  const { alerts } = context.store
  const now = context.ports.clock.now()
  if (changed === null) return alerts.resolve(thread.id, [WRITES_KEY], now)
  alerts.raise(thread.id, { key: WRITES_KEY, severity: 'warning', text: writesText(command, changed) }, now)
}

/** The metric's command as local checks run any approved command. */
async function once(worked: Worked, metric: ByCommand) {
  const { thread, context } = worked
  const task = metricTask(metric.command)
  const spec: AgentSpec = {
    ...bareSpec(worked, null, metric.timeoutMs),
    agent: { kind: 'local' },
    tasks: [task],
    taskTimeoutMs: metric.timeoutMs,
    approved: ({ hash }) =>
      context.store.threads.get(thread.id)?.trustedAt != null &&
      context.store.permissions.approvals(thread.id).has(hash),
  }
  const { tasks, fault } = await callRunner(worked, spec)
  const result = tasks.find(({ key }) => key === task.key)
  return result ?? { status: 'failed' as const, output: '', note: fault?.message ?? 'It was not run.' }
}

/** Approved before and not any more: the command, or a file that it runs, was changed. */
function notApproved({ thread, context }: Worked, { command }: ByCommand): Measured | null {
  const { permissions, alerts } = context.store
  const wasApproved = [...permissions.approvals(thread.id).values()].some(({ text }) => text === command)
  if (wasApproved)
    return { score: null, class: 'meter_touched', feedback: `What \`${command}\` runs was changed.` }
  const text = `The metric's command \`${command}\` is not approved, so that no run is measured.`
  alerts.raise(thread.id, { key: APPROVE_KEY, severity: 'warning', text }, context.ports.clock.now())
  return null
}
const APPROVE_KEY = 'metric:approval'
