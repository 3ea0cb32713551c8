import {
  noiseFloor,
  isJump,
  meanOf,
  measureAgain,
  NO_NOISE,
  withGroup,
} from '../../../../shared/attempts/noise.ts'
import { metricLine, readScore, type Metric } from '../../../../shared/attempts/metric.ts'
import { counterOf, type AttemptClass } from '../../../../shared/attempts/counters.ts'
import type { Attempt } from '../../../../shared/attempts/attempt.ts'
import { taskKey } from '../../../../shared/playbook/doc.ts'
import { capped } from '../../../../shared/runs/raised-alert.ts'
import { isPerson } from '../../agents/rights.ts'
import { keyOfRun } from '../../attempts/desk.ts'
import type { Member } from '../../attempts/actions.ts'
import type { AgentSpec } from '../../ports/agents.ts'
import { go, stillOn, type Begun, type Step } from '../context.ts'
import type { Called } from './call.ts'
import { callRunner } from './call-runner.ts'
import { bareSpec } from './spec.ts'

/** A run whose agent may have been called. */
type Worked = Begun & Called & { readonly spec: AgentSpec | null }

/** What a run of a measured thread came to, counted once, before the run is judged. */
export async function measure<W extends Worked>(worked: W): Promise<Step<W>> {
  const { run, thread, context, spec, answer } = worked
  const metric = context.desk.metric(thread.id)
  const member = context.desk.memberOf(thread)
  const isIntervention = context.desk.interventionOf(run) !== null
  const isOwn = run.kind === 'heartbeat' || isIntervention || isPerson(run.sender)
  const isAgents = spec !== null && thread.agent.kind !== 'local' && answer.result.status === 'completed'
  if (metric === null || member === null || !isAgents || !isOwn) return go(worked)
  const commit = await headOf(worked)
  // Thinking alone is no attempt.
  const last = context.store.attempts.list({ threadId: thread.id }, 1)[0]
  const isIdle = answer.scores.length === 0 && last?.commit === commit
  if (isIntervention && isIdle) return go(worked)
  context.desk.ledger.begin(keyOfRun(run.id), member)
  const readings = await readingsOf(worked, metric)
  stillOn(worked)
  if (readings.length === 0) context.store.attempts.drop(keyOfRun(run.id))
  else settle(worked, { metric, member, commit, readings })
  return go(worked)
}

/** One result of a run. */
interface Reading {
  readonly score: number | null
  readonly class: AttemptClass
  readonly title: string
  readonly feedback: string
}

async function headOf({ thread, context }: Begun): Promise<string | null> {
  const state = await context.ports.repositories.gitState(thread.repoPath)
  return state.ok ? state.value.head : null
}

/** What the agent reports counts where no command measures; else it only gives the result its words. */
async function readingsOf(worked: Worked, metric: Metric): Promise<readonly Reading[]> {
  const { scores } = worked.answer
  const touched = await touchedFile(worked, metric)
  const words = scores.at(-1) ?? { title: '', feedback: '', class: 'real' as const }
  if (touched !== null)
    return [{ score: null, class: 'meter_touched', title: words.title, feedback: `${touched} was changed.` }]
  if (metric.command === null)
    return scores.length > 0
      ? scores
      : [{ score: null, class: 'real', title: '', feedback: 'The run reported no score.' }]
  const measured = await byCommand(worked, metric)
  return measured === null ? [] : [{ ...words, ...measured, class: measured.class ?? words.class }]
}

/** A file of the metric's own that is not as a person saw it last; null: none. */
async function touchedFile({ thread, context }: Begun, { files, digests }: Metric): Promise<string | null> {
  if (files.length === 0) return null
  const now = await context.ports.repositories.digests(thread.repoPath, files)
  return files.find((file) => (now[file] ?? null) !== (digests[file] ?? null)) ?? null
}

const FEEDBACK_CHARS = 2000
type Measured = Pick<Reading, 'score' | 'feedback'> & { readonly class?: AttemptClass }

/** null: a person has not approved the command, so that nothing was measured. */
async function byCommand(worked: Worked, metric: Metric): Promise<Measured | null> {
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

/** The metric's command as local checks run any approved command. */
async function once(worked: Worked, metric: Metric) {
  const { thread, context } = worked
  const text = metricLine(metric.command ?? '')
  const task = { key: taskKey('quick', text), tier: 'quick' as const, text }
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
function notApproved({ thread, context }: Worked, { command }: Metric): Measured | null {
  const { permissions, alerts } = context.store
  const wasApproved = [...permissions.approvals(thread.id).values()].some(({ text }) => text === command)
  if (wasApproved)
    return { score: null, class: 'meter_touched', feedback: `What \`${command}\` runs was changed.` }
  const text = `The metric's command \`${command}\` is not approved, so that no run is measured.`
  alerts.raise(thread.id, { key: APPROVE_KEY, severity: 'warning', text }, context.ports.clock.now())
  return null
}
const APPROVE_KEY = 'metric:approval'

interface Found {
  readonly metric: Metric
  readonly member: Member
  readonly commit: string | null
  readonly readings: readonly Reading[]
}

const STEPS_READ = 20

function settle({ run, thread, context, answer }: Worked, { metric, member, commit, readings }: Found): void {
  const { desk, store, ports } = context
  const { direction, minGain } = metric
  const noise = noiseFloor(desk.metric(thread.id)?.noise ?? metric.noise)
  const steps = stepsOf(store.attempts.list({ threadId: thread.id }, STEPS_READ))
  const at = ports.clock.now()
  const counted = desk.ledger.settle(
    readings.map((reading, i) => ({
      ...reading,
      key: i === 0 ? keyOfRun(run.id) : `${keyOfRun(run.id)}:${i}`,
      member,
      rule: { direction, minGain, noise },
      commit,
      session: answer.result.turn?.sessionId ?? null,
      at,
    })),
  )
  for (const { score, standing, class: of } of counted) {
    if (of === 'meter_touched')
      tell(
        'metric:touched',
        `No score counts until you look at the metric and set it again: ${readings[0]!.feedback}`,
      )
    if (standing === 'best' && score !== null && isJump(score, steps, direction))
      tell(
        'metric:jump',
        `The score jumped to ${score}, far beyond the usual step: look before you believe it.`,
      )
  }
  function tell(key: string, text: string): void {
    store.alerts.raise(thread.id, { key, severity: 'warning', text: capped(text, 'activity') }, at)
  }
}

const stepsOf = (attempts: readonly Attempt[]): readonly number[] =>
  attempts.flatMap(({ standing, score }) => (standing === 'best' && score !== null ? [score] : [])).reverse()
