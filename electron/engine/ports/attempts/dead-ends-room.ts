import type { CitedAttempt, DeadEnd, Voice } from '../../../../shared/attempts/dead-ends/dead-end.ts'

/** Dead ends of teams, with the voices that make them. */
export interface DeadEndsRoom {
  /** In the order in which they were claimed. */
  list(team: string): readonly DeadEnd[]
  /** null: there is none of this number in this team. */
  find(team: string, number: number): DeadEnd | null
  /** `print`: the claim as it is compared; the team has none with the same. */
  add(deadEnd: {
    readonly team: string
    readonly claim: string
    readonly print: string
    readonly voice: Voice
  }): DeadEnd
  addVoice(number: number, voice: Voice): void
  /** false: there was none. Its voices go with it. */
  remove(team: string, number: number): boolean
  /** Those of the attempts that exist. */
  cited(
    numbers: readonly number[],
  ): readonly (CitedAttempt & { readonly run: number; readonly score: number | null })[]
}
