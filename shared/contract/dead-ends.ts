import type { KnownDeadEnd, Voice } from '../attempts/dead-ends/dead-end.ts'
import type { ThreadId } from '../base/ids.ts'

/** An attempt that a voice names. */
export interface EvidenceView {
  readonly number: number
  readonly threadId: ThreadId | null // null: it was removed with its thread, and so for the two below
  readonly run: number | null // of its thread, from 1; null: it is not kept
  readonly score: number | null // null also where it failed
}

export interface VoiceView extends Omit<Voice, 'evidence'> {
  readonly threadName: string | null // null: a person
  readonly evidence: readonly EvidenceView[] // empty: a person gave none
}

export interface DeadEndView extends Omit<KnownDeadEnd, 'team' | 'voices'> {
  readonly voices: readonly VoiceView[] // in the order in which they were given
}

/** What a team knows not to work. */
export interface DeadEndsView {
  readonly team: string
  readonly deadEnds: readonly DeadEndView[] // what holds first, then by how sure it is, the newest first
}
