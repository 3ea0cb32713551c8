import { describe, expect, it } from 'vitest'
import { createGlobalShortcut } from './global-shortcut.ts'

/** A registry of keys in which other programs hold some already. */
function desktop(...others: string[]) {
  const held = new Map<string, () => void>()
  const told: (string | null)[] = []
  const tries: string[] = []
  let pressed = 0
  const shortcut = createGlobalShortcut({
    registry: {
      register(accelerator, press) {
        tries.push(accelerator)
        if (others.includes(accelerator) || held.has(accelerator)) return false
        held.set(accelerator, press)
        return true
      },
      unregister: (accelerator) => void held.delete(accelerator),
    },
    press: () => void pressed++,
    tell: (problem) => void told.push(problem?.text ?? null),
  })
  return {
    shortcut,
    others,
    told,
    tries,
    keys: () => [...held.keys()],
    press: (accelerator: string) => held.get(accelerator)?.(),
    pressed: () => pressed,
  }
}

describe('the key for everywhere', () => {
  it('is taken, acts, and is given back', () => {
    const d = desktop()
    expect(d.shortcut.take('Mod+Shift+K')).toBeNull()
    d.press('CommandOrControl+Shift+K')
    expect([d.keys(), d.pressed()]).toEqual([['CommandOrControl+Shift+K'], 1])
    expect(d.shortcut.take('Mod+Shift+L')).toBeNull()
    expect(d.keys()).toEqual(['CommandOrControl+Shift+L'])
    expect(d.shortcut.take(null)).toBeNull()
    expect(d.keys()).toEqual([])
  })
  it('stays the earlier one where another program holds the new one, and says so', () => {
    const d = desktop('CommandOrControl+Shift+L')
    d.shortcut.take('Mod+Shift+K')
    expect(d.shortcut.take('Mod+Shift+L')).toMatch(
      /^\S+ \+ Shift \+ L cannot be taken: another program holds it.* Shift \+ K still does\.$/,
    )
    expect(d.keys()).toEqual(['CommandOrControl+Shift+K'])
  })
  it('follows the settings, tries once what it cannot have, and tells when it is well again', () => {
    const d = desktop('CommandOrControl+Shift+L')
    for (let i = 0; i < 3; i++) d.shortcut.follow('Mod+Shift+L')
    expect(d.tries).toHaveLength(1)
    expect(d.told).toEqual([expect.stringContaining('No key opens the window from elsewhere.')])
    d.shortcut.follow('Mod+Shift+K')
    d.shortcut.follow('Mod+Shift+K')
    expect(d.told.slice(1)).toEqual([null])
    d.shortcut.follow(null)
    expect(d.keys()).toEqual([])
  })
  it('can be asked for again once the other program has let it go', () => {
    const d = desktop('CommandOrControl+Shift+L')
    d.shortcut.follow('Mod+Shift+L')
    d.others.length = 0
    expect(d.shortcut.take('Mod+Shift+L')).toBeNull()
    expect([d.keys(), d.told.at(-1)]).toEqual([['CommandOrControl+Shift+L'], null])
  })
  it('ends without a trace', () => {
    const d = desktop()
    d.shortcut.take('Mod+Shift+K')
    d.shortcut.end()
    expect(d.keys()).toEqual([])
  })
})
