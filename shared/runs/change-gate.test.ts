import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedSince, classesNeeded, PROOF_EVERY_MS, STANDING_EVERY_MS } from './change-gate.ts'
import { TIERS, type Tier } from '../schedule/tier.ts'
import { facts, mark, PRINTS, STATUS, now, CONFLICTS } from './testing/gate-facts.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
console.log(`gate seed: ${seed}`)

const FETCH = { tier: 'hourly', text: 'Run `git fetch origin`; look for upstream changes' } as const
const CHECKS = {
  tier: 'hourly',
  text: 'Run `gh pr list --state open`, then `gh pr checks`: CI on open pull requests',
} as const

describe('the change gate', () => {
  it.each([
    ['lets nothing start when nothing changed', facts(), null],
    ['looks where nothing was ever proved', facts({ marks: {} }), 'no proof for the quick tasks yet'],
    [
      'looks for a tier that was never proved, although a lower one was',
      facts({ tiers: ['quick', 'hourly'], marks: { quick: mark() } }),
      'no proof for the hourly tasks yet',
    ],
    [
      'looks when the tree changed',
      facts({ prints: { ...PRINTS, tree: 't2' } }),
      'the working tree or HEAD changed',
    ],
    ['is not woken by what its tasks do not depend on', facts({ prints: { tree: 't1' } }), null],
    [
      'looks when a class cannot be told now',
      facts({ tasks: [FETCH], tiers: ['hourly'], prints: { tree: 't1' } }),
      'the remote has changed',
    ],
    [
      'looks when a class could not be told then',
      facts({ tasks: [CHECKS], tiers: ['hourly'], marks: { hourly: mark({ prints: { tree: 't1' } }) } }),
      'pull requests, checks or issues changed',
    ],
    [
      'looks when it could be told neither then nor now',
      facts({ tasks: [CHECKS], tiers: ['hourly'], marks: { hourly: mark({ prints: {} }) }, prints: {} }),
      'pull requests, checks or issues changed',
    ],
    ['looks when the list changed', facts({ playbook: 'p2' }), 'HEARTBEAT.md changed'],
    [
      'always looks at a task it cannot classify',
      facts({ tasks: [{ tier: 'quick', text: 'Check that the CDN is warm' }] }),
      '"Check that the CDN is warm" is always looked at',
    ],
    [
      'does not ask for a tier that is not due',
      facts({ tasks: [STATUS, { tier: 'daily', text: 'Check that the CDN is warm' }] }),
      null,
    ],
    [
      'looks once a day, whatever it sees',
      facts({ marks: { quick: mark({ provenAt: now - PROOF_EVERY_MS, quiet: true }) } }),
      'the daily proof',
    ],
    [
      'saves a beat while an alert stands and nothing changed',
      facts({ marks: { quick: mark({ quiet: false }) } }),
      null,
    ],
    [
      'looks sooner again while an alert stands',
      facts({ marks: { quick: mark({ quiet: false, provenAt: now - STANDING_EVERY_MS }) } }),
      'an alert stands',
    ],
    [
      'trusts no proof of the future, after a clock was set back',
      facts({ marks: { quick: mark({ provenAt: now + 1, quiet: true }) } }),
      'the daily proof',
    ],
  ])('%s', (_, f, expected) => expect(changedSince(f)).toBe(expected))

  it('never misses a change of anything that a due task depends on', () => {
    const task = fc.constantFrom(STATUS, FETCH, CHECKS, CONFLICTS, {
      tier: 'daily',
      text: 'Check PR status (open, draft, review requested)',
    } as const)
    fc.assert(
      fc.property(
        fc.array(task, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.boolean(),
        fc.integer({ min: 0, max: 2 * PROOF_EVERY_MS }),
        (tasks, pick, vanishes, ageMs) => {
          const tiers: readonly Tier[] = TIERS.filter((t) => tasks.some((task) => task.tier === t))
          const marks = Object.fromEntries(
            tiers.map((t) => [t, mark({ provenAt: now - ageMs, quiet: true })]),
          )
          const same = facts({ tasks, tiers, marks })
          expect(changedSince(same) === null).toBe(ageMs < PROOF_EVERY_MS)
          const needed = classesNeeded(tasks)
          const planted = needed[pick % needed.length]!
          const { [planted]: _, ...rest } = PRINTS
          expect(
            changedSince({ ...same, prints: vanishes ? rest : { ...PRINTS, [planted]: 'other' } }),
          ).not.toBeNull()
        },
      ),
      { seed, numRuns: 2000 },
    )
  })
})
