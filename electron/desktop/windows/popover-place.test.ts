import { describe, expect, it } from 'vitest'
import { placePopover } from './popover-place.ts'
import type { Area } from './window-state.ts'

const area = (x: number, y: number, width: number, height: number): Area => ({ x, y, width, height })
const screen = area(0, 0, 1920, 1080)
const UNKNOWN = area(0, 0, 0, 0)
const at = (icon: Area, work: Area, on = screen, zoomPercent = 100): string => {
  const { x, y, width, height } = placePopover({ icon, screen: on, work, zoomPercent })
  return `${x},${y} ${width}×${height}`
}

describe('the small window', () => {
  it.each([
    [
      'below the menu bar of macOS, centred under the icon',
      area(1500, 0, 30, 25),
      area(0, 25, 1920, 1055),
      '1325,33 380×560',
    ],
    ['never beyond the edge', area(1880, 0, 30, 25), area(0, 25, 1920, 1055), '1532,33 380×560'],
    ['above a task bar at the bottom', area(1700, 1040, 24, 40), area(0, 0, 1920, 1040), '1522,472 380×560'],
    ['right of a task bar at the left', area(10, 1000, 40, 24), area(62, 0, 1858, 1080), '70,512 380×560'],
    ['left of a task bar at the right', area(1880, 500, 30, 24), area(0, 0, 1860, 1080), '1472,232 380×560'],
    [
      'in the upper corner below a panel when nobody tells where the icon lies',
      UNKNOWN,
      area(0, 32, 1920, 1048),
      '1532,40 380×560',
    ],
    ['in the lower corner without a panel above', UNKNOWN, area(0, 0, 1920, 1040), '1532,472 380×560'],
  ])('%s', (_what, icon, work, expected) => expect(at(icon, work)).toBe(expected))

  it('grows with the zoom, as far as the screen allows', () => {
    expect(at(UNKNOWN, screen, screen, 150)).toBe('1342,232 570×840')
    expect(at(UNKNOWN, area(0, 0, 800, 600), area(0, 0, 800, 600), 150)).toBe('222,8 570×584')
  })
  it('stands on the screen of its icon, which may lie left of the first', () => {
    expect(at(area(-100, 0, 30, 25), area(-1280, 25, 1280, 999), area(-1280, 0, 1280, 1024))).toBe(
      '-388,33 380×560',
    )
  })
})
