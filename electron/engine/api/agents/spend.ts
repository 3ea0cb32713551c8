import { isOwnServerKey } from '../../../../shared/agents/presets.ts'
import { DAY, HOUR, startOfDay, type Instant } from '../../../../shared/base/time.ts'
import { byThread } from '../../../../shared/threads/by-thread.ts'
import type { SpendReport } from '../../../../shared/contract/agents.ts'
import type { Store } from '../../ports/store.ts'
import type { ApiParts } from '../parts.ts'

const DAYS_SHOWN = 14

/** What agents have cost, and what their gates have saved: today by thread, and day by day. */
export function spendReport({
  ports: { clock },
  store,
  engine,
  views,
}: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'views'>): SpendReport {
  const days = lastDays(clock.now(), clock.timeZone)
  const ledger = {
    spent: store.agents.spentSince(days[0]!),
    saved: store.agents.savedSince(days[0]!),
  }
  const today = between(ledger, days.at(-1)!, Infinity)
  return {
    today: views.snapshot().fleet.spend,
    caps: engine.budget.uses(engine.settings()),
    byThread: threadsOf(today, store),
    byDay: days.map((at, i) => ({ at, ...sumOf(between(ledger, at, days[i + 1] ?? Infinity)) })),
  }
}

/** Noon by noon, so that a day of 23 or 25 hours is one day. */
const lastDays = (now: Instant, timeZone: string): readonly Instant[] =>
  Array.from({ length: DAYS_SHOWN }, (_, i) =>
    startOfDay(startOfDay(now, timeZone) + 12 * HOUR - (DAYS_SHOWN - 1 - i) * DAY, timeZone),
  )

interface Ledger {
  readonly spent: ReturnType<Store['agents']['spentSince']>
  readonly saved: ReturnType<Store['agents']['savedSince']>
}

const between = ({ spent, saved }: Ledger, from: Instant, until: Instant): Ledger => ({
  spent: spent.filter((s) => s.startedAt >= from && s.startedAt < until),
  saved: saved.filter((s) => s.at >= from && s.at < until),
})

const sumOf = ({ spent, saved }: Ledger) => ({
  starts: spent.length,
  saved: saved.length,
  tokens: spent.reduce((n, s) => n + s.tokens, 0),
  usd: spent.reduce((n, s) => n + (s.billing === 'api' ? s.usd : 0), 0),
})

const isOwn = ({ spent }: Ledger): boolean =>
  spent.length > 0 && spent.every(({ runner }) => isOwnServerKey(runner))

/** Each start is looked at once: a fleet of hundreds spends thousands of times a day. */
function threadsOf({ spent, saved }: Ledger, store: Pick<Store, 'threads'>): SpendReport['byThread'] {
  const names = new Map(store.threads.list().map(({ id, name }) => [id, name]))
  const [spentBy, savedBy] = [byThread(spent), byThread(saved)]
  return [...new Set([...spentBy.keys(), ...savedBy.keys()])]
    .map((threadId) => {
      const own = { spent: spentBy.get(threadId) ?? [], saved: savedBy.get(threadId) ?? [] }
      const name = names.get(threadId) ?? 'Removed thread'
      return { threadId, name, ...sumOf(own), ownServer: isOwn(own) }
    })
    .toSorted((a, b) => b.usd - a.usd || b.starts - a.starts || b.saved - a.saved)
}
