import {
  allowanceOf,
  capsFor,
  capWords,
  forecastOf,
  NEAR,
  shareOf,
  useOf,
  wordsOfUse,
  type Allowance,
  type BudgetFacts,
  type CapUse,
  type Spent,
} from '../../../shared/agents/budget.ts'
import type { Billing } from '../../../shared/agents/agent-config.ts'
import { billingOf, runnerKey } from '../../../shared/agents/presets.ts'
import { DAY, MINUTE, startOfDay, startOfMonth, type Instant } from '../../../shared/base/time.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { byThread } from '../../../shared/threads/by-thread.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { SpendView } from '../../../shared/views/snapshot.ts'
import type { Clock, Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/**
 * What agents have used up, against the caps of the settings. Days and months are those of the machine's
 * zone.
 */
export interface Budget {
  allowance(thread: Thread, urgent: boolean, settings: Settings): Allowance
  /** Why this thread's agent may not start; null: it may. */
  objection(thread: Thread, urgent: boolean, settings: Settings): string | null
  view(settings: Settings, startsSaved: number): SpendView
  uses(settings: Settings): readonly CapUse[]
}

export function createBudget(
  { clock }: Pick<Ports, 'clock'>,
  store: Pick<Store, 'threads' | 'agents'>,
  environment: Readonly<Record<string, string | undefined>>,
): Budget {
  const bounds = boundsOn(clock)
  const spentFor = spentRecord(store, bounds)

  function allowance(thread: Thread, urgent: boolean, settings: Settings): Allowance {
    const now = clock.now()
    const facts = {
      caps: settings.caps,
      threadId: thread.id,
      runner: runnerKey(thread.agent) ?? '',
      billing: billingOf(thread.agent, environment),
      spent: settings.caps.length === 0 ? [] : spentFor(settings, now),
      ...bounds(now),
    }
    return allowanceOf(facts, urgent)
  }
  function uses(settings: Settings): readonly CapUse[] {
    const now = clock.now()
    const spent = spentFor(settings, now)
    return usesOf(settings.caps, { spent, ...bounds(now) }, store.threads.list())
  }

  return {
    allowance,
    uses,
    objection(thread, urgent, settings) {
      const { over } = allowance(thread, urgent, settings)
      if (over === null) return null
      const kept = shareOf(over) < 1 ? '; the rest is kept for urgent beats' : ''
      return `${capWords(over.cap)} is used up (${wordsOfUse(over)}${kept})`
    },
    view(settings, startsSaved) {
      const now = clock.now()
      const spent = spentFor(settings, now)
      const { dayStart } = bounds(now)
      const today = spent.filter((s) => s.startedAt >= dayStart)
      const usdOf = (billing: Billing): number =>
        today.reduce((sum, s) => sum + (s.billing === billing ? s.usd : 0), 0)
      return {
        starts: today.length,
        startsSaved,
        tokens: today.reduce((sum, s) => sum + s.tokens, 0),
        usd: usdOf('api'),
        planUsd: usdOf('plan'),
        tomorrow: forecastOf(spent, now),
        near: uses(settings)
          .filter((u) => shareOf(u) >= NEAR)
          .toSorted((a, b) => shareOf(b) - shareOf(a)),
      }
    },
  }
}

type Bounds = Pick<BudgetFacts, 'dayStart' | 'monthStart'>

/** Worked out once a minute: days begin on one, and a long queue asks for each of its items. */
function boundsOn(clock: Clock): (now: Instant) => Bounds {
  let cache = { key: '', bounds: { dayStart: 0, monthStart: 0 } }
  return (now) => {
    const { timeZone } = clock
    const key = `${Math.floor(now / MINUTE)} ${timeZone}`
    if (cache.key !== key)
      cache = {
        key,
        bounds: { dayStart: startOfDay(now, timeZone), monthStart: startOfMonth(now, timeZone) },
      }
    return cache.bounds
  }
}

/**
 * Two days, so that the forecast knows how long there has been a record; a month only when a cap asks for
 * it.
 */
function spentRecord(
  store: Pick<Store, 'agents'>,
  bounds: (now: Instant) => Bounds,
): (settings: Settings, now: Instant) => readonly Spent[] {
  let cache: { readonly key: string; readonly spent: readonly Spent[] } | null = null
  return (settings, now) => {
    const { dayStart, monthStart } = bounds(now)
    const twoDays = dayStart - DAY
    const since = settings.caps.some((c) => c.period === 'month') ? Math.min(monthStart, twoDays) : twoDays
    const key = `${since} ${store.agents.spentVersion()}`
    if (cache?.key !== key) cache = { key, spent: store.agents.spentSince(since) }
    return cache.spent
  }
}

/** A cap for each thread is as full as the thread that has used most of it. */
function usesOf(
  caps: Settings['caps'],
  facts: Pick<BudgetFacts, 'spent'> & Bounds,
  threads: readonly Thread[],
): readonly CapUse[] {
  const starts = byThread(facts.spent)
  const spenders = threads.filter(({ id }) => starts.has(id))
  return caps.map((cap) => {
    if (cap.scope !== 'thread')
      return { cap, used: useOf(cap, { ...facts, threadId: '' as Thread['id'], runner: cap.of ?? '' }) }
    const holding = spenders.filter((t) => capsFor(caps, t.id, runnerKey(t.agent) ?? '').includes(cap))
    const used = holding.map(({ id }) =>
      useOf(cap, { ...facts, spent: starts.get(id)!, threadId: id, runner: '' }),
    )
    return { cap, used: used.reduce((most, one) => Math.max(most, one), 0) }
  })
}
