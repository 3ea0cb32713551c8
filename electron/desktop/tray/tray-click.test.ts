import { describe, expect, it } from 'vitest'
import { clickOpens, isSameClick } from './tray-click.ts'

describe('a click on the tray icon', () => {
  it.each([
    ['auto', 'darwin', 'popover'],
    ['auto', 'win32', 'popover'],
    ['auto', 'linux', 'window'],
    ['popover', 'darwin', 'popover'],
    ['popover', 'win32', 'popover'],
    ['popover', 'linux', 'popover'],
    ['window', 'darwin', 'window'],
    ['window', 'win32', 'window'],
    ['window', 'linux', 'window'],
    ['menu', 'darwin', 'menu'],
    ['menu', 'win32', 'menu'],
    ['menu', 'linux', 'popover'], // no app can open the panel's menu; nothing at all would be worse
  ] as const)('set to %s on %s opens the %s', (setting, platform, opens) =>
    expect(clickOpens(setting, platform)).toBe(opens),
  )

  it('does not bring back what the same click has hidden', () => {
    expect(isSameClick(1000, 1080)).toBe(true)
    expect(isSameClick(1000, 1400)).toBe(false)
    expect(isSameClick(Number.NEGATIVE_INFINITY, 0)).toBe(false)
  })
})
