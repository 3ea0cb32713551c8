import { describe, expect, it } from 'vitest'
import { CliError } from './errors.ts'
import { FLEET } from '../testing/fleet.ts'
import { chooseThreads, matchThread } from './find-thread.ts'

describe('a thread is found', () => {
  it.each([
    ['by number', '3', '', 3],
    ['by exact name before any beginning', 'api', '', 2],
    ['by the beginning of its name', 'api-', '', 3],
    ['whatever its case', 'we', '', 4],
    ['by its folder', '../x', '/b/twin', 7],
    ['by a name that is a number', '12', '', 5],
  ])('%s', (_how, text, place, number) =>
    expect(matchThread(FLEET, text, place)).toMatchObject({ ok: true, value: { number } }),
  )

  it.each([
    ['nobody', true, /no thread "nobody"/],
    ['a', false, /could be 2 api, 3 api-gateway\. Use the number/],
    ['twin', false, /6 twin, 7 twin/],
  ])('but not by "%s"', (text, unknown, message) => {
    expect(matchThread(FLEET, text, '')).toMatchObject({
      ok: false,
      error: { unknown, message: expect.stringMatching(message) as string },
    })
  })
})

it('the master is found by number 1, and by its own', () => {
  const threads = FLEET.map((thread) =>
    thread.number === 4 ? { ...thread, role: 'master' as const } : thread,
  )
  for (const number of ['1', '4'])
    expect(matchThread(threads, number, '')).toMatchObject({ ok: true, value: { number: 4 } })
  expect(matchThread(FLEET, '1', '')).toMatchObject({ ok: true, value: { name: '12' } }) // the beginning of a name
})

describe('which threads are meant', () => {
  const codeOf = (act: () => unknown): number | null => {
    try {
      act()
      return null
    } catch (error) {
      return error instanceof CliError ? error.exitCode : -1
    }
  }
  it('is never guessed among several', () =>
    expect(codeOf(() => chooseThreads(FLEET, undefined, false, 'beat'))).toBe(2))
  it('is the only one there is', () =>
    expect(chooseThreads(FLEET.slice(0, 1), undefined, false, 'beat')).toHaveLength(1))
  it('is every one with --all', () => expect(chooseThreads(FLEET, undefined, true, 'beat')).toHaveLength(6))
  it('is not both a name and all', () =>
    expect(codeOf(() => chooseThreads(FLEET, '2', true, 'beat'))).toBe(2))
  it('is an error without threads, but not a wrong use', () =>
    expect(codeOf(() => chooseThreads([], undefined, false, 'beat'))).toBe(1))
})
