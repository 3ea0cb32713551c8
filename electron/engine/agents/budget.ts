import type { Billing } from '../../../shared/agents/agent-config.ts'
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
import { billingOf, runnerKey } from '../../../shared/agents/presets.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { SpendView } from '../../../shared/views/snapshot.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { DAY, MINUTE, startOfDay, startOfMonth, type Instant } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'
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
  store: Store,
  environment: Readonly<Record<string, string | undefined>>,
): Budget {
  /** Worked out once a minute: days begin on one, and a long queue asks for each of its items. */
  let day = { key: '', dayStart: 0, monthStart: 0 }
  const bounds = (now: Instant): Pick<BudgetFacts, 'dayStart' | 'monthStart'> => {
    const key = `${Math.floor(now / MINUTE)} ${clock.timeZone}`
    if (day.key !== key)
      day = { key, dayStart: startOfDay(now, clock.timeZone), monthStart: startOfMonth(now, clock.timeZone) }
    return { dayStart: day.dayStart, monthStart: day.monthStart }
  }
  /**
   * Two days, so that the forecast knows how long there has been a record; a month only when a cap asks for
   * it.
   */
  let known: { readonly key: string; readonly spent: readonly Spent[] } | null = null
  const spentFor = (settings: Settings, now: Instant): readonly Spent[] => {
    const { dayStart, monthStart } = bounds(now)
    const since = settings.caps.some((c) => c.period === 'month')
      ? Math.min(monthStart, dayStart - DAY)
      : dayStart - DAY
    const key = `${since} ${store.agents.spentVersion()}`
    if (known?.key !== key) known = { key, spent: store.agents.spentSince(since) }
    return known.spent
  }
  const factsOf = (thread: Thread, settings: Settings): BudgetFacts => {
    const now = clock.now()
    const spent = settings.caps.length === 0 ? [] : spentFor(settings, now)
    return {
      caps: settings.caps,
      threadId: thread.id,
      runner: runnerKey(thread.agent) ?? '',
      billing: billingOf(thread.agent, environment),
      spent,
      ...bounds(now),
    }
  }
  const allowance: Budget['allowance'] = (thread, urgent, settings) =>
    allowanceOf(factsOf(thread, settings), urgent)

  /** A cap for each thread is as full as the thread that has used most of it. */
  function uses(settings: Settings): readonly CapUse[] {
    const now = clock.now()
    const facts = { spent: spentFor(settings, now), ...bounds(now) }
    const spenders = new Set(facts.spent.map((s) => s.threadId))
    const threads = store.threads.list().filter((t) => spenders.has(t.id))
    return settings.caps.map((cap) => {
      if (cap.scope !== 'thread')
        return { cap, used: useOf(cap, { ...facts, threadId: '' as Thread['id'], runner: cap.of ?? '' }) }
      const holding = threads.filter((t) =>
        capsFor(settings.caps, t.id, runnerKey(t.agent) ?? '').includes(cap),
      )
      return {
        cap,
        used: Math.max(0, ...holding.map((t) => useOf(cap, { ...facts, threadId: t.id, runner: '' }))),
      }
    })
  }

  return {
    allowance,
    objection(thread, urgent, settings) {
      const { over } = allowance(thread, urgent, settings)
      return over === null
        ? null
        : `${capWords(over.cap)} is used up ` +
            `(${wordsOfUse(over)}${shareOf(over) < 1 ? '; the rest is kept for urgent beats' : ''})`
    },
    uses,
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
