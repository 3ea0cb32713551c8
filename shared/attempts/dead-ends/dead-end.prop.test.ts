import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ThreadId } from '../../base/ids.ts'
import { DEAD_END_BOUNDS, runsLeft, stateOf, voiceProblem, VOICE_KINDS, type DeadEnd } from './dead-end.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
const THREADS = ['a', 'b', 'c'] as ThreadId[]
const said = fc.record({
  by: fc.constantFrom<ThreadId | null>(...THREADS, null),
  kind: fc.constantFrom(...VOICE_KINDS),
  evidence: fc.array(fc.nat(30), { maxLength: 3 }),
  later: fc.oneof({ weight: 5, arbitrary: fc.nat(5) }, fc.constantFrom(49, 50, 51)), // runs of the team
})
/** Attempts belong to threads in turn. */
const attempt = (number: number) =>
  ({
    number,
    threadId: THREADS[number % THREADS.length]!,
    team: 't',
    class: 'real',
    isStruck: false,
  }) as const

it('binds only by two threads or a person, and after a dispute only by a further voice', () => {
  console.log(`dead ends seed: ${seed}`)
  fc.assert(
    fc.property(fc.array(said, { maxLength: 80 }), (all) => {
      let run = 0
      let deadEnd: DeadEnd = {
        number: 1,
        team: 't',
        claim: 'x',
        voices: [{ by: THREADS[0]!, kind: 'support', evidence: [0], at: 0, run }],
      }
      for (const { by, kind, evidence, later } of all) {
        run += later
        const before = stateOf(deadEnd, run)
        const voice = { by, kind, evidence, at: 0, run }
        if (voiceProblem(deadEnd, voice, evidence.map(attempt)) !== null) {
          expect(stateOf(deadEnd, run)).toBe(before)
          continue
        }
        deadEnd = { ...deadEnd, voices: [...deadEnd.voices, voice] }
        const after = stateOf(deadEnd, run)
        if (kind === 'dispute') expect(after).toBe('disputed')
        if (after === 'binding') expectProven(deadEnd)
        if (kind === 'support' && before === 'disputed' && after === 'binding')
          expect(isNewSupporter(deadEnd)).toBe(true)
        expect(after).not.toBe('stale')
        expect(runsLeft(deadEnd, run)).toBe(50)
        expect(deadEnd.voices.length).toBeLessThanOrEqual(DEAD_END_BOUNDS.voices)
      }
    }),
    { seed, numRuns: 1000 },
  )
})

/** By each thread with an attempt of its own, which no voice before has named. */
function expectProven({ voices }: DeadEnd): void {
  const supporters = new Set(voices.filter(({ kind }) => kind === 'support').map(({ by }) => by))
  expect(supporters.size >= 2 || supporters.has(null)).toBe(true)
  voices.forEach(({ by, evidence }, i) => {
    if (i === 0 || by === null) return
    const cited = voices.slice(0, i).flatMap((voice) => voice.evidence)
    expect(evidence.some((n) => attempt(n).threadId === by && !cited.includes(n))).toBe(true)
  })
}

/** The last voice is of a person, or of a thread that had supported nothing before the dispute, or ends the dispute. */
function isNewSupporter({ voices }: DeadEnd): boolean {
  const { by } = voices.at(-1)!
  const others = voices.slice(0, -1)
  if (by === null) return true
  const dispute = others.findLastIndex((voice) => voice.kind === 'dispute' && voice.by !== by)
  const ownLast = others.findLast((voice) => voice.by === by)
  return (
    ownLast?.kind !== 'support' || !others.slice(0, dispute).some((v) => v.by === by && v.kind === 'support')
  )
}
