import { expect, it } from 'vitest'
import { isShown, othersWords } from './shown-runners.ts'

const runner = (cli: 'claude' | 'gemini' | 'goose', program: string | null = null, threads = 0) =>
  ({ cli, name: cli, program, threads }) as const

it('lists the agents that are here or in use, and names the others once', () => {
  expect(isShown(runner('claude'))).toBe(true)
  expect(isShown(runner('gemini'))).toBe(false)
  expect(isShown(runner('gemini', '/bin/gemini'))).toBe(true)
  expect(isShown(runner('gemini', null, 1))).toBe(true)
  expect(othersWords([runner('claude'), runner('gemini'), runner('goose')])).toBe(
    'Not found here, and understood as well: gemini, goose, and any other agent that speaks ACP.',
  )
  expect(othersWords([runner('claude')])).toBeNull()
})
