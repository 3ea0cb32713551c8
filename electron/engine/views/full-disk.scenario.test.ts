import { expect, it } from 'vitest'
import { WriteRefused } from '../../../shared/base/faults.ts'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import { statusExitCode } from '../../../shared/views/status/status-code.ts'
import { apiClient } from '../testing/api-client.ts'
import { oneThread } from '../testing/one-thread.ts'
import { createForesight } from './foresight.ts'
import { shortOf } from './summaries.ts'

it('a disk that takes nothing is said at once, everywhere, until it takes something again', async () => {
  const { s, id } = await oneThread({ agent: false })
  await s.clock.advance(20 * MINUTE)
  expect(s.views.snapshot().fleet.verdict.headline).toBe('All quiet.')
  const { set } = s.store.meta
  let problem: string | null = 'database or disk is full'
  s.store.writeProblem = () => problem
  s.store.meta.set = () => {
    throw new WriteRefused(new Error('database or disk is full'))
  }
  s.engine.tick()
  const { fleet, threads } = s.views.snapshot()
  expect([fleet.engine, fleet.verdict.headline === 'All quiet.']).toEqual(['halted', false])
  expect(fleet.problems).toContainEqual(
    expect.objectContaining({
      code: 'disk',
      text: expect.stringContaining('database or disk is full') as string,
    }),
  )
  expect([fleet.nextDueAt, threads[0]!.nextDueAt], 'no beat is promised').toEqual([null, null])
  const foresight = createForesight(s.ports, s.store, s.engine, s.documents)
  expect(new Set(foresight.foresee(id, 1).entries.map((entry) => entry.held))).toEqual(
    new Set(['the scheduler is failing']),
  )
  expect((await foresight.explain(s.store.threads.get(id)!)).next).toBe(
    'No beat starts until the scheduler works again.',
  )
  expect(statusExitCode(threads, fleet.engine === 'halted')).toBe(30)
  expect(shortOf(s.views.snapshot(), s.clock.now(), 7)).toMatch(/^\d+ 30 7\n♥ !\n$/)

  s.store.events.add = () => {
    throw new WriteRefused(new Error('database or disk is full'))
  }
  await expect(
    apiClient(s).events.add({ to: id, text: 'x', source: 'cli', wake: 'next' } as never),
  ).rejects.toThrow('Nothing was saved: database or disk is full.')
  problem = null
  s.store.meta.set = set
  await s.clock.advance(31 * SECOND)
  expect(s.views.snapshot().fleet.verdict.headline).toBe('All quiet.')
  expect(s.views.snapshot().threads[0]!.nextDueAt).toBe(s.store.threads.get(id)!.nextDueAt)
})

it('a look at HEARTBEAT.md that cannot be kept ends nothing else', async () => {
  const { s, id } = await oneThread({ agent: false })
  const { add } = s.store.versions
  s.store.versions.add = () => {
    throw new WriteRefused(new Error('database or disk is full'))
  }
  s.files.set('/api', '## Urgent Flags\n- PROD DOWN\n')
  await s.documents.refresh(id)
  s.store.versions.add = add
  await s.documents.refresh(id)
  await s.clock.advance(SECOND)
  expect(s.views.snapshot().threads[0]!.state).toBe('urgent')
})

it('a window that shows "All quiet." hears of a refused write at once, and of its end', async () => {
  const { s } = await oneThread({ agent: false })
  await s.clock.advance(20 * MINUTE + 5 * SECOND)
  const shown: { headline: string; problems: readonly string[] }[] = []
  s.views.subscribe((message) => {
    const fleet = message.kind === 'snapshot' ? message.snapshot.fleet : message.fleet
    if (fleet === null) return
    const last = shown.at(-1)
    shown.push({
      headline: fleet.verdict?.headline ?? last!.headline,
      problems: fleet.problems?.map(({ code }) => code) ?? last!.problems,
    })
  })
  expect(shown.at(-1)).toEqual({ headline: 'All quiet.', problems: [] })
  s.fillDisk(true)
  expect(() => s.store.meta.set('last_tick', 'x'.repeat(100_000))).toThrow(WriteRefused)
  await s.clock.advance(SECOND)
  expect(shown.at(-1)!.headline).not.toBe('All quiet.')
  expect(shown.at(-1)!.problems).toEqual(['disk'])
  s.fillDisk(false)
  await s.clock.advance(31 * SECOND)
  expect(shown.at(-1)).toEqual({ headline: 'All quiet.', problems: [] })
  await s.stop()
})
