import { expect, it } from 'vitest'
import { DAY } from '../../../shared/base/time.ts'
import { keptSince } from '../../../shared/history/kept.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings/settings.ts'
import { keptAt } from '../../engine/history/clean-up.ts'
import { ONE, TWO, twoThreads } from '../testing/two-threads.ts'

const RED = { raised: [{ key: 'a', severity: 'urgent', text: 'red' }] } as const

it(
  'found by review: what is derived of a thread is kept until something touches that thread, whatever ' +
    'is noted beside it',
  () => {
    const { store, beat } = twoThreads()
    const run = beat(ONE, 10, RED)
    beat(TWO, 20, RED)
    const [alert] = store.threads.facts(ONE).alerts
    store.alerts.settle(alert!.id, { deliveredAt: 20 })
    const before = [store.threads.facts(ONE), store.threads.facts(TWO)]
    store.incidents.noteBeat(run, { threadId: ONE, at: 30, trouble: null })
    store.events.noteSeen(ONE, { playbook: 'x' })
    store.knowledge.learnNotes(ONE, 'Something to know', 30)
    store.versions.add(
      ONE,
      { author: 'you', runId: null, restoredFrom: null, added: 1, removed: 0, text: 'x', print: 'x' },
      30,
    )
    store.conversation.noteReportTold(ONE, run)
    const { id } = store.alerts.unanswered(DAY)[0]!.alert
    store.alerts.noteReminded(new Map([[id, 1]]))
    expect(store.alerts.unanswered(DAY)).toMatchObject([{ reminded: 1 }])
    store.history.prune(keptAt(store, DAY))
    expect([store.threads.facts(ONE) === before[0], store.threads.facts(TWO) === before[1]]).toEqual([
      true,
      true,
    ])
    beat(ONE, 40, RED)
    expect([store.threads.facts(ONE).last?.startedAt, store.threads.facts(TWO) === before[1]]).toEqual([
      40,
      true,
    ])
  },
)

it('derives anew what a clean-up has taken away', () => {
  const { store, beat } = twoThreads()
  beat(ONE, 10, RED)
  expect(store.threads.facts(ONE).last).not.toBeNull()
  while (store.history.prune(keptSince(DEFAULT_SETTINGS, 4000 * DAY)));
  expect(store.threads.facts(ONE).last).toBeNull()
})
