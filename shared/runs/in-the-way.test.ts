import { describe, expect, it } from 'vitest'
import { inTheWay, type WayFacts } from './in-the-way.ts'
import { HOUR, MINUTE, SECOND } from '../base/time.ts'

const nothing: WayFacts = {
  lock: null,
  operation: null,
  operationAgeMs: null,
  editedMsAgo: null,
  session: null,
}
const why = (facts: Partial<WayFacts>, skippedBefore = false): string | null =>
  inTheWay({ ...nothing, ...facts }, { skippedBefore })

describe('what is in the way of a beat that nobody asked for', () => {
  it('is nothing where nothing is', () => expect(why({})).toBeNull())

  it.each<readonly [string, Partial<WayFacts>, string]>([
    ['a lock', { lock: { ageMs: 12 * SECOND } }, 'A git command is at work here: index.lock is 12 s old.'],
    [
      'a rebase',
      { operation: 'rebase', operationAgeMs: 5 * HOUR },
      'A rebase is in progress here, touched 5 h ago.',
    ],
    [
      'a lock during a rebase',
      { lock: { ageMs: 0 }, operation: 'rebase', operationAgeMs: 0 },
      'A git command is at work here: index.lock is 0 s old.',
    ],
  ])('is %s, each time again', (_, facts, sentence) => {
    expect(why(facts)).toBe(sentence)
    expect(why(facts, true)).toBe(sentence)
  })

  it.each<readonly [string, Partial<WayFacts>, string]>([
    ['a session', { session: 'claude' }, 'An agent session ("claude") is open here.'],
    ['an edit', { editedMsAgo: 40 * SECOND }, 'Somebody is working here: a file was edited 40 s ago.'],
  ])('is %s, for one beat only', (_, facts, sentence) => {
    expect(why(facts)).toBe(sentence)
    expect(why(facts, true)).toBeNull()
  })

  it.each<readonly [string, Partial<WayFacts>]>([
    ['a lock of 10 minutes', { lock: { ageMs: 10 * MINUTE } }],
    ['a merge of 6 hours', { operation: 'merge', operationAgeMs: 6 * HOUR }],
    ['an edit of 3 minutes', { editedMsAgo: 3 * MINUTE }],
  ])('is not %s, and a moment younger it is', (_, facts) => {
    expect(why(facts)).toBeNull()
    const younger: Partial<WayFacts> = {
      lock: facts.lock ? { ageMs: facts.lock.ageMs - 1 } : null,
      operation: facts.operation ?? null,
      operationAgeMs: facts.operationAgeMs ? facts.operationAgeMs - 1 : null,
      editedMsAgo: facts.editedMsAgo ? facts.editedMsAgo - 1 : null,
    }
    expect(why(younger)).not.toBeNull()
  })

  it('looks past a stale lock', () => {
    expect(why({ lock: { ageMs: HOUR }, session: 'codex' })).toContain('codex')
    expect(why({ lock: { ageMs: HOUR }, operation: 'bisect', operationAgeMs: 0 })).toContain('bisect')
  })
})
