import type { Ending } from '../ports/ending.ts'
import { runEnd } from '../runs/ending.ts'

/** Every field of an end by its name alone, whichever record it belongs to. */
export type EndingFields = Ending['verdict'] &
  Ending['turn'] &
  Ending['conversation'] &
  Ending['alerts'] &
  Ending['marks'] &
  Ending['course'] &
  Pick<Ending, 'durationMs'>

const QUIET: Ending = {
  ...runEnd({ verdict: { outcome: 'quiet', summary: '' } }),
  durationMs: 1,
  course: { failures: 0, pause: null, nextDueAt: 'keep', backOffUntil: null, again: null },
}

/** A quiet end, but for the fields that are given. */
export function endingWith(fields: Partial<EndingFields>): Ending {
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
