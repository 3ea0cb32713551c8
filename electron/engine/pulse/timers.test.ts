import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createTimer, TIMERS } from './timers.ts'

const ENGINE = path.resolve(import.meta.dirname, '..')
const sources = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'))
  .map((file) => ({ file, text: readFileSync(path.join(ENGINE, file), 'utf8') }))

it('every timer of the engine stands in the table, under the file that sets it', () => {
  const set = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:createTimer|pauseFor)\(\s*[\w.]+,\s*'([^']+)'/g)].map(([, name]) => ({
      name,
      owner: file,
    })),
  )
  expect(Object.entries(TIMERS).map(([name, { owner }]) => ({ name, owner }))).toEqual(
    expect.arrayContaining(set),
  )
  expect(set).toHaveLength(Object.keys(TIMERS).length)
})

it('nobody asks the clock past the table', () => {
  expect(sources.filter(({ text }) => text.includes('.setTimer(')).map(({ file }) => file)).toEqual([
    'pulse/timers.ts',
  ])
})

it('a timer that is set again forgets what it was set to before', async () => {
  const clock = virtualClock()
  const timer = createTimer(clock, 'views')
  const calls: string[] = []
  timer.setAt(clock.now() + 10, () => calls.push('first'))
  timer.setAt(clock.now() + 20, () => calls.push('second'))
  await clock.advance(30)
  expect([calls, timer.isSet(), clock.armed]).toEqual([['second'], false, 0])
})

it('a timer for time awake is not hurried by a clock that is set', async () => {
  const clock = virtualClock()
  const timer = createTimer(clock, 'watchdog')
  let calls = 0
  timer.setAfter(60_000, () => calls++)
  await clock.set(clock.now() + 3_600_000)
  await clock.advance(59_000)
  expect(calls).toBe(0)
  await clock.advance(1_000)
  expect(calls).toBe(1)
})
