import { describe, expect, it } from 'vitest'
import { acceleratorOf } from './global-shortcut.ts'

describe('a key for everywhere', () => {
  it.each([
    ['Mod+Shift+B', 'CommandOrControl+Shift+B'],
    ['Alt+Shift+7', 'Alt+Shift+7'],
    ['Mod+Alt+T', 'CommandOrControl+Alt+T'],
    ['Alt+Space', 'Alt+Space'],
    ['Mod+F9', 'CommandOrControl+F9'],
    ['Mod+Shift+ArrowUp', 'CommandOrControl+Shift+Up'],
    ['Mod+Shift+F24', 'CommandOrControl+Shift+F24'],
    ['B', null],
    ['Shift+B', null],
    ['Shift+F5', null],
    ['F5', null],
    ['Mod+B', null],
    ['Mod+C', null],
    ['Alt+7', null],
    ['Mod+ArrowUp', null],
    ['Mod+Shift+?', null],
    ['Mod+Shift+Enter', null],
    ['Mod+Shift+F25', null],
    ['Mod+Mod+B', null],
    ['Super+Shift+B', null],
    ['Mod+Shift', null],
    ['Mod+Shift+b', null],
    ['G T', null],
    ['', null],
    ['Mod+Shift+constructor', null],
    ['constructor+Mod+B', null],
  ])('%j is %j', (stroke, accelerator) => expect(acceleratorOf(stroke)).toBe(accelerator))
})
