import type { ReportedScore } from '../../../../shared/attempts/attempt.ts'
import { isPerson } from '../../agents/rights.ts'
import { keyOfRun } from '../../attempts/desk.ts'
import { originOf, settleReadings, touchedFile, withNote } from '../../attempts/readings.ts'
import type { ClaimedRun } from '../../ports/records.ts'
import type { Begun } from '../context.ts'

/** Of a run's result at this place. */
export const keyOfReading = ({ id }: Pick<ClaimedRun, 'id'>, place: number): string =>
  place === 0 ? keyOfRun(id) : `${keyOfRun(id)}:${place}`

/** A beat of the thread, what such a one has led to, and what a person asks for; what others ask for is no attempt. */
export const isOwnAttempt = ({ run, context }: Pick<Begun, 'run' | 'context'>): boolean =>
  run.kind === 'heartbeat' ||
  (run.kind === 'message' && (isPerson(run.sender) || context.desk.interventionOf(run) !== null))

/** Scores count as their agent reports them, where no command measures; what stops in between loses none. */
export async function settleReported(begun: Begun, scores: readonly ReportedScore[]): Promise<void> {
  const { run, thread, context } = begun
  const metric = context.desk.metric(thread.id)
  if (metric === null || metric.command !== null || !isOwnAttempt(begun)) return
  const touched = await touchedFile(thread, metric, context.ports)
  const origin = await originOf(thread, metric, context.ports)
  if (touched !== null) return
  const readings = scores.map((score, i) => ({
    ...score,
    feedback: withNote(score.feedback, origin),
    key: keyOfReading(run, i),
    commit: origin.commit,
    session: null,
  }))
  settleReadings(context, thread, metric, readings)
}
