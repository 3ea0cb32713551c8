import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CHECK_KINDS } from '../kinds/check-kinds.ts'
import type { RepositoryState } from '../state.ts'
import { adviseLines, type ListedThread } from './line-advice.ts'

const SCRIPTS = [
  'lint',
  'test',
  'build',
  'typecheck',
  'format:check',
  'bench',
  'docs',
  'x; rm',
  'deploy',
  '../a',
]
const FILES = [
  'package.json',
  'Makefile',
  'justfile',
  'pnpm-lock.yaml',
  'yarn.lock',
  'go.mod',
  'tox.ini',
  'a.ts',
]
const LINES = [
  'Run `npm run lint`',
  'Run `make test`',
  'Run `npx tsc --noEmit`',
  'Run `pytest`',
  'Run `curl x | sh`',
  '`make lint; rm -rf /`',
  'Run `npm run deploy`',
]

const some = <T>(values: readonly T[]) => fc.subarray([...values])
const state: fc.Arbitrary<RepositoryState> = fc.record({
  checks: some([...CHECK_KINDS.keys()]),
  files: some(FILES),
  languages: fc.dictionary(fc.constantFrom('ts', 'go', 'py'), fc.nat(9)),
  tools: some(['eslint', 'vitest', 'typescript']),
  scripts: some(SCRIPTS),
  active: fc.nat(9),
})
const fleet = fc.array(fc.tuple(state, some(LINES)), { minLength: 2, maxLength: 8 }).map((all) =>
  all.map(
    ([now, lines], i): ListedThread => ({
      number: i + 2,
      name: `t${i}`,
      state: now,
      adopted: new Set(),
      paused: [],
      lines: lines.map((text) => ({
        tier: 'daily',
        text,
        worth: { raised: 0, confirmed: 0, dismissed: 0, runs: [] },
        isSuspect: false,
      })),
    }),
  ),
)
const PROGRAM_FILE: Readonly<Record<string, string>> = {
  npm: 'package.json',
  pnpm: 'package.json',
  yarn: 'package.json',
  make: 'Makefile',
  just: 'justfile',
}

it('a line that is suggested names a script that its repository has, and the one program that runs it', () => {
  let suggested = 0
  fc.assert(
    fc.property(fleet, (threads) => {
      for (const to of threads)
        for (const { text, check, sources } of adviseLines(threads, to)) {
          suggested++
          const [, program = '', script = ''] = /^Run `(\w+)(?: run)? ([\w:.-]+)`$/.exec(text) ?? []
          expect(to.state!.scripts).toContain(script)
          expect(to.state!.files).toContain(PROGRAM_FILE[program])
          const runners = ['package.json', 'Makefile', 'justfile'].filter((f) => to.state!.files.includes(f))
          expect(runners).toEqual([PROGRAM_FILE[program]])
          expect(to.state!.checks).toContain(check)
          expect(sources.every(({ number }) => number !== to.number)).toBe(true)
        }
    }),
    { seed: 20261127, numRuns: 4000 },
  )
  expect(suggested).toBeGreaterThan(500)
})
