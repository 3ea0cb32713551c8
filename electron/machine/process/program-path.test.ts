import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import { testFolder } from '../agents/testing/folders.ts'
import { knownProgramPath } from './program-path.ts'

const folder = testFolder()
const program = (at: string): string => {
  mkdirSync(join(folder, at), { recursive: true })
  writeFileSync(join(folder, at, 'tool'), '')
  chmodSync(join(folder, at, 'tool'), 0o755)
  return join(folder, at, 'tool')
}
const environment = { PATH: ['first', 'second'].map((name) => join(folder, name)).join(delimiter) }

it('is remembered for a minute, as long as it is there, and only on the same PATH', async () => {
  expect(await knownProgramPath('tool', environment, 0)).toBeNull()
  const second = program('second')
  expect(await knownProgramPath('tool', environment, 1)).toBe(second)
  const first = program('first')
  expect(await knownProgramPath('tool', environment, 2)).toBe(second)
  expect(await knownProgramPath('tool', { PATH: join(folder, 'first') }, 2)).toBe(first)
  expect(await knownProgramPath('tool', environment, 2 + MINUTE)).toBe(first)
  rmSync(first)
  expect(await knownProgramPath('tool', environment, 3 + MINUTE)).toBe(second)
  rmSync(second)
  expect(await knownProgramPath('tool', environment, 4 + MINUTE)).toBeNull()
})
