import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { placeWindow, readWindowState, writeWindowState, type Area } from './window-state.ts'

const LAPTOP: Area = { x: 0, y: 28, width: 1440, height: 872 }
const MONITOR: Area = { x: 1440, y: 0, width: 2560, height: 1440 }
const at = (x: number, y: number, width = 1180, height = 760) => ({
  area: { x, y, width, height },
  maximised: false,
})

describe('placeWindow', () => {
  it.each([
    ['first start', null, [LAPTOP], { size: { width: 1180, height: 760 }, at: null }],
    [
      'as it was left',
      at(100, 60),
      [LAPTOP, MONITOR],
      { size: { width: 1180, height: 760 }, at: { x: 100, y: 60 } },
    ],
    [
      'on the second monitor',
      at(2000, 200),
      [LAPTOP, MONITOR],
      { size: { width: 1180, height: 760 }, at: { x: 2000, y: 200 } },
    ],
    ['its monitor is gone', at(2000, 200), [LAPTOP], { size: { width: 1180, height: 760 }, at: null }],
    [
      'its title bar is above the screen',
      at(100, -500),
      [LAPTOP],
      { size: { width: 1180, height: 760 }, at: null },
    ],
    [
      'half over the edge stays there',
      at(1000, 60),
      [LAPTOP],
      { size: { width: 1180, height: 760 }, at: { x: 1000, y: 60 } },
    ],
    [
      'larger than the screen that is left',
      at(0, 28, 2560, 1440),
      [LAPTOP],
      { size: { width: 1440, height: 872 }, at: { x: 0, y: 28 } },
    ],
    [
      'smaller than allowed',
      at(10, 40, 300, 200),
      [LAPTOP],
      { size: { width: 880, height: 560 }, at: { x: 10, y: 40 } },
    ],
    [
      'a tiny screen at first start',
      null,
      [{ x: 0, y: 0, width: 800, height: 480 }],
      { size: { width: 880, height: 560 }, at: null },
    ],
  ] as const)('%s', (_what, saved, screens, placed) => expect(placeWindow(saved, screens)).toEqual(placed))
})

describe('the state file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'window-state-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'window.json')

  it('is read as it was written', () => {
    writeWindowState(file, at(1, 2))
    expect(readWindowState(file)).toEqual(at(1, 2))
  })
  it.each(['', '{', 'null', '[]', '{"area":{"x":"1"}}', '{"area":{"x":1e999,"y":0,"width":1,"height":1}}'])(
    '%j gives no place',
    (text) => {
      writeFileSync(file, text)
      expect(readWindowState(file)?.area ?? null).toBeNull()
    },
  )
})
