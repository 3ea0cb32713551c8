import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { scenario } from '../testing/scenario.ts'

it('what ended by itself in an absence is listed, and nothing that a person settled or that stands', async () => {
  const s = await scenario()
  const client = apiClient(s)
  const id = s.add('api', { intervalMs: 10 * MINUTE })
  const raise = (key: string, severity: 'warning' | 'notice' = 'warning') =>
    s.store.alerts.raise(id, { key, severity, text: `${key} is red` }, s.clock.now())
  const end = (key: string) => s.store.alerts.resolve(id, [key], s.clock.now())
  raise('before')
  end('before')
  raise('stood')
  await s.clock.advance(MINUTE)
  const from = s.clock.now()
  for (const key of ['passing', 'by hand', 'stands', 'again']) raise(key)
  raise('note', 'notice')
  await s.clock.advance(HOUR)
  for (const key of ['passing', 'stood', 'note', 'again']) end(key)
  raise('again') // what stands again is not over
  for (let times = 0; times < 3; times++) {
    raise('to and fro')
    end('to and fro')
  }
  const byHand = s.store.alerts.list('open', 10, s.clock.now()).find((a) => a.key === 'by hand')!
  s.store.alerts.resolveByHand([byHand.id], s.clock.now())
  const to = s.clock.now() + 1
  const away = await client.alerts.whileAway({ from, to })
  expect([away.over.map((a) => a.key).sort(), away.overCount, away.missed]).toEqual([
    ['passing', 'stood', 'to and fro'],
    3,
    0,
  ])
  expect(away.news).toBe(s.store.alerts.inboxCounts(s.clock.now()).open) // stands, again
  expect(away.beats).toBe(s.runs(id).filter((run) => run.startedAt >= from && run.outcome !== null).length)
  expect((await client.alerts.whileAway({ from, to: from + 1 })).overCount).toBe(0)
  await s.stop()
})
