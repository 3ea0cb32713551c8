import { describe, expect, it } from 'vitest'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { afterDeath } from '../../../shared/runs/after-death.ts'
import { EVENTS_KEPT } from '../../../shared/events/system-event.ts'
import { endingWith } from '../../engine/testing/ending.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'

const T = 'thr_a' as ThreadId
function bench() {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  let serial = 0
  const store = createStore(
    opened.value.db,
    <I extends string>(prefix: string): I => `${prefix}_${String(serial++).padStart(6, '0')}` as I,
    settingsInMemory(),
  )
  store.threads.add({ id: T, name: 'a', repoPath: '/a', intervalMs: 60_000, trustedAt: 1, createdAt: 1 })
  const add = (text: string, at = 1, ambient = false) =>
    store.events.add(T, { source: 'cli', text, trusted: true, ambient }, 'waiting', at)
  const claim = (takes = true) => {
    store.queue.requestBeat(
      { threadId: T, reasons: ['event'], tier: null, withDue: true, dueTier: 'quick', notBefore: 0 },
      1,
    )
    return store.queue.claim(
      ([item]) => item ?? null,
      () => 'x',
      () => takes,
      2,
    )!
  }
  const end = (id: RunId, consumed: boolean) =>
    store.runs.finish(
      id,
      endingWith({
        outcome: consumed ? 'quiet' : 'broken',
        summary: '',
        durationMs: 1,
        consumed,
      }),
      3,
    )
  const waiting = () => store.events.waiting(T).events.map((e) => e.text)
  return { store, db: opened.value.db, add, claim, end, waiting }
}

describe('events on disk', () => {
  it('are in one run’s keeping from its claim on, and used up by its good end', () => {
    const { store, add, claim, end, waiting } = bench()
    add('a')
    add('b')
    const run = claim()
    expect([run.events.map((e) => [e.text, e.state]), waiting()]).toEqual([
      [
        ['a', 'shown'],
        ['b', 'shown'],
      ],
      [],
    ])
    add('c')
    end(run.id, true)
    expect(waiting()).toEqual(['c'])
    end(run.id, false)
    expect([
      waiting(),
      store.events
        .timeline(T, undefined, 9)
        .entries.filter((e) => e.kind === 'event')
        .map((e) => e.event.state),
    ]).toEqual([['c'], ['waiting', 'consumed', 'consumed']])
  })

  it('wait again in their old order after a run that did not end well, or was lost', () => {
    for (const lose of [false, true]) {
      const { store, add, claim, end, waiting } = bench()
      add('a')
      const run = claim()
      add('b')
      if (lose) store.runs.rescueOrphans(new Set(), afterDeath, 3)
      else end(run.id, false)
      expect(waiting()).toEqual(['a', 'b'])
    }
  })

  it('are not taken by a run that does not take them', () => {
    const { add, claim, waiting } = bench()
    add('a')
    expect([claim(false).events, waiting()]).toEqual([[], ['a']])
  })

  it('are the newest twenty; the others are counted until a run that told of them ended well', () => {
    const { store, add, claim, end, waiting } = bench()
    for (let i = 0; i < EVENTS_KEPT + 3; i++) add(`e${i}`)
    expect([waiting()[0], waiting().length, store.events.waiting(T).dropped]).toEqual(['e3', EVENTS_KEPT, 3])
    const first = claim()
    for (let i = 0; i < 5; i++) add(`late${i}`)
    end(first.id, false)
    expect([waiting()[0], store.events.waiting(T).dropped]).toEqual(['e8', 8])
    const second = claim()
    for (let i = 0; i < EVENTS_KEPT + 1; i++) add(`later${i}`)
    end(second.id, true)
    expect([first.dropped, second.dropped, store.events.waiting(T).dropped]).toEqual([3, 8, 1])
  })

  it('that wait for no prompt are the newest thousand, however many come', () => {
    const { store } = bench()
    const draft = { source: 'cli', trusted: true, ambient: false } as const
    for (let n = 0; n < 1500; n++) store.events.add(T, { ...draft, text: `line ${n}` }, 'told', n)
    const texts: string[] = []
    for (let before: string | undefined, more = true; more; ) {
      const page = store.events.timeline(T, before, 200)
      texts.push(...page.entries.flatMap((e) => (e.kind === 'event' ? [e.event.text] : [])))
      before = page.next ?? undefined
      more = page.next !== null
    }
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([1000, 'line 1499', 'line 500'])
  })

  it('that are told along expire by their newest time, the others never, and one that is shown stays', () => {
    const { store, add, claim, waiting } = bench()
    add('old', 1, true)
    const run = claim()
    store.events.expire(100)
    expect(
      store.runs.detail(run.id) !== null &&
        store.events
          .timeline(T, undefined, 9)
          .entries.some((e) => e.kind === 'event' && e.event.state === 'shown'),
    ).toBe(true)
    add('along', 1, true)
    store.events.add(T, { source: 'cli', text: 'along', trusted: true, ambient: true }, 'waiting', 200)
    add('fact')
    add('gone', 50, true)
    store.events.expire(100)
    expect(waiting()).toEqual(['along', 'fact'])
  })

  it('roll back together with what they were added with', () => {
    const { store, add, waiting } = bench()
    expect(() =>
      store.together(() => {
        add('a')
        store.queue.requestBeat(
          { threadId: T, reasons: ['event'], tier: null, withDue: true, dueTier: 'quick', notBefore: 0 },
          1,
        )
        throw new Error('disk full')
      }),
    ).toThrow('disk full')
    expect([waiting(), store.queue.waiting(), store.queue.waitingBeat(T)]).toEqual([[], [], null])
  })

  it('of a thread go with it', () => {
    const { store, db, add } = bench()
    add('a')
    store.threads.remove(T)
    expect(db.prepare('SELECT count(*) AS n FROM events').get()).toEqual({ n: 0 })
  })
})
