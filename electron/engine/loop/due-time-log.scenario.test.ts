import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { CLAUDE, TURN } from '../testing/with-agent.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'

const fates = (s: Scenario) =>
  s.logs
    .filter((l) => l.event === 'slot.recorded')
    .map(({ level, fields }) => [level, fields?.['fate'], fields?.['cause'] ?? null])

it('has one line of info for each due time, whatever became of it', async () => {
  const s = await scenario()
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs: 10 * MINUTE })
  await s.clock.advance(10 * MINUTE)
  s.store.threads.change(id, { pause: { reason: 'on holiday', until: null, by: 'person' } })
  await s.clock.advance(10 * MINUTE)
  s.store.threads.change(id, { pause: null })
  await s.clock.sleep(35 * MINUTE)
  await s.clock.advance(MINUTE)
  const lines = fates(s)
  expect(lines.slice(0, 2)).toEqual([
    ['info', 'queued', null],
    ['info', 'skipped', 'paused'],
  ])
  expect(lines.slice(2).map(([, fate]) => fate)).toEqual(['missed', 'missed', 'missed', 'queued'])
  expect(s.store.runs.slots(id, 100)).toHaveLength(lines.length)
  await s.stop()
})

it('says when a beat is held off and why, once for each reason, and that later due times joined it', async () => {
  const s = await scenario({ start: Date.UTC(2026, 2, 10, 21) })
  const every = { start: '22:00', end: '08:00', days: [0, 1, 2, 3, 4, 5, 6] }
  s.store.settings.change({ quietHours: every, quietPausesBeats: true })
  s.add('api', { playbook: QUICK_ONLY, intervalMs: 10 * MINUTE })
  await s.clock.advance(3 * HOUR)
  const held = s.logs.filter((l) => l.event === 'beat.held')
  expect(held.map(({ level, fields }) => [level, fields?.['hold']])).toEqual([['info', 'quiet_hours']])
  expect(fates(s).filter(([, fate]) => fate === 'merged').length).toBeGreaterThan(5)
  await s.stop()
})

it('has the argument list and the session of an agent at debug', async () => {
  const s = await scenario({
    script: (spec) => {
      spec.onStart?.(['/bin/claude', '--model', 'haiku'])
      return { text: 'HEARTBEAT_OK', turn: { ...TURN, sessionId: 's-1' } }
    },
  })
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs: 10 * MINUTE })
  s.store.threads.change(id, { agent: CLAUDE })
  await s.clock.advance(10 * MINUTE)
  const runId = s.runs(id)[0]!.id
  expect(s.logs.filter((l) => l.level === 'debug' && l.fields?.['runId'] === runId)).toEqual(
    expect.arrayContaining([
      {
        level: 'debug',
        event: 'run.arguments',
        fields: { runId, argv: ['/bin/claude', '--model', 'haiku'] },
      },
      { level: 'debug', event: 'run.session', fields: { runId, sessionId: 's-1' } },
    ]),
  )
  await s.stop()
})
