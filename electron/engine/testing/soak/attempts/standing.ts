import path from 'node:path'
import { ALERT_STATES } from '../../../../../shared/alerts/alert.ts'
import { counterOf, newCounters, owedTo, type Counters } from '../../../../../shared/attempts/counters.ts'
import type { ThreadId } from '../../../../../shared/base/ids.ts'
import { randomId } from '../../../../machine/clock/ids.ts'
import { openDatabase } from '../../../../store/connection/open.ts'
import { createStore } from '../../../../store/store.ts'
import { settingsInMemory } from '../../../../store/testing/settings-in-memory.ts'
import { createDeadEnds } from '../../../attempts/dead-ends.ts'
import type { Store } from '../../../ports/store.ts'
import type { Model } from './model-state.ts'
import { stateOf } from './model-dead-ends.ts'
import { TEAM, THREADS } from './steps.ts'

/** What of a history is compared, each line by itself. */
type Standing = Readonly<Record<string, readonly string[]>>

const MOST = 1_000_000

/** A history as it is found by who opens it anew. */
export function found(folder: string): Standing {
  const opened = openDatabase(path.join(folder, 'history.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  try {
    return standingOf(store)
  } finally {
    store.close()
  }
}

function standingOf(store: Store): Standing {
  const { attempts } = store
  const told = ALERT_STATES.flatMap((state) => store.alerts.list(state, MOST, 1)).filter(
    ({ key }) => key === 'metric:limit',
  )
  const of = (id: ThreadId): Standing => {
    const { limits, reached } = attempts.metric(id)!
    const seen = told.filter(({ threadId }) => threadId === id).reduce((sum, one) => sum + one.seen, 0)
    return {
      [`interventions of ${id}`]: attempts
        .interventions(id, MOST)
        .map(({ attempt, names }) => `${attempt}: ${names.join(' ')}`)
        .toReversed(),
      [`messages to ${id}`]: [
        String(store.queue.waiting('message').filter(({ threadId }) => threadId === id).length),
      ],
      [`limits of ${id}`]: [
        limitLine(limits, reached, { news: seen, isPaused: store.threads.get(id)!.pause !== null }),
      ],
    }
  }
  const deadEnds = createDeadEnds({ store, clock: { now: () => 1 } }).of(TEAM)
  return {
    attempts: attempts
      .list({ team: TEAM }, MOST)
      .toReversed()
      .map((one) => attemptLine({ ...one, thread: one.threadId })),
    pending: attempts.pending().map(({ key }) => key),
    ...counterLines(attempts.counters(TEAM) ?? newCounters('lower')),
    ...of(THREADS[0]),
    ...of(THREADS[1]),
    'dead ends': deadEnds.map(({ claim, state, voices }) => deadEndLine(claim, state, voices)),
  }
}

/** The same of a model. */
export function expected({ tried, pending, counters, of, deadEnds }: Model): Standing {
  const ofThread = (id: ThreadId): Standing => {
    const { given, limits, reached, ...thread } = of[id]!
    return {
      [`interventions of ${id}`]: given,
      [`messages to ${id}`]: [String(given.length)],
      [`limits of ${id}`]: [limitLine(limits, reached, thread)],
    }
  }
  return {
    attempts: tried.map(attemptLine),
    pending: pending.map(({ key }) => key),
    ...counterLines(counters),
    ...ofThread(THREADS[0]),
    ...ofThread(THREADS[1]),
    'dead ends': deadEnds.map(({ claim, voices }) =>
      deadEndLine(claim, stateOf(voices, tried.length), voices),
    ),
  }
}

const attemptLine = ({ key, thread, score, class: of, isStruck }: Model['tried'][number]): string =>
  `${key} ${thread} ${score} ${of}${isStruck ? ' struck' : ''}`

const limitLine = (
  { target, runs, atLimit }: Model['of'][ThreadId]['limits'],
  reached: readonly string[],
  { news, isPaused }: { readonly news: number; readonly isPaused: boolean },
): string => `${target} ${runs} ${atLimit}: ${reached.join(' ')}, told ${news}${isPaused ? ', paused' : ''}`

const deadEndLine = (claim: string, state: string, voices: Model['deadEnds'][number]['voices']): string =>
  `${claim} ${state}: ${voices.map(({ by, kind, evidence, run }) => `${by} ${kind} ${evidence.join(',')} at ${run}`).join('; ')}`

const counterLines = (counters: Counters): Standing => ({
  team: [JSON.stringify(counters.team)],
  ...Object.fromEntries(
    THREADS.flatMap((id) => [
      [`counter of ${id}`, [JSON.stringify(counterOf(counters, id))]],
      [`owed to ${id}`, owedTo(counters, id).map(({ name }) => name)],
    ]),
  ),
})

/** Where two differ first; null: nowhere. */
export function difference(expects: Standing, finds: Standing): string | null {
  for (const [what, lines] of Object.entries(expects)) {
    const got = finds[what] ?? []
    const at = Array.from({ length: Math.max(lines.length, got.length) }, (_, i) => i).find(
      (i) => lines[i] !== got[i],
    )
    if (at !== undefined)
      return `${what}: expected ${lines[at] ?? 'no more'}, got ${got[at] ?? 'nothing more'}`
  }
  return null
}
