import type { RunRecord } from '../ports/run-record.ts'
import { runEnd } from '../runs/ended.ts'

/** Every field of an end by its name alone, whichever record it belongs to. */
export type EndingFields = RunRecord['verdict'] &
  RunRecord['turn'] &
  RunRecord['conversation'] &
  RunRecord['alerts'] &
  RunRecord['marks'] &
  RunRecord['course'] &
  Pick<RunRecord, 'durationMs'>

const QUIET: RunRecord = {
  ...runEnd({ verdict: { outcome: 'quiet', summary: '' } }),
  durationMs: 1,
  course: { failures: 0, pause: null, nextDueAt: 'keep', backOffUntil: null, again: null },
}

/** A quiet end, but for the fields that are given. */
export function endingWith(fields: Partial<EndingFields>): RunRecord {
  const fill = <Part extends object>(part: Part): Part =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, key in fields ? fields[key as never] : value]),
    ) as Part
  return {
    verdict: fill(QUIET.verdict),
    turn: fill(QUIET.turn),
    conversation: fill(QUIET.conversation),
    alerts: fill(QUIET.alerts),
    marks: fill(QUIET.marks),
    course: fill(QUIET.course),
    durationMs: fields.durationMs ?? QUIET.durationMs,
  }
}
