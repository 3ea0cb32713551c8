import { expect, it } from 'vitest'
import { judgeRun, type CopyFacts, type RunInCopy } from './judge-run.ts'

const WHOLE: CopyFacts = { headPassed: null, lacks: null }
const judged = (exitCode: number | null, output: string, copy: Partial<CopyFacts> = {}) => {
  const run: RunInCopy = { end: 'exited', exitCode, output }
  const { outcome, cause } = judgeRun(run, { ...WHOLE, ...copy })
  return outcome === 'could_not' ? cause : outcome
}
const PROGRAM = 'program'
const PACKAGES = 'packages'
const NETWORK = 'network'

it.each([
  [0, 'Cannot find module', 'passed'],
  [1, '2 problems (2 errors, 0 warnings)', 'failed'],
  [2, "src/a.ts(1,1): error TS2307: Cannot find module './gone' or its types", 'failed'],
  [1, 'the docs mention an Error 1271', 'failed'],
  [127, 'sh: 1: eslint: not found', PROGRAM],
  [126, 'sh: ./x: Permission denied', PROGRAM],
  [2, '/bin/sh: 1: eslint: not found\nmake: *** [Makefile:2: lint] Error 127', PROGRAM],
  [1, 'bash: line 1: ruff: command not found', PROGRAM],
  [1, "Error: Cannot find module 'left-pad'", PACKAGES],
  [1, "ModuleNotFoundError: No module named 'pytest'", PACKAGES],
  [1, 'npm error code ENOTFOUND', NETWORK],
  [1, 'fatal: Could not resolve host: example.invalid', NETWORK],
  [1, "Error: EROFS: read-only file system, open '/etc/x'", 'writes'],
  [137, '', 'signal'],
  [null, '', 'signal'],
  [2, 'make: *** [Makefile:2: check] Killed', 'signal'],
])('exit code %s with "%s": %s', (code, output, verdict) => expect(judged(code, output)).toBe(verdict))

it('takes what is missing for a failure of the commit, where HEAD had all that it needs', () => {
  const missing = "Error: Cannot find module 'left-pad'"
  expect(judged(1, missing, { headPassed: true })).toBe('failed')
  expect(judged(1, missing, { headPassed: false })).toBe(PACKAGES)
  expect(judged(127, '', { headPassed: true })).toBe(PROGRAM)
})

it('claims nothing about a copy that is not whole, unless it passes', () => {
  const lacks = 'submodules'
  expect(judged(1, 'red', { lacks })).toBe('submodules')
  expect(judged(0, '', { lacks })).toBe('passed')
})

it('reads the end of an endless output in no time', () => {
  const output = `${'Error 12 No such file or directory '.repeat(200_000)}\nred`
  const beganMs = performance.now()
  expect(judged(1, output)).toBe('failed')
  expect(performance.now() - beganMs).toBeLessThan(1000)
})
