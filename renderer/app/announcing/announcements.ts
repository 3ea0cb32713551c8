import type { ThreadId } from '../../../shared/base/ids.ts'
import type { ThreadState, ThreadView } from '../../../shared/views/thread-view.ts'
import { SECOND, type Instant } from '../../../shared/base/time.ts'
import { needsYou } from '../../../shared/views/verdict.ts'
import { STATE_WORD } from '../../../shared/views/words.ts'
import { FRAME } from '../copy.ts'

/** Whoever listens is not talked over: one sentence in so long a time, then one that counts the rest. */
export const BETWEEN_MS = 5 * SECOND

export interface News {
  readonly name: string
  readonly state: ThreadState
}
export interface Said {
  readonly text: string
  /** Interrupts what is being read; everything else waits for its end. */
  readonly urgent: boolean
}

/**
 * Threads that came to need the person, or need them more urgently than before. `before` null: the first
 * look says nothing.
 */
export function newsBetween(
  before: ReadonlyMap<ThreadId, ThreadView> | null,
  after: ReadonlyMap<ThreadId, ThreadView>,
): readonly News[] {
  if (before === null || before === after) return []
  const news: News[] = []
  for (const [id, { name, state, indicator }] of after) {
    const was = before.get(id)
    if (was === undefined || was.state === state || !indicator || !needsYou(state)) continue
    if (state === 'urgent' || !needsYou(was.state)) news.push({ name, state })
  }
  return news
}

/** Holds what came in between. Pure but for what it remembers; the caller owns clock and timer. */
interface Announcer {
  /** What to say now; null: nothing yet. */
  hear(news: readonly News[], now: Instant): Said | null
  /** When to ask again with nothing new; null: nothing is held back. */
  readonly nextAt: Instant | null
}

export function createAnnouncer(): Announcer {
  let saidAt = Number.NEGATIVE_INFINITY
  let held: News[] = []
  return {
    hear(news, now) {
      held.push(...news)
      const [first] = held
      if (first === undefined || now - saidAt < BETWEEN_MS) return null
      const said = sentenceOf(first, held)
      held = []
      saidAt = now
      return said
    },
    get nextAt() {
      return held.length === 0 ? null : saidAt + BETWEEN_MS
    },
  }
}

function sentenceOf(first: News, held: readonly News[]): Said {
  const head = held.find((n) => n.state === 'urgent') ?? first
  const others = new Set(held.filter((n) => n.name !== head.name).map((n) => n.name)).size
  const one = FRAME.say.one(head.name, STATE_WORD[head.state])
  return { text: others === 0 ? one : `${one}. ${FRAME.say.many(others)}`, urgent: head.state === 'urgent' }
}
