import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { WriteRefused } from '../../../shared/base/faults.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { aThread, endingOf } from '../testing/one-store.ts'
import { readyInMemory } from '../testing/ready-in-memory.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'

type Act =
  | 'begin'
  | 'end'
  | 'begin many'
  | 'clear'
  | 'remove'
  | 'prune'
  | 'clock back'
  | 'roll back'
  | 'midnight'
const ACTS: readonly Act[] = [
  ...(['begin', 'begin', 'begin', 'end', 'end', 'end', 'begin many', 'begin many'] as const),
  ...(['clear', 'remove', 'prune', 'clock back', 'roll back', 'midnight'] as const),
]
const THREADS = [1, 2, 3]

function bench() {
  const opened = openDatabase(':memory:', readyInMemory())
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const store = createStore(db, randomId, settingsInMemory())
  const open = new Map<ThreadId, RunId>()
  let now = 1000
  let day = 0
  const id = (n: number): ThreadId => aThread(n).id
  const add = (n: number): void => void store.threads.add(aThread(n))
  THREADS.forEach(add)

  function begin(n: number): void {
    if (open.has(id(n))) return
    const tier = 'quick' as const
    store.queue.requestBeat(
      { threadId: id(n), reasons: ['manual'], tier, withDue: false, dueTier: tier, notBefore: now },
      now,
    )
    const run = store.queue.claim(
      (items) => items.find((item) => item.threadId === id(n))!,
      () => (n === 1 ? 'Local checks' : 'Claude Code'),
      () => true,
      now,
    )!
    open.set(id(n), run.id)
    if (n !== 1)
      store.runs.plan(run.id, [tier], now % 2 === 0 ? 'prompt' : null, {
        runner: 'claude',
        billing: 'api',
        model: null,
        effort: null,
        profile: 'look',
      })
  }
  function end(n: number): void {
    const run = open.get(id(n))
    if (run === undefined) return
    store.runs.finish(run, endingOf({ outcome: now % 3 === 0 ? 'alert' : 'quiet' }), now)
    open.delete(id(n))
  }
  const acts: Record<Act, (n: number) => void> = {
    begin,
    end,
    'begin many': (n) => {
      for (let i = 0; i < 150; i++) {
        now++
        begin(n)
        end(n)
      }
    },
    clear: (n) => void store.history.clear(id(n)),
    remove(n) {
      open.delete(id(n))
      store.threads.remove(id(n))
      add(n)
    },
    prune: () =>
      void store.history.prune({ details: now - 50, runs: now - 50, spent: 0, questions: 0, hours: 0 }),
    'clock back': (n) => {
      now -= 30 * n
      store.clampFuture(now)
    },
    'roll back': (n) => {
      const before = new Map(open)
      expect(() =>
        store.together(() => {
          begin(n)
          end(n)
          store.runs.countsSince(day)
          throw new WriteRefused(new Error('no'))
        }),
      ).toThrow()
      open.clear()
      for (const one of before) open.set(...one)
    },
    midnight: () => void (day = now - 20),
  }
  return {
    play(act: Act, n: number) {
      now += 3
      acts[act](n)
    },
    counted: () => store.runs.countsSince(day),
    /** As the rows say. */
    anew() {
      const rows = db
        .prepare("SELECT * FROM runs WHERE kind = 'heartbeat' AND outcome IS NOT NULL AND started_at >= ?")
        .all(day)
      const byOutcome: Record<string, number> = {}
      for (const { outcome } of rows) byOutcome[String(outcome)] = (byOutcome[String(outcome)] ?? 0) + 1
      const started = rows.filter((row) => row['prompt'] !== null).length
      const saved = rows.filter((row) => row['prompt'] === null && row['runner'] !== 'Local checks').length
      return { beats: rows.length, agentStarts: started, startsSaved: saved, byOutcome }
    },
    close: () => db.close(),
  }
}

it('the beats of a day are counted as their rows say, whatever was written since they were counted before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.constantFrom(...THREADS)), { maxLength: 60 }),
      (acts) => {
        const world = bench()
        for (const [act, n] of acts) {
          world.play(act, n)
          expect([act, world.counted()]).toEqual([act, world.anew()])
        }
        world.close()
      },
    ),
    {
      numRuns: 25,
      examples: [
        [
          [
            ['begin', 1],
            ['end', 1],
            ['midnight', 1],
            ['clock back', 3],
          ],
        ],
      ],
    },
  )
})
