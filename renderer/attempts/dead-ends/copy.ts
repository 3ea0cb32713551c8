import { plural } from '../../../shared/base/amounts.ts'
import type { KnownDeadEnd, Voice } from '../../../shared/attempts/dead-ends/dead-end.ts'

const LEFT: Readonly<Record<KnownDeadEnd['state'], (runs: string) => string>> = {
  binding: (runs) => `binds the agents of the team for ${runs}`,
  claimed: (runs) => `binds nobody; expires in ${runs}`,
  disputed: (runs) => `binds nobody; expires in ${runs}`,
  stale: () => 'binds nobody until somebody says so again',
}

export const DEAD_ENDS_COPY = {
  title: 'Dead ends',
  none: 'No dead end is known',
  noneText:
    'When a run shows that an approach does not work, its agent claims so, and another thread confirms it. On the command ' +
    'line: threadbeat dead-ends claim.',
  failed: 'The dead ends could not be read',
  left: (state: KnownDeadEnd['state'], runs: number) => LEFT[state](plural(runs, 'more run')),
  voice: (kind: Voice['kind'], who: string | null) =>
    `${kind === 'support' ? 'said' : 'disputed'} by ${who ?? 'a person'}`,
  attempt: (number: number) => `attempt ${number}`,
  toAttempt: (number: number, run: number) => `To attempt ${number}, run ${run}`,
  gone: (number: number) => `attempt ${number} (removed)`,
  confirm: 'Confirm',
  confirmOf: (claim: string) => `Confirm: ${claim}`,
  dispute: 'Dispute',
  disputeOf: (claim: string) => `Dispute: ${claim}`,
  remove: 'Remove',
  removeOf: (claim: string) => `Remove: ${claim}`,
  removeTitle: 'Remove this dead end?',
  removeText: (claim: string) => `“${claim}” goes with all that was said of it.`,
} as const
