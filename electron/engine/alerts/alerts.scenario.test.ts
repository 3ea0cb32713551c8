import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

describe('alerts', () => {
  const finding =
    (note: string) =>
    (spec: { tasks: readonly { key: string; tier: 'quick' | 'hourly' | 'daily'; text: string }[] }) => ({
      tasks: spec.tasks.map((t) => ({
        key: t.key,
        tier: t.tier,
        text: t.text,
        status: 'finding' as const,
        severity: 'warning' as const,
        note,
        command: null,
        exitCode: 1,
        durationMs: 1,
        output: '',
      })),
    })

  it('tells the same news once while it is open, and again when it came back', async () => {
    const s = await scenario()
    s.add('api', { playbook: QUICK_ONLY })
    s.script = finding('CI is red, checked 10:00')
    await s.clock.advance(9 * MINUTE)
    s.script = finding('CI is red, checked 11:00')
    await s.clock.advance(DAY)
    expect(s.notices).toHaveLength(1)
    s.script = () => ({})
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts.list('open', 10, s.clock.now())).toEqual([])
    s.script = finding('CI is red, checked 12:00')
    await s.clock.advance(9 * MINUTE)
    expect(s.notices).toHaveLength(2)
  })

  it(
    'that are snoozed are out of the way until then, and come back by themselves; ' +
      'acknowledged ones do not',
    async () => {
      const s = await scenario()
      s.add('api', { playbook: QUICK_ONLY })
      s.script = finding('CI is red')
      await s.clock.advance(9 * MINUTE)
      const [alert] = s.store.alerts.list('open', 9, s.clock.now())
      s.store.alerts.snooze([alert!.id], s.clock.now() + HOUR)
      await s.clock.advance(30 * MINUTE)
      const state = () => s.views.snapshot().threads[0]!
      expect([
        state().openAlerts,
        state().acknowledgedAlerts,
        s.views.snapshot().fleet.verdict.headline,
      ]).toEqual([0, 1, 'Nothing needs you.'])
      await s.clock.advance(31 * MINUTE)
      expect([state().openAlerts, s.views.snapshot().fleet.verdict.headline, s.notices.length]).toEqual([
        1,
        '1 thread needs you.',
        2,
      ]) // told once more
      s.store.alerts.acknowledge([alert!.id], s.clock.now())
      await s.clock.advance(DAY)
      expect([state().openAlerts, s.notices.length]).toEqual([0, 2])
    },
  )

  it('raises a flag of the file as urgent and resolves it when the flag is taken out', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: QUICK_ONLY + '\n## Urgent Flags\n- the disk is full\n' })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)[0]!.outcome).toBe('urgent')
    expect(s.notices).toMatchObject([{ severity: 'urgent', body: 'the disk is full' }])
    s.files.set('/api', QUICK_ONLY)
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts.list('open', 10, s.clock.now())).toEqual([])
  })

  it('keeps an alert that could not be shown, and says that notifications do not work', async () => {
    const s = await scenario()
    s.add('api', { playbook: QUICK_ONLY })
    s.notifierFault = { code: 'notify.unavailable', message: 'nobody answers' }
    s.script = finding('CI is red')
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts.list('open', 10, s.clock.now())).toMatchObject([
      { deliveredAt: null, suppressedBy: 'undeliverable' },
    ])
    expect(s.views.snapshot().fleet.problems).toMatchObject([{ code: 'notifications' }])
  })
})
