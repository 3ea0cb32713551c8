import { expect, it } from 'vitest'
import { isToRun, missingProgramText } from './missing-program.ts'

it.each([
  ['Run `pnpm test`', true],
  ['@09:00 run: `./build.sh` and report', true],
  ['Please re-run `just test`', true],
  ['Execute `ruff check`', true],
  ['Check for merge conflicts with `main`', false],
  ['Is `HEARTBEAT.md` in order?', false],
  ['`main`', false],
  ['Run the tests of `web`', false],
  ['Never run `npm publish`', false],
  ['run', false],
])('takes a line for one that is only to run its command by its form: %s', (text, expected) =>
  expect(isToRun(text)).toBe(expected),
)

it('says of a program that is missing what is so', () => {
  const script = { command: './check.sh', program: './check.sh', isThere: false }
  expect(missingProgramText(script, true)).toBe('`./check.sh` was approved and is not there')
  expect(missingProgramText(script, false)).toBe('`./check.sh` is not there, so that it does not run')
  expect(missingProgramText({ ...script, isThere: true }, true)).toBe(
    '`./check.sh` was approved and is there, but is no file that can be executed',
  )
  const named = { command: 'pnpm test', program: 'pnpm', isThere: false }
  expect(missingProgramText(named, true)).toBe('`pnpm test` was approved, and `pnpm` is not found here')
  expect(missingProgramText(named, false)).toBe('`pnpm` is not found here, so that `pnpm test` does not run')
})
