import { expect, it } from 'vitest'
import { randomFrom } from '../../../shared/base/seeded/random.ts'
import { KINDS } from './all.ts'
import { isBad, type Kind } from '../../../electron/cli/drill/board.ts'
import { playFaults } from './play.ts'
import { tableOf } from '../../../electron/cli/drill/table.ts'

const SHARE = 7 // of the short kinds of `npm run soak:faults`

const seed = Math.floor(performance.timeOrigin) % 1_000_003

function share(seed: number): readonly Kind[] {
  const random = randomFrom(seed)
  return KINDS.filter((kind) => kind.isShort === true)
    .map((kind) => ({ kind, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, SHARE)
    .map(({ kind }) => kind)
}

it(`loses, doubles, wedges, hides and lets in nothing under ${SHARE} kinds of faults of soak:faults`, async () => {
  const rows = await playFaults(share(seed), { seed, lanes: 2, isShare: true })
  console.log(`faults seed: ${seed}\n${tableOf(rows)}`)
  expect(rows.filter(isBad).map((row) => row.kind.name)).toEqual([])
})

it('has each kind once', () => {
  const names = KINDS.map((kind) => `${kind.group}: ${kind.name}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(100)
})
