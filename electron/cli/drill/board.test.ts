import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isBad, playBoard, type Kind, type Row } from './board.ts'
import { chosen } from './drill.ts'
import { openLane } from './lane.ts'
import { isPassed, verdictOf } from './result.ts'

const root = mkdtempSync(path.join(tmpdir(), 'drill-board-test-'))
afterAll(() => rmSync(root, { recursive: true }))

/** They ask for no app, so none is started. */
const nobody = { root, start: () => Promise.reject(new Error('nobody')) as never }

/** What each kind draws, in the order in which it draws. */
async function drawn(seed: number, lanes: number): Promise<readonly (readonly number[])[]> {
  const draws = new Map<string, number[]>()
  const kinds = chosen([]).map(
    ({ group, name }): Kind => ({
      group,
      name,
      play(c) {
        draws.set(
          name,
          c.some([1, 2, 3]).map(() => c.random()),
        )
        c.injected()
        return Promise.resolve()
      },
    }),
  )
  await playBoard({
    kinds,
    seed,
    isShare: false,
    folder: root,
    lanes: Array.from({ length: lanes }, () => openLane(nobody)),
  })
  return kinds.map(({ name }) => draws.get(name)!)
}

const row = (more: Partial<Row>): Row => ({
  kind: { group: 'process', name: 'killed', play: () => Promise.resolve() },
  injected: 1,
  found: { lost: [], doubled: [], wedged: [], silent: [], letIn: [] },
  skipped: null,
  leftOut: [],
  broken: null,
  ms: 1,
  ...more,
})

it('the same seed injects the same, in however many lanes; another one does not', async () => {
  const once = await drawn(5, 3)
  expect(once.flat()).toHaveLength(3 * chosen([]).length)
  expect(await drawn(5, 1)).toEqual(once)
  expect(await drawn(6, 3)).not.toEqual(once)
})

it('plays each kind of trouble that a machine has', () => {
  const named = (words: string): number => chosen([words]).length
  for (const words of [
    'killed',
    'sleep:',
    'full',
    'clock:',
    'remote:',
    'that start programs',
    'socket',
    'HEARTBEAT.md',
  ])
    expect([words, named(words) > 0]).toEqual([words, true])
  expect(named('no such fault')).toBe(0)
})

it('is passed only where something was injected and nothing found', () => {
  const lost = { ...row({}).found, lost: ['the event "x" is gone'] }
  expect(isPassed([row({})])).toBe(true)
  for (const bad of [row({ found: lost }), row({ broken: 'it did not start' })]) {
    expect([isBad(bad), isPassed([row({}), bad])]).toEqual([true, false])
    expect(verdictOf({ rows: [row({}), bad], seed: 5, cost: null, folder: null, ms: 1 })).toMatch(
      /^NOT AS IT SHOULD BE: 1 kind of fault, [^]*--seed 5 .*--only "killed"$/,
    )
  }
  const skipped = row({ injected: 0, skipped: 'there is no disk' })
  expect(isPassed([skipped])).toBe(false)
  expect(verdictOf({ rows: [skipped], seed: 5, cost: null, folder: null, ms: 1 })).toMatch(
    /^Nothing could be injected/,
  )
  expect(verdictOf({ rows: [row({}), skipped], seed: 5, cost: null, folder: null, ms: 1 })).toContain(
    '1 kind could not be played here',
  )
})
