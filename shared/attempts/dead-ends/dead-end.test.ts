import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../base/ids.ts'
import {
  claimProblem,
  evidenceProblem,
  EXPIRES_AFTER,
  runsLeft,
  staleFirst,
  stateOf,
  voiceProblem,
  type CitedAttempt,
  type DeadEnd,
  type Voice,
} from './dead-end.ts'

const [a, b, c] = ['a', 'b', 'c'] as ThreadId[]
const voice = (by: ThreadId | null | undefined, kind: Voice['kind'], run = 1, evidence = [1]): Voice => ({
  by: by ?? null,
  kind,
  evidence,
  at: 0,
  run,
})
const says = (by: ThreadId | null | undefined, run = 1): Voice => voice(by, 'support', run)
const disputes = (by: ThreadId | null | undefined, run = 1): Voice => voice(by, 'dispute', run)
const deadEnd = (...voices: readonly Voice[]): DeadEnd => ({
  number: 4,
  team: 't',
  claim: 'Vectors do not work',
  voices,
})
const attempt = (number: number, of: ThreadId = a!, change: Partial<CitedAttempt> = {}): CitedAttempt => ({
  number,
  threadId: of,
  team: 't',
  class: 'real',
  isStruck: false,
  ...change,
})

describe('a dead end', () => {
  it.each<[string, readonly Voice[], ReturnType<typeof stateOf>]>([
    ['is claimed by one thread', [says(a)], 'claimed'],
    ['is no more than claimed by one thread that says it again', [says(a), says(a)], 'claimed'],
    ['binds by the voices of two threads', [says(a), says(b)], 'binding'],
    ['binds by a person’s word', [says(null)], 'binding'],
    ['is disputed by a thread that says otherwise', [says(a), says(b), disputes(c)], 'disputed'],
    ['stays disputed where only those say so who did before', [says(a), disputes(b), says(a)], 'disputed'],
    ['binds again by a further voice', [says(a), disputes(b), says(c)], 'binding'],
    ['binds where who disputed it thinks otherwise', [says(a), disputes(b), says(b)], 'binding'],
    ['loses the voice of a thread that thinks otherwise', [says(a), says(b), disputes(b)], 'disputed'],
    ['is disputed also where a person had said so', [says(null), disputes(a)], 'disputed'],
    ['binds again where a person says so again', [says(null), disputes(a), says(null)], 'binding'],
    [
      'stays disputed against threads where a person disputes it',
      [says(a), disputes(null), says(b)],
      'disputed',
    ],
  ])('%s', (_what, voices, state) => {
    expect(stateOf(deadEnd(...voices), 1)).toBe(state)
  })
  it('is stale so many runs of the team after its last voice, and renewed by another', () => {
    const bound = deadEnd(says(a, 3), says(b, 10))
    const last = 10 + EXPIRES_AFTER - 1
    expect([stateOf(bound, last), stateOf(bound, last + 1)]).toEqual(['binding', 'stale'])
    expect([runsLeft(bound, last), runsLeft(bound, last + 1)]).toEqual([1, 0])
    const renewed = deadEnd(...bound.voices, says(a, 100))
    expect(stateOf(renewed, 100)).toBe('binding')
  })
  it('gives way to another when it has been stale longest', () => {
    const [old, older, fresh] = [deadEnd(says(a, 9)), deadEnd(says(a, 2)), deadEnd(says(a, 90))]
    expect(staleFirst([old, older, fresh], 100)).toBe(older)
    expect(staleFirst([fresh], 100)).toBeNull()
  })
})

describe('a voice', () => {
  const claimed = deadEnd(says(a))
  it.each<[string, DeadEnd, Voice, readonly CitedAttempt[], string | null]>([
    [
      'of the thread that claims it',
      claimed,
      voice(a, 'support', 1, [2]),
      [attempt(2)],
      'another thread seconds it',
    ],
    ['of another thread', claimed, voice(b, 'support', 1, [2]), [attempt(2, b)], null],
    [
      'a second time',
      deadEnd(says(a), says(b)),
      voice(b, 'support', 1, [3]),
      [attempt(3, b)],
      'a voice counts once',
    ],
    [
      'with an attempt of another thread',
      claimed,
      voice(b, 'support', 1, [2]),
      [attempt(2, a)],
      'evidence of its own',
    ],
    ['with what is named already', claimed, voice(b, 'support'), [attempt(1, b)], 'evidence of its own'],
    ['against its own claim', claimed, voice(a, 'dispute', 1, [2]), [attempt(2)], null],
    ['of a person, without evidence', claimed, voice(null, 'support', 1, []), [], null],
    [
      'that renews its own stale claim',
      claimed,
      voice(a, 'support', EXPIRES_AFTER + 1, [2]),
      [attempt(2)],
      null,
    ],
    [
      'beyond the bound',
      deadEnd(...Array.from({ length: 50 }, () => says(null))),
      voice(b, 'support', 1, [2]),
      [attempt(2, b)],
      'at most 50',
    ],
  ])('%s', (_what, of, given, found, problem) => {
    const is = voiceProblem(of, given, found)
    if (problem === null) expect(is).toBeNull()
    else expect(is).toContain(problem)
  })
})

describe('evidence', () => {
  it.each<[string, readonly number[], readonly CitedAttempt[], string | null]>([
    ['none', [], [], 'with evidence'],
    ['an attempt that is not there', [7], [], 'no attempt 7 of the team "t"'],
    ['an attempt of another team', [7], [attempt(7, a, { team: 'u' })], 'no attempt 7'],
    ['a run that the machine ended', [7], [attempt(7, a, { class: 'killed' })], 'Attempt 7 is no evidence'],
    ['a score that a person struck', [7], [attempt(7, a, { isStruck: true })], 'a person struck its score'],
    ['too many', Array.from({ length: 21 }, (_, i) => i), [], 'at most 20 attempts, not 21'],
    ['a failed run', [7], [attempt(7)], null],
  ])('%s', (_what, evidence, found, problem) => {
    const is = evidenceProblem({ by: a!, evidence }, 't', found)
    if (problem === null) expect(is).toBeNull()
    else expect(is).toContain(problem)
  })
})

it('a claim is one line of bounded length', () => {
  expect(claimProblem('Vectors do not work')).toBeNull()
  expect(claimProblem(' . ')).toContain('in one line')
  expect(claimProblem('x'.repeat(301))).toContain('at most 300 characters, not 301')
})
