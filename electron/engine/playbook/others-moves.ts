import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import type { MadeMove } from '../../../shared/runs/work-check.ts'
import type { Ports } from '../ports/ports.ts'

/**
 * Moves in the Work Queue by a person, or by an agent's own session, while the app runs: what a run finds
 * moved by one of them stands.
 */
export interface OthersMoves {
  /** They have just written `after` over `before`. */
  note(id: ThreadId, before: HeartbeatDoc, after: HeartbeatDoc): void
  /** In the order they were made. */
  since(id: ThreadId, at: Instant): readonly MadeMove[]
}

/** Newest of a thread; a queue that is moved more often during one run is moved by a program. */
const MOVES_KEPT = 500

export function createOthersMoves({ clock }: Pick<Ports, 'clock'>): OthersMoves {
  const moves = new Map<ThreadId, readonly (MadeMove & { readonly at: Instant })[]>()
  return {
    note(id, before, after) {
      const at = clock.now()
      const made = after.work.flatMap((item) =>
        before.work.find((old) => old.id === item.id)?.state === item.state
          ? []
          : [{ id: item.id, to: item.state, at }],
      )
      if (made.length > 0) moves.set(id, [...(moves.get(id) ?? []), ...made].slice(-MOVES_KEPT))
    },
    since: (id, at) => (moves.get(id) ?? []).filter((move) => move.at >= at),
  }
}
