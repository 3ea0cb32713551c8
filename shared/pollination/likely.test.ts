import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applies } from './applies.ts'
import { factsOf } from './facts.ts'
import { readFleet } from './fleet-reading.ts'
import { CHECK_KINDS } from './kinds/check-kinds.ts'
import { suggest } from './likely.ts'
import type { FleetHistory, History, RepositoryState } from './state.ts'

const NODE: RepositoryState = {
  checks: ['unit-test', 'lint', 'build-in-ci'],
  files: ['package.json', 'tsconfig.json', 'package-lock.json', '.github/'],
  languages: { ts: 12 },
  tools: ['typescript', 'vitest'],
  scripts: ['test', 'build'],
  active: 20,
}
const EMPTY: RepositoryState = { checks: [], files: [], languages: {}, tools: [], scripts: [], active: 0 }
const also = (...checks: readonly string[]): RepositoryState => ({
  ...NODE,
  checks: [...NODE.checks, ...checks],
})
/** Four repositories of which all but the last have taken up `typecheck` in the last half-year. */
const rollout = (last: History): FleetHistory =>
  new Map([
    ...['a', 'b', 'c'].map((name) => [name, [NODE, NODE, NODE, also('typecheck')]] as const),
    ['last', last] as const,
  ])
const checks = (fleet: FleetHistory, name: string, month = '2026-03'): readonly string[] =>
  suggest(readFleet(fleet, month), name).map(({ check }) => check)

describe('what is suggested', () => {
  it('is what the others have just taken up, with the figures it stands on', () => {
    const fleet = readFleet(rollout([NODE, NODE, NODE, NODE]), '2026-03')
    const typecheck = suggest(fleet, 'last').find(({ check }) => check === 'typecheck')
    expect(typecheck?.because).toEqual({
      holders: 3,
      repositories: 4,
      window: { adopted: 3, atRisk: 4 },
      kindred: { adopted: 3, atRisk: 4 },
      adopters: ['a', 'b', 'c'],
      tools: ['typescript'],
    })
  })

  it('is at most three, the likeliest first, and the same each time', () => {
    const fleet = readFleet(rollout([NODE, NODE, NODE, NODE]), '2026-03')
    const scores = suggest(fleet, 'last').map(({ score }) => score)
    expect(scores.length).toBeLessThanOrEqual(3)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(suggest(fleet, 'last')).toEqual(suggest(fleet, 'last'))
  })

  it('is nothing where nothing is likely enough, or nobody is there', () => {
    const fleet = readFleet(rollout([NODE, NODE, NODE, NODE]), '2026-03')
    expect(suggest(fleet, 'last', { least: 1 })).toEqual([])
    expect(suggest(fleet, 'nobody')).toEqual([])
    expect(checks(rollout([null, null, null, null]), 'last')).toEqual([])
    expect(checks(rollout([EMPTY, EMPTY, EMPTY, EMPTY]), 'last')).toEqual([])
  })

  it('is never what was removed within 18 months, and may be again after that', () => {
    expect(checks(rollout([NODE, also('typecheck'), NODE, NODE]), 'last')).not.toContain('typecheck')
    const long = [also('typecheck'), NODE, NODE, NODE, NODE]
    const fleet = new Map([...rollout([])].map(([name, h]) => [name, name === 'last' ? long : [NODE, ...h]]))
    expect(checks(fleet, 'last')).toContain('typecheck')
  })

  it('is never what does the same as something it has', () => {
    const fleet = new Map([
      ...['a', 'b', 'c'].map((name) => [name, [NODE, also('dependabot')]] as const),
      ['last', [NODE, also('renovate')]] as const,
    ])
    expect(checks(fleet, 'last')).not.toContain('dependabot')
  })

  it('is nothing that did not exist at the time', () => {
    const named = (month: string): boolean =>
      readFleet(rollout([NODE, NODE, NODE, NODE]), month).records.has('min-permissions')
    expect([named('2021-03'), named('2021-09')]).toEqual([false, true])
  })
})

describe('what cannot apply', () => {
  const names = [...CHECK_KINDS.keys(), 'unheard-of', '__proto__']
  const subsets = (of: readonly string[]) => fc.subarray([...of])
  const state = fc.record({
    checks: subsets(names),
    files: subsets([
      'package.json',
      'go.mod',
      'Cargo.toml',
      'pyproject.toml',
      'Dockerfile',
      '.github/',
      'yarn.lock',
    ]),
    languages: fc.dictionary(fc.constantFrom('ts', 'js', 'py', 'go', 'rs', 'c', 'sh', 'md'), fc.nat(9)),
    tools: subsets(['typescript', 'vitest', 'prettier', 'eslint', 'mypy']),
    scripts: subsets(['test', 'build', 'lint', 'release']),
    active: fc.nat(99),
  })
  const fleets = fc
    .integer({ min: 1, max: 5 })
    .chain((length) =>
      fc.dictionary(
        fc.string(),
        fc.array(fc.option(state, { freq: 8 }), { minLength: length, maxLength: length }),
        { maxKeys: 8 },
      ),
    )

  it('is never suggested, nor what it has or had, in any fleet', () => {
    fc.assert(
      fc.property(fleets, (fleet) => {
        const reading = readFleet(new Map(Object.entries(fleet)), '2026-03')
        for (const [name, { now, have, removed }] of reading.residents)
          for (const { check, score } of suggest(reading, name, { most: 99, least: 0 })) {
            expect(have.has(check) || removed.has(check)).toBe(false)
            expect(score > 0 && score < 1).toBe(true)
            const record = reading.records.get(check)
            expect(applies(check, factsOf(now), record?.shared ?? null)).toBe(true)
          }
      }),
      { numRuns: 300 },
    )
  })

  it.each<[string, Partial<RepositoryState>]>([
    ['typecheck', { languages: { go: 5 }, files: ['go.mod'] }],
    ['deno-ci', { languages: { py: 5 }, files: ['pyproject.toml', '.github/'] }],
    ['lockfile-frozen', { languages: { ts: 5 }, files: ['package.json'] }],
    ['docker-build', { languages: { ts: 5 }, files: ['package.json'] }],
    ['msrv', { languages: { ts: 5 }, files: ['package.json', '.github/'] }],
    ['min-permissions', { languages: { ts: 5 }, files: ['package.json'] }],
    ['windows-ci', { languages: { ts: 5 }, files: ['package.json'], scripts: ['test'] }],
    ['coverage', { languages: { ts: 5 }, files: ['package.json'] }],
    ['autofix-ci', { languages: { ts: 5 }, files: ['package.json', '.github/'] }],
    ['renovate', { languages: { md: 5 } }],
    ['shell-check', { languages: { ts: 5 }, files: ['package.json'] }],
  ])('%s lacks what it needs', (check, part) => {
    expect(applies(check, factsOf({ ...EMPTY, ...part }), new Set())).toBe(false)
  })

  it('of a check that the table does not know is whatever lacks what all its holders have', () => {
    const odd = { ...NODE, files: [...NODE.files, 'Dockerfile'] }
    const fleet = new Map([
      ['a', [odd, { ...odd, checks: [...odd.checks, 'odd'] }]],
      ['with', [odd, odd]],
      ['without', [NODE, NODE]],
    ])
    const all = (name: string) =>
      suggest(readFleet(fleet, '2026-03'), name, { most: 99, least: 0 }).map(({ check }) => check)
    expect(all('with')).toContain('odd')
    expect(all('without')).not.toContain('odd')
  })
})
