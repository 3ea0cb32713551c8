import { setFlagsFromString } from 'node:v8'
import { setImmediate as turn } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import type { Machine } from '../../../../shared/hub/machine.ts'
import type { RemoteState } from '../../../../shared/hub/status.ts'
import { createOthersMemory, MOST_CHARS, MOST_MACHINES, MOST_OF_EACH } from './others-memory.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const machine = (id: string, more: Partial<Machine> = {}): Machine => ({
  id,
  name: id,
  class: 'server',
  version: '1',
  lastSeenAt: HOUR,
  lastBeatAt: null,
  isConnected: true,
  asleepSince: null,
  stoppedAt: null,
  skewMs: 0,
  intervalMs: null,
  ...more,
})
const thread = (of: string, n: number): RemoteState => ({
  machine: of,
  id: `thr_${n}`,
  kind: 'thread',
  rev: n,
  at: HOUR,
  body: { number: n, name: `t${n}`, state: 'quiet' },
})

it('keeps so many threads of a machine, and counts what is beyond', () => {
  const memory = createOthersMemory('own')
  memory.takeMachines([machine('a'), machine('b')], 0)
  memory.takeStates(Array.from({ length: MOST_OF_EACH + 7 }, (_, n) => thread('a', n + 1)))
  memory.takeStates([thread('b', 1), thread('own', 2)])
  const { threads } = memory.details()
  expect([threads.length, memory.beyond()]).toEqual([MOST_OF_EACH + 1, 7])
  // What is there changes all the same.
  memory.takeStates([{ ...thread('a', 1), body: { number: 1, name: 'renamed', state: 'quiet' } }])
  expect(memory.details().threads[0]).toMatchObject({ name: 'renamed' })
})

it('found by an attacker: keeps so many characters of a machine, and nothing of what a text was cut from', async () => {
  const memory = createOthersMemory('own')
  const long = (n: number): string => `${n} `.repeat(50_000)
  const told = (of: string, n: number): RemoteState =>
    JSON.parse(
      JSON.stringify({
        ...thread(of, n),
        body: { ...thread(of, n).body, repoPath: long(n), because: long(n) },
      }),
    ) as RemoteState
  collect()
  const before = process.memoryUsage().heapUsed
  for (let n = 1; n <= 400; n++) memory.takeStates([told('a', n), told('b', n)])
  await turn()
  collect()
  // 800 times 200 KB and more were told.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000)
  memory.takeMachines([machine('a'), machine('b')], 0)
  const { threads } = memory.details()
  const chars = threads
    .filter((one) => one.machine === 'a')
    .map((one) => one.repoPath.length + one.because.length)
  expect(chars.reduce((sum, each) => sum + each)).toBeLessThan(MOST_CHARS)
  expect([threads.length > 150, memory.beyond()]).toEqual([true, 800 - threads.length])
  // What tells less has room.
  memory.takeStates([thread('a', 400)])
  expect(memory.details().threads).toHaveLength(threads.length + 1)
})

it('keeps so many machines', () => {
  const memory = createOthersMemory('own')
  const ids = Array.from({ length: MOST_MACHINES + 3 }, (_, n) => `m${n}`)
  memory.takeStates(ids.map((id) => thread(id, 1)))
  expect(memory.beyond()).toBe(3)
  memory.takeMachines(
    ids.map((id) => machine(id)),
    0,
  )
  expect(memory.details().threads).toHaveLength(MOST_MACHINES)
})

it('tells by the clock here, and moves nothing by a measurement that is a little other', () => {
  const memory = createOthersMemory('own')
  const now = 2 * HOUR
  // This clock is ten seconds behind the hub's, that of the other a minute ahead of it.
  memory.takeMachines([machine('own', { name: 'mine' }), machine('a', { skewMs: MINUTE })], -10 * SECOND)
  memory.takeStates([thread('a', 1)])
  expect(memory.ownName()).toBe('mine')
  expect(memory.details().threads[0]).toMatchObject({ toldAt: HOUR - 70 * SECOND })
  expect(memory.takeMachines([machine('a', { skewMs: MINUTE + 400 })], -10 * SECOND - 300)).toBe(false)
  expect(memory.details().threads[0]).toMatchObject({ toldAt: HOUR - 70 * SECOND })
  expect(memory.machines(now, { connected: now, away: now })).toMatchObject([
    { heardAt: HOUR - 10 * SECOND, skewMs: MINUTE },
  ])
  expect(memory.takeMachines([machine('a', { skewMs: 2 * MINUTE })], -10 * SECOND)).toBe(true)
})

it('is asked for the list of machines anew where it told of one that is not in it', () => {
  const memory = createOthersMemory('own')
  expect(memory.takeStates([thread('a', 1)])).toEqual({ isNews: true, isOfUnknown: true })
  memory.takeMachines([machine('a')], 0)
  expect(memory.takeStates([thread('a', 2)])).toEqual({ isNews: true, isOfUnknown: false })
  expect(memory.takeStates([thread('own', 3)])).toEqual({ isNews: false, isOfUnknown: false })
  expect(memory.cursor()).toBe(3)
})
