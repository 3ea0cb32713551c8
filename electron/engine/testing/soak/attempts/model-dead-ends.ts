import type { Model, ModelVoice } from './model-state.ts'
import type { Said, Step } from './steps.ts'

const EXPIRES_AFTER = 50 // runs of the team
const MOST_VOICES = 50

/** As a person would say it, from the voices alone. `runs`: those that the team has made. */
export function stateOf(voices: readonly ModelVoice[], runs: number): string {
  if (runs - voices.at(-1)!.run >= EXPIRES_AFTER) return 'stale'
  const lastWords = new Map(voices.map((voice) => [voice.by, voice]))
  const standing = [...lastWords.values()]
  const supporting = standing.filter(({ kind }) => kind === 'support')
  const disputing = standing.filter(({ kind }) => kind === 'dispute')
  const isProven = supporting.length > 1 || supporting.some(({ by }) => by === null)
  if (disputing.length === 0) return isProven ? 'binding' : 'claimed'
  if (!isProven || disputing.some(({ by }) => by === null)) return 'disputed'
  const dispute = Math.max(...disputing.map((voice) => voices.indexOf(voice)))
  const earlier = voices.slice(0, dispute).filter(({ kind }) => kind === 'support')
  const isAnswered = supporting.some(
    (voice) =>
      voices.indexOf(voice) > dispute && (voice.by === null || !earlier.some(({ by }) => by === voice.by)),
  )
  return isAnswered ? 'binding' : 'disputed'
}

/** Only what was measured as it should be, and what nobody struck, shows something. */
const isEvidence = ({ tried }: Model, { by, evidence }: Said): boolean =>
  (evidence.length > 0 || by === null) &&
  evidence.every((number) => {
    const attempt = tried[number - 1]
    return attempt !== undefined && ['real', 'tune'].includes(attempt.class) && !attempt.isStruck
  })

export const mayClaim = (model: Model, { claim, said }: Extract<Step, { do: 'claim' }>): boolean =>
  isEvidence(model, said) && !model.deadEnds.some((one) => one.claim === claim)

/** A thread's voice counts once, until its last one is stale, and brings an attempt of its own. */
export function maySay(model: Model, { number, kind, said }: Extract<Step, { do: 'say' }>): boolean {
  const deadEnd = model.deadEnds[number - 1]
  if (deadEnd === undefined || !isEvidence(model, said)) return false
  const { voices } = deadEnd
  if (voices.length >= MOST_VOICES) return false
  if (said.by === null) return true
  const own = voices.findLast(({ by }) => by === said.by)
  if (own?.kind === kind && stateOf(voices, model.tried.length) !== 'stale') return false
  const named = voices.flatMap(({ evidence }) => evidence)
  return said.evidence.some((one) => model.tried[one - 1]!.thread === said.by && !named.includes(one))
}
