import {
  claimProblem,
  DEAD_END_BOUNDS,
  evidenceProblem,
  foldClaim,
  knownAt,
  roomProblem,
  staleFirst,
  voiceProblem,
  type DeadEnd,
  type KnownDeadEnd,
  type Voice,
} from '../../../shared/attempts/dead-ends/dead-end.ts'
import { plainLine } from '../../../shared/base/one-line.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import type { Clock } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/** Who speaks, and of what. */
interface Said {
  readonly team: string
  readonly by: ThreadId | null // null: a person
  readonly evidence: readonly number[] // numbers of attempts
}

/** Which approaches do not work, as a team knows it. What is refused changes nothing; the error is a sentence. */
export interface DeadEnds {
  /** In the order in which they were claimed. */
  of(team: string): readonly KnownDeadEnd[]
  /** The same without what looks like an attack, which agents are not shown. */
  forAgents(team: string): readonly KnownDeadEnd[]
  claim(said: Said & { readonly claim: string }): Result<KnownDeadEnd, string>
  say(said: Said & { readonly number: number; readonly kind: Voice['kind'] }): Result<KnownDeadEnd, string>
  /** A person's to do. false: there was none. */
  remove(team: string, number: number): boolean
}

interface DeadEndParts {
  readonly store: Pick<Store, 'deadEnds' | 'attempts' | 'together'>
  readonly clock: Pick<Clock, 'now'>
}

export function createDeadEnds({ store, clock }: DeadEndParts): DeadEnds {
  const { deadEnds } = store
  const runsOf = (team: string): number => store.attempts.counters(team)?.team.runs ?? 0
  const known = (deadEnd: DeadEnd): KnownDeadEnd => knownAt(deadEnd, runsOf(deadEnd.team))
  const voiceOf = (kind: Voice['kind'], { team, by, evidence }: Said): Voice => ({
    by,
    kind,
    evidence: [...new Set(evidence)],
    at: clock.now(),
    run: runsOf(team),
  })
  return {
    of: (team) => deadEnds.list(team).map(known),
    forAgents: (team) =>
      deadEnds
        .list(team)
        .filter(({ claim }) => withheldBecause(claim) === null)
        .map(known),
    claim: ({ claim, ...said }) =>
      store.together(() => {
        const line = plainLine(claim)
        const voice = voiceOf('support', said)
        const problem =
          claimProblem(line) ??
          attackProblem(claim) ??
          evidenceProblem(voice, said.team, deadEnds.cited(voice.evidence))
        if (problem !== null) return err(problem)
        const others = deadEnds.list(said.team)
        const print = foldClaim(line)
        const same = others.find((one) => foldClaim(one.claim) === print)
        if (same !== undefined) return err(sameClaim(known(same), said.by))
        const full = roomProblem(others, said.by, voice.run)
        if (full !== null) return err(full)
        if (others.length >= DEAD_END_BOUNDS.ofTeam)
          deadEnds.remove(said.team, staleFirst(others, voice.run)!.number)
        return ok(known(deadEnds.add({ team: said.team, claim: line, print, voice })))
      }),
    say: ({ number, kind, ...said }) =>
      store.together(() => {
        const deadEnd = deadEnds.find(said.team, number)
        if (deadEnd === null) return err(`The team "${said.team}" has no dead end ${number}.`)
        const voice = voiceOf(kind, said)
        const problem = voiceProblem(deadEnd, voice, deadEnds.cited(voice.evidence))
        if (problem !== null) return err(problem)
        deadEnds.addVoice(number, voice)
        return ok(known({ ...deadEnd, voices: [...deadEnd.voices, voice] }))
      }),
    remove: (team, number) => deadEnds.remove(team, number),
  }
}

/** It would reach the prompts of other agents. */
function attackProblem(claim: string): string | null {
  const why = withheldBecause(claim)
  return why === null ? null : `The claim ${why}, so that it is not passed on to other agents.`
}

const sameClaim = ({ number, voices }: DeadEnd, by: Voice['by']): string =>
  by !== null && voices.some((voice) => voice.by === by)
    ? `Dead end ${number} says the same, and this thread has spoken of it.`
    : `Dead end ${number} says the same: second it, or dispute it.`
