import { runnerName } from '../../../shared/agents/presets.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { statusExitCode } from '../../../shared/views/status-code.ts'
import { AT_REST, shortText, SUMMARY } from '../../../shared/views/summary-names.ts'
import { MINUTE, SECOND, type Instant } from '../../../shared/base/time.ts'
import type { Clock } from '../ports/ports.ts'
import { createTimer } from '../pulse/timers.ts'

const NOTE = 'written by Threadbeat, read-only: changes here have no effect'
const iso = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())

/**
 * What scripts and agents may read of the app, by file name. One-way mirrors: times, states and counts,
 * never a copy of the tasks. Only the first line of `status-short` depends on `now`.
 */
export function summariesOf(snapshot: Snapshot, now: Instant): Record<string, string> {
  const { fleet, threads } = snapshot
  const byNumber = <T>(value: (t: ThreadView) => T): Record<string, T> =>
    Object.fromEntries(threads.map((t) => [String(t.number), value(t)]))
  const pretty = (value: object): string => `${JSON.stringify({ note: NOTE, ...value }, null, 2)}\n`
  return {
    [SUMMARY.threads]: pretty({ threads: threads.map(threadSummary) }),
    [SUMMARY.state]: pretty({
      unit: 'epoch milliseconds; null: never, or not planned',
      threads: byNumber((t) => ({
        quick: t.tiers.quick.lastDoneAt,
        hourly: t.tiers.hourly.lastDoneAt,
        daily: t.tiers.daily.lastDoneAt,
        nextDue: t.nextDueAt,
      })),
    }),
    [SUMMARY.index]: pretty({
      runs_today: fleet.today.byOutcome,
      threads: byNumber((t) => ({ last_heartbeat_epoch: lastHeartbeatEpoch(t), open_alerts: t.openAlerts })),
    }),
    [SUMMARY.short]: shortText(shortLine(snapshot), statusExitCode(threads, fleet.engine === 'halted'), now),
  }
}

const threadSummary = (t: ThreadView) => ({
  number: t.number,
  name: t.name,
  path: t.repoPath,
  role: t.role,
  state: t.state,
  trusted: t.trusted,
  paused: t.pause !== null,
  runner: runnerName(t.agent),
  intervalMs: t.intervalMs,
  lastOutcome: t.last?.outcome ?? null,
  lastRunAt: iso(t.last?.finishedAt ?? null),
  lastRunAtMs: t.last?.finishedAt ?? null,
  nextDueAt: iso(t.nextDueAt),
  nextDueAtMs: t.nextDueAt,
  openAlerts: t.openAlerts,
})

/** null: never. */
function lastHeartbeatEpoch({ tiers }: ThreadView): number | null {
  const times = [tiers.quick, tiers.hourly, tiers.daily]
    .map((tier) => tier.lastDoneAt)
    .filter((at) => at !== null)
  return times.length === 0 ? null : Math.floor(Math.max(...times) / 1000)
}

function shortLine({ fleet, threads }: Snapshot): string {
  const { needYou, late } = fleet.verdict
  if (fleet.engine === 'halted') return '♥ !'
  if (needYou > 0) return `♥ ${needYou}!`
  if (fleet.engine !== 'running' || fleet.pause !== null || threads.every((t) => t.rests !== null))
    return AT_REST
  return late > 0 ? `♥ ${late} late` : '♥ ok'
}

interface SummarySource {
  readonly snapshot: () => Snapshot
  /** Calls back after changes; returns its end. */
  readonly onSnapshot: (listener: () => void) => () => void
  /** Writes what differs. Never rejects. */
  readonly write: (files: Record<string, string>) => Promise<void>
  readonly clock: Clock
}

const WRITE_EVERY_MS = SECOND
const RENEW_EVERY_MS = MINUTE

/**
 * Keeps the summaries as the app is: at most one round of writing a second, and a fresh time each minute.
 * Its end says that nothing runs any more.
 */
export function createSummaries({ snapshot, onSnapshot, write, clock }: SummarySource): {
  end(): Promise<void>
} {
  let writtenAt = -Infinity
  let stampedAt = -Infinity
  let short = ''
  let writing: Promise<void> = Promise.resolve()
  let isDirty = true
  let hasEnded = false
  const timer = createTimer(clock, 'summaries')

  function round(): void {
    if (hasEnded) return
    const now = clock.now()
    // A clock that was set back must not silence the summaries until it has caught up.
    const since = (at: Instant): number => (now < at ? Infinity : now - at)
    if ((isDirty && since(writtenAt) >= WRITE_EVERY_MS) || since(stampedAt) >= RENEW_EVERY_MS) {
      isDirty = false
      writtenAt = now
      const files = summariesOf(snapshot(), now)
      const fresh = files[SUMMARY.short]!
      if (since(stampedAt) < RENEW_EVERY_MS && withoutTime(fresh) === withoutTime(short))
        files[SUMMARY.short] = short
      else stampedAt = now
      short = files[SUMMARY.short]!
      writing = writing.then(() => write(files))
    }
    timer.setAt(isDirty ? writtenAt + WRITE_EVERY_MS : stampedAt + RENEW_EVERY_MS, round)
  }
  const endListening = onSnapshot(() => {
    isDirty = true
    round()
  })
  round()

  return {
    async end() {
      hasEnded = true
      endListening()
      timer.clear()
      const now = clock.now()
      const last = snapshot()
      await writing
      await write({
        ...summariesOf(last, now),
        [SUMMARY.short]: shortText(
          AT_REST,
          statusExitCode(last.threads, last.fleet.engine === 'halted'),
          now,
        ),
      })
    },
  }
}

const withoutTime = (text: string): string => text.slice(text.indexOf(' '))
