import type { ThreadId } from '../../base/ids.ts'
import type { Instant } from '../../base/time.ts'
import type { AttemptClass } from '../counters.ts'

export const VOICE_KINDS = ['support', 'dispute'] as const

/** What one thread, or a person, says of a dead end. */
export interface Voice {
  readonly by: ThreadId | null // null: a person
  readonly kind: (typeof VOICE_KINDS)[number]
  readonly evidence: readonly number[] // numbers of attempts of the team; empty: a person gave none
  readonly at: Instant
  readonly run: number // runs that the team had made by then
}

/** The claim that an approach does not work. The first of its voices is the claim itself. */
export interface DeadEnd {
  readonly number: number
  readonly team: string
  readonly claim: string // one line
  readonly voices: readonly Voice[] // in the order in which they were given, at least one
}

/**
 * claimed: one voice, which binds nobody. binding: a person says so, or two threads do, whoever seconds it with evidence
 * of its own. disputed: somebody says otherwise, and no further voice has supported it since. stale: nobody has said
 * anything of it for EXPIRES_AFTER runs of the team, until somebody does.
 */
type DeadEndState = 'claimed' | 'binding' | 'disputed' | 'stale'

/** Runs of the team since the last voice. */
export const EXPIRES_AFTER = 50

/** Runs of the team until it is stale; 0: it is. `run`: those that the team has made. */
export const runsLeft = ({ voices }: Pick<DeadEnd, 'voices'>, run: number): number => {
  const last = voices.at(-1)
  return last === undefined ? 0 : Math.max(0, EXPIRES_AFTER - Math.max(0, run - last.run))
}

/** `run`: runs that the team has made. */
export function stateOf(deadEnd: Pick<DeadEnd, 'voices'>, run: number): DeadEndState {
  const { voices } = deadEnd
  if (runsLeft(deadEnd, run) === 0) return 'stale'
  const standing = voices.filter((voice, i) => lastOf(voices, voice.by) === i)
  const supporting = standing.filter(({ kind }) => kind === 'support')
  const disputing = standing.filter(({ kind }) => kind === 'dispute')
  const isProven = supporting.length >= VOICES_NEEDED || supporting.some(({ by }) => by === null)
  if (disputing.length === 0) return isProven ? 'binding' : 'claimed'
  const dispute = voices.lastIndexOf(disputing.at(-1)!)
  // What a person disputes only a person may bring back.
  const isAnswered =
    disputing.every(({ by }) => by !== null) && supporting.some((voice) => isFurther(voice, voices, dispute))
  return isProven && isAnswered ? 'binding' : 'disputed'
}
const VOICES_NEEDED = 2

/** Where the last voice of this thread, or of a person, stands; -1: it has none. Only that one counts. */
const lastOf = (voices: readonly Voice[], by: Voice['by']): number =>
  voices.findLastIndex((voice) => voice.by === by)

/** Given after the dispute, by a thread that had not supported it before, or by a person. */
function isFurther(voice: Voice, voices: readonly Voice[], dispute: number): boolean {
  if (voices.lastIndexOf(voice) < dispute) return false
  return (
    voice.by === null ||
    !voices.slice(0, dispute).some(({ by, kind }) => by === voice.by && kind === 'support')
  )
}

/** A dead end as it stands after the runs that its team has made. */
export interface KnownDeadEnd extends DeadEnd {
  readonly state: DeadEndState
  readonly runsLeft: number // of the team until it is stale; 0: it is
}
/** `run`: runs that the team has made. */
export const knownAt = (deadEnd: DeadEnd, run: number): KnownDeadEnd => ({
  ...deadEnd,
  state: stateOf(deadEnd, run),
  runsLeft: runsLeft(deadEnd, run),
})

export const DEAD_END_BOUNDS = {
  claimChars: 300,
  evidence: 20, // attempts of one voice
  voices: 50, // of one dead end
  ofTeam: 200, // dead ends; a stale one gives way
  ofThread: 50, // that it alone claims
} as const

/** What of an attempt decides whether it is evidence. */
export interface CitedAttempt {
  readonly number: number
  readonly threadId: ThreadId
  readonly team: string
  readonly class: AttemptClass
  readonly isStruck: boolean // a person does not believe it
}

/** Whether it shows something of an approach: a run that the machine ended, or that touched its meter, does not. */
export const isEvidence = ({ class: of, isStruck }: Pick<CitedAttempt, 'class' | 'isStruck'>): boolean =>
  SHOWING.includes(of) && !isStruck
