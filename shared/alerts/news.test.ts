import { describe, expect, it } from 'vitest'
import { alertShape, normaliseAlert, tellNews, type Told } from './news.ts'
import { DAY, HOUR } from '../base/time.ts'

const same = (a: string, b: string): boolean => normaliseAlert(a) === normaliseAlert(b)

describe('the same news', () => {
  it.each([
    ['CI red (checked 10:00)', 'CI red (checked 11:35)'],
    ['main is red since a1b2c3d', 'main is red since 9f8e7d6'],
    ['failing for 3 h', 'failing for 5 hours'],
    ['red since 2026-11-20', 'red since 2026-11-22T08:00:00Z'],
    ['red since 20 Nov 2026', 'red since 22 November 2026'],
    ['- b\n- a', '- a\n- b'],
    ['CI   red ', 'CI red'],
    ['took 1m30s', 'took 2m05s'],
    ['at 9am', 'at 11 pm'],
  ])('%j is %j', (a, b) => expect(same(a, b)).toBe(true))

  it.each([
    ['3 tests fail', '4 tests fail'],
    ['CI red on main', 'CI red on dev'],
    ['PR 12 waits', 'PR 13 waits'],
    ['deadbeef', 'cafebabe!'],
    ['a\n- x', 'b\n- x'],
  ])('%j is not %j', (a, b) => expect(same(a, b)).toBe(false))

  it('has a shape that counts do not change', () =>
    expect(alertShape('3 tests fail')).toBe(alertShape('14 tests fail')))
})

describe('telling', () => {
  const play = (steps: readonly (readonly [at: number, text: string])[]): boolean[] => {
    let told: Told = {}
    return steps.map(([at, text]) => {
      const answer = tellNews(told, text, at, DAY)
      told = answer.told
      return answer.tell
    })
  }
  it('happens once within the window, which repeats do not renew', () =>
    expect(
      play([
        [0, 'x'],
        [DAY - 1, 'x'],
        [DAY, 'x'],
      ]),
    ).toEqual([true, false, true]))
  it('remembers several alerts at a time', () =>
    expect(
      play([
        [0, 'a'],
        [1, 'b'],
        [2, 'a'],
        [3, 'b'],
      ]),
    ).toEqual([true, true, false, false]))
  it('begins anew after an all-clear', () =>
    expect(
      play([
        [0, 'a'],
        [HOUR, 'HEARTBEAT_OK'],
        [2 * HOUR, 'a'],
      ]),
    ).toEqual([true, false, true]))
})
