import { describe, expect, it } from 'vitest'
import { createDock } from './dock.ts'

describe('the tile in the Dock', () => {
  it('is there as long as it is wanted, and is not touched without need', () => {
    const seen: string[] = []
    let isWanted = false
    const draw = createDock(
      { show: () => seen.push('shown'), hide: () => void seen.push('hidden') },
      () => isWanted,
    )
    for (const [wanted, after] of [
      [false, ['hidden']],
      [false, ['hidden']],
      [true, ['hidden', 'shown']],
      [true, ['hidden', 'shown']],
      [false, ['hidden', 'shown', 'hidden']],
    ] as const) {
      isWanted = wanted
      draw()
      expect(seen).toEqual(after)
    }
  })
  it('is nobody’s business where there is no Dock', () =>
    expect(() => createDock(undefined, () => true)()).not.toThrow())
})