const SHOWING: readonly AttemptClass[] = ['real', 'tune']

/** The same claim in other letters is the same claim. */
export const foldClaim = (claim: string): string =>
  claim
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.!]+/g, ' ')
    .trim()

/** What keeps this line from being a claim, as a sentence; null: nothing. */
export function claimProblem(claim: string): string | null {
  if (foldClaim(claim) === '') return 'A dead end says in one line which approach does not work.'
  const { claimChars } = DEAD_END_BOUNDS
  return claim.length > claimChars
    ? `The claim of a dead end has at most ${claimChars} characters, not ${claim.length}.`
    : null
}

/** What keeps these from being evidence, as a sentence; null: nothing. `found`: those of them that exist. */
export function evidenceProblem(
  { by, evidence }: Pick<Voice, 'by' | 'evidence'>,
  team: string,
  found: readonly CitedAttempt[],
): string | null {
  const most = DEAD_END_BOUNDS.evidence
  if (evidence.length > most) return `A voice names at most ${most} attempts, not ${evidence.length}.`
  if (evidence.length === 0 && by !== null)
    return 'A thread says so with evidence: the number of at least one attempt of its team.'
  const missing = evidence.find(
    (number) => !found.some((attempt) => attempt.number === number && attempt.team === team),
  )
  if (missing !== undefined) return `There is no attempt ${missing} of the team "${team}".`
  const silent = found.find((attempt) => !isEvidence(attempt))
  if (silent === undefined) return null
  const why = silent.isStruck
    ? 'a person struck its score'
    : `it was not measured as it should be (${silent.class})`
  return `Attempt ${silent.number} is no evidence: ${why}.`
}

/** What keeps this voice from being one more of the dead end, as a sentence; null: nothing. */
export function voiceProblem(
  deadEnd: DeadEnd,
  voice: Pick<Voice, 'by' | 'kind' | 'evidence' | 'run'>,
  found: readonly CitedAttempt[],
): string | null {
  const { number, team, voices } = deadEnd
  const problem = evidenceProblem(voice, team, found)
  if (problem !== null) return problem
  const isStale = stateOf(deadEnd, voice.run) === 'stale'
  const last = voices[lastOf(voices, voice.by)]
  if (voice.by !== null && last?.kind === voice.kind && !isStale)
    return isClaimOf(deadEnd, voice)
      ? `Dead end ${number} is the claim of this thread: another thread seconds it.`
      : `This thread has said so of dead end ${number} already: a voice counts once.`
  if (voices.length >= DEAD_END_BOUNDS.voices)
    return `Dead end ${number} has ${voices.length} voices; at most ${DEAD_END_BOUNDS.voices}.`
  const cited = voices.flatMap(({ evidence }) => evidence)
  const hasOwn = found.some((attempt) => attempt.threadId === voice.by && !cited.includes(attempt.number))
  return voice.by === null || hasOwn
    ? null
    : `Dead end ${number} needs evidence of its own from this thread: an attempt that this thread made and that no voice names yet.`
}

const isClaimOf = ({ voices }: DeadEnd, { by, kind }: Pick<Voice, 'by' | 'kind'>): boolean =>
  kind === 'support' && voices[0]?.by === by

/** What keeps a team from one more dead end of this thread, or of a person, as a sentence; null: nothing. */
export function roomProblem(deadEnds: readonly DeadEnd[], by: Voice['by'], run: number): string | null {
  const { ofTeam, ofThread } = DEAD_END_BOUNDS
  const own = deadEnds.filter(
    (deadEnd) => deadEnd.voices[0]?.by === by && stateOf(deadEnd, run) === 'claimed',
  )
  if (by !== null && own.length >= ofThread)
    return `${own.length} dead ends are the claims of this thread alone; at most ${ofThread}.`
  return deadEnds.length >= ofTeam && staleFirst(deadEnds, run) === null
    ? `The team has ${deadEnds.length} dead ends; at most ${ofTeam}. A person can remove some.`
    : null
}

/** Which one gives way to another of its team: the one that has been stale longest; null: none is stale. */
export function staleFirst(deadEnds: readonly DeadEnd[], run: number): DeadEnd | null {
  const lastRun = ({ voices }: DeadEnd): number => voices.at(-1)?.run ?? 0
  return (
    deadEnds
      .filter((deadEnd) => stateOf(deadEnd, run) === 'stale')
      .toSorted((a, b) => lastRun(a) - lastRun(b))[0] ?? null
  )
}
