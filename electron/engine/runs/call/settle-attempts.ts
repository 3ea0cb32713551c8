import type { Attempt, ReportedScore } from '../../../../shared/attempts/attempt.ts'
import type { AttemptClass } from '../../../../shared/attempts/counters.ts'
import type { Metric } from '../../../../shared/attempts/metric.ts'
import { isJump, noiseFloor } from '../../../../shared/attempts/noise.ts'
import { capped } from '../../../../shared/runs/raised-alert.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { isPerson } from '../../agents/rights.ts'
import { keyOfRun } from '../../attempts/desk.ts'
import type { ClaimedRun } from '../../ports/records.ts'
import type { Begun, RunContext } from '../context.ts'

/** One result of a run. */
export interface Reading {
  readonly score: number | null // null: failed
  readonly class: AttemptClass
  readonly title: string
  readonly feedback: string
}

/** What a run came to. */
interface Found {
  readonly metric: Metric
  readonly commit: string | null
  readonly readings: readonly Reading[] // in their order; those that were counted before are not counted again
  readonly session: string | null // null: not known yet
}

const STEPS_READ = 20

/** Of a run's result at this place. */
export const keyOfReading = ({ id }: Pick<ClaimedRun, 'id'>, place: number): string =>
  place === 0 ? keyOfRun(id) : `${keyOfRun(id)}:${place}`

/** A beat of the thread, what such a one has led to, and what a person asks for; what others ask for is no attempt. */
export const isOwnAttempt = ({ run, context }: Pick<Begun, 'run' | 'context'>): boolean =>
  run.kind === 'heartbeat' ||
  (run.kind === 'message' && (isPerson(run.sender) || context.desk.interventionOf(run) !== null))

/** Counts what is new of it; tells a person what does not look right. */
export function settleReadings(
  { run, thread, context }: Begun,
  { metric, commit, readings, session }: Found,
): void {
  const { desk, store, ports } = context
  const member = desk.memberOf(thread)
  if (member === null) return
  const { direction, minGain } = metric
  const noise = noiseFloor(desk.metric(thread.id)?.noise ?? metric.noise)
  const steps = stepsOf(store.attempts.list({ threadId: thread.id }, STEPS_READ))
  const at = ports.clock.now()
  const counted = desk.ledger.settle(
    readings.map((reading, i) => ({
      ...reading,
      key: keyOfReading(run, i),
      member,
      rule: { direction, minGain, noise },
      commit,
      session,
      at,
    })),
  )
  tellOf(counted, steps, { thread, context, metric })
}

const stepsOf = (attempts: readonly Attempt[]): readonly number[] =>
  attempts.flatMap(({ standing, score }) => (standing === 'best' && score !== null ? [score] : [])).reverse()

function tellOf(
  counted: readonly Attempt[],
  steps: readonly number[],
  {
    thread,
    context: { store, ports },
    metric,
  }: { readonly thread: Thread; readonly context: RunContext; readonly metric: Metric },
): void {
  const tell = (key: string, text: string): void =>
    void store.alerts.raise(
      thread.id,
      { key, severity: 'warning', text: capped(text, 'activity') },
      ports.clock.now(),
    )
  for (const { score, standing, class: of, feedback } of counted) {
    if (of === 'meter_touched')
      tell('metric:touched', `No score counts until you look at the metric and set it again: ${feedback}`)
    if (standing === 'best' && score !== null && isJump(score, steps, metric.direction))
      tell(
        'metric:jump',
        `The score jumped to ${score}, far beyond the usual step: look before you believe it.`,
      )
  }
}

export async function headOf({ thread, context }: Pick<Begun, 'thread' | 'context'>): Promise<string | null> {
  const state = await context.ports.repositories.gitState(thread.repoPath)
  return state.ok ? state.value.head : null
}

/** A file of the metric's own that is not as a person saw it last; null: none. */
export async function touchedFile(
  { thread, context }: Pick<Begun, 'thread' | 'context'>,
  { files, digests }: Metric,
): Promise<string | null> {
  if (files.length === 0) return null
  const now = await context.ports.repositories.digests(thread.repoPath, files)
  return files.find((file) => (now[file] ?? null) !== (digests[file] ?? null)) ?? null
}

/** Scores count as their agent reports them, where no command measures; what stops in between loses none. */
export async function settleReported(begun: Begun, scores: readonly ReportedScore[]): Promise<void> {
  const metric = begun.context.desk.metric(begun.thread.id)
  if (metric === null || metric.command !== null || !isOwnAttempt(begun)) return
  const [touched, commit] = [await touchedFile(begun, metric), await headOf(begun)]
  if (touched === null) settleReadings(begun, { metric, commit, readings: scores, session: null })
}
