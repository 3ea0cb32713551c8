import type { Scenario } from '../../../electron/engine/testing/scenario.ts'
import type { KnownDeadEnd } from '../../../shared/attempts/dead-ends/dead-end.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Landscape } from './landscape.ts'

/** What the product made of the wrong note of a landscape; null: it was not claimed. */
export type NoteState = KnownDeadEnd['state'] | null

const claimOf = ({ family, claim }: NonNullable<Landscape['wrongNote']>): string =>
  claim.includes(family) ? claim : `${family}: ${claim}`

/**
 * The wrong note of a landscape as the product has it: a dead end that the agent claims by its tool, in the first run
 * that an attempt came before.
 */
export function wrongNote({ wrongNote: note }: Landscape) {
  let isClaimed = note === null
  return {
    /** Throws where the product does not take the claim. */
    async claimIn(s: Scenario, id: ThreadId, runId: RunId): Promise<void> {
      const [attempt] = s.store.attempts.list({ threadId: id }, 1)
      if (note === null || isClaimed || attempt === undefined) return
      isClaimed = true
      const request = { do: 'claim', claim: claimOf(note), attempts: [attempt.number] } as const
      const answer = await s.toolsOf(runId).deadEnds(request)
      if (!answer.ok) throw new Error(`the wrong note was not claimed: ${answer.error}`)
    },
    stateIn: (s: Scenario, team: string): NoteState =>
      note === null
        ? null
        : (s.engine.desk.deadEnds.of(team).find(({ claim }) => claim === claimOf(note))?.state ?? null),
  }
}
