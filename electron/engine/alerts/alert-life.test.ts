import { describe, expect, it } from 'vitest'
import { alertState, UNTIL_CHANGE, type Alert } from '../../../shared/alerts/alert.ts'
import type { AlertId, ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { randomFrom } from '../../../shared/base/seeded/random.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

/**
 * Random lives of alerts, with what a person relies on checked after each step: nothing is told twice while
 * it is open but for a snooze that ended, nothing is lost, and counts and pages agree. ALERT_LIFE_SEEDS
 * sets how many; the seed of a failure is in its message.
 */
const SEEDS = Number(process.env['ALERT_LIFE_SEEDS'] ?? 12)
const STEPS = 60

async function play(seed: number): Promise<readonly string[]> {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const s: Scenario = await scenario()
  const violations: string[] = []
  const threads = ['a', 'b', 'c'].map((name) => s.add(name, { intervalMs: DAY, trusted: false }))
  /** Snoozes that ended by themselves: each lets its alert be told once more. */
  const snoozed = new Map<AlertId, number>()
  const known = new Set<AlertId>()
  const everything = (): readonly Alert[] => pagesOf(s)
  const standing = (): readonly Alert[] => threads.flatMap((id) => s.store.threads.facts(id).alerts)
  const some = (): AlertId[] => {
    const all = standing()
    return all.length === 0 ? [] : [pick(all).id]
  }
  const severity = (): 'warning' | 'notice' => (random() < 0.8 ? 'warning' : 'notice')
  const operations: readonly (readonly [string, () => unknown])[] = [
    [
      'raise',
      () =>
        raise(
          pick(threads),
          pick(['x', 'y', null]),
          pick(['CI is red', '3 tests fail', '4 tests fail', 'PR waits']),
        ),
    ],
    [
      'raise',
      () =>
        raise(
          pick(threads),
          pick(['x', 'y', null]),
          pick(['CI is red', '3 tests fail', '4 tests fail', 'PR waits']),
        ),
    ],
    ['clear', () => s.store.alerts.resolve(pick(threads), [pick(['x', 'y', 'text'])], s.clock.now())],
    ['snooze', () => snooze(some(), s.clock.now() + pick([15 * MINUTE, HOUR]))],
    ['until it changes', () => snooze(some(), UNTIL_CHANGE)],
    ['acknowledge', () => s.store.alerts.acknowledge(some(), s.clock.now())],
    ['resolve', () => s.store.alerts.resolveByHand(some(), s.clock.now())],
    [
      'reopen',
      () =>
        s.store.alerts.reopen(
          everything()
            .map((a) => a.id)
            .filter(() => random() < 0.3),
        ),
    ],
    ['time', () => s.clock.advance(Math.floor(random() * 20) * MINUTE)],
    ['restart', () => s.crash()],
    ['mute', () => s.store.alerts.mute(pick(threads), random() < 0.5 ? null : s.clock.now() + HOUR)],
  ]
  function raise(id: ThreadId, key: string | null, text: string): void {
    s.store.alerts.raise(id, { key, severity: severity(), text }, s.clock.now())
  }
  function snooze(ids: readonly AlertId[], until: number): void {
    s.store.alerts.snooze(ids, until)
    if (until !== UNTIL_CHANGE) for (const id of ids) snoozed.set(id, (snoozed.get(id) ?? 0) + 1)
  }
  for (let step = 0; step < STEPS && violations.length === 0; step++) {
    const [name, run] = pick(operations)
    await run()
    s.engine.settleBanners()
    await s.clock.settle()
    const say = (what: string): void => void violations.push(`seed ${seed}, step ${step} (${name}): ${what}`)
    const now = s.clock.now()
    const all = everything()
    const told = new Map<AlertId, number>()
    for (const n of s.notices) if (n.alertId !== null) told.set(n.alertId, (told.get(n.alertId) ?? 0) + 1)
    for (const [id, times] of told)
      if (times > 1 + (snoozed.get(id) ?? 0))
        say(`${id} was told ${times} times, ${snoozed.get(id) ?? 0} snoozes`)
    for (const id of known) if (!all.some((a) => a.id === id)) say(`${id} is on no page`)
    for (const a of all) known.add(a.id)
    if (new Set(all.map((a) => a.id)).size !== all.length) say('an alert stands on two pages')
    const counts = s.store.alerts.inboxCounts(now)
    for (const state of ['open', 'snoozed', 'acknowledged'] as const)
      if (all.filter((a) => alertState(a, now) === state).length !== counts[state])
        say(`${counts[state]} ${state} counted`)
    if (s.store.alerts.resolvedCount() !== all.filter((a) => a.resolvedAt !== null).length)
      say('resolved ones are counted otherwise')
    for (const a of all)
      if (alertState(a, now) === 'open' && a.deliveredAt === null && a.suppressedBy === null)
        say(`${a.id} is open, and nobody was told or will be`)
    for (const a of all)
      if (alertState(a, now) === 'open' && a.severity === 'warning' && a.suppressedBy === 'snoozed')
        say(`${a.id} came back and was not told`)
    for (const id of threads)
      for (const key of ['x', 'y', null])
        if (all.filter((a) => a.threadId === id && a.key === key && a.resolvedAt === null).length > 1)
          say('a cause has two alerts')
    const view = s.views.snapshot()
    if (view.fleet.openAlerts !== counts.open || view.fleet.inbox.open !== counts.open)
      say('the window counts otherwise')
  }
  await s.stop()
  return violations
}

function pagesOf(s: Scenario): readonly Alert[] {
  const found: Alert[] = []
  for (const state of ['open', 'snoozed', 'acknowledged', 'resolved'] as const) {
    let after: string | undefined
    do {
      const page = s.store.alerts.page(
        { state, limit: 3, ...(after === undefined ? {} : { after }) },
        s.clock.now(),
      )
      found.push(...page.alerts)
      after = page.next ?? undefined
    } while (after !== undefined)
  }
  return found
}

describe('the life of alerts', () => {
  it.each(Array.from({ length: SEEDS }, (_, i) => 7000 + i))('seed %i', async (seed) =>
    expect(await play(seed)).toEqual([]),
  )
})
