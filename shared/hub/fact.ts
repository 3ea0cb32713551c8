import type { ThreadId } from '../base/ids.ts'
import type { Instant } from '../base/time.ts'

/** What other machines of a person's fleet are told of this one. */
export const FACT_KINDS = ['outcome', 'alert', 'thread', 'report', 'suggestion', 'list'] as const
export type FactKind = (typeof FACT_KINDS)[number]

/**
 * One row of the outbox. `(machine, epoch, seq)` names it wherever it is, so that the same row sent twice is one. Of two
 * rows of a machine the later has the larger seq.
 */
export interface Fact {
  // of the start that wrote it: random, so that no two copies of a folder share one; of two the later start sorts last
  readonly epoch: string
  readonly seq: number
  readonly at: Instant
  readonly kind: FactKind
  readonly thread: ThreadId | null // null: of the machine itself
  readonly body: Readonly<Record<string, unknown>> // at most 64 KB as JSON, without secrets
}

/** As JSON: of a fact's body, and of the arguments of mail. */
export const BODY_BYTES = 65_536

/** Facts go in one transaction each of at most this many rows and bytes. */
export const BATCH_ROWS = 500
export const BATCH_BYTES = 1_000_000
