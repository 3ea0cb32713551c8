import { runnerName } from '../../../shared/agents/presets.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { statusExitCode } from '../../../shared/views/status/status-code.ts'
import { AT_REST, shortText, SUMMARY } from '../../../shared/views/summary-names.ts'
import { MINUTE, SECOND, type Instant } from '../../../shared/base/time.ts'
import type { Clock } from '../ports/ports.ts'
import { createTimer } from '../pulse/timers.ts'

const NOTE = 'written by Threadbeat, read-only: changes here have no effect'
const iso = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())

/**
 * What scripts and agents may read of the app, by file name. One-way mirrors: times, states and counts,
 * never a copy of the tasks.
 */
export function mirrorsOf({ fleet, threads }: Snapshot): Record<string, string> {
  const byNumber = <T>(value: (t: ThreadView) => T): string =>
    lines('{}', threads, (t) => `"${t.number}": ${JSON.stringify(value(t))}`)
  return {
    [SUMMARY.threads]: document({ threads: lines('[]', threads, (t) => JSON.stringify(threadSummary(t))) }),
    [SUMMARY.state]: document({
      unit: JSON.stringify('epoch milliseconds; null: never, or not planned'),
      threads: byNumber((t) => ({
        quick: t.tiers.quick.lastDoneAt,
        hourly: t.tiers.hourly.lastDoneAt,
        daily: t.tiers.daily.lastDoneAt,
        nextDue: t.nextDueAt,
      })),
    }),
    [SUMMARY.index]: document({
      runs_today: JSON.stringify(fleet.today.byOutcome),
      threads: byNumber((t) => ({ last_heartbeat_epoch: lastHeartbeatEpoch(t), open_alerts: t.openAlerts })),
    }),
  }
}

/** JSON with each field, and each thread in it, on a line of its own. */
const document = (fields: Record<string, string>): string =>
  `{\n${Object.entries({ note: JSON.stringify(NOTE), ...fields })
    .map(([name, json]) => `  "${name}": ${json}`)
    .join(',\n')}\n}\n`
const lines = <T>([open, close]: string, all: readonly T[], line: (one: T) => string): string =>
  all.length === 0
    ? `${open}${close}`
    : `${open}\n${all.map((t) => `    ${line(t)}`).join(',\n')}\n  ${close}`

/** `status-short`: only its first line depends on `now`. */
export const shortOf = (snapshot: Snapshot, now: Instant, pid: number, line = shortLine(snapshot)): string =>
  shortText(line, statusExitCode(snapshot.threads, snapshot.fleet.engine === 'halted'), now, pid)

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
  /** This process. */
  readonly pid: number
}

/** Of the line for a prompt. */
const LINE_EVERY_MS = SECOND
/** The mirrors are as large as the fleet, and one of its threads beats at any moment. */
const MIRRORS_EVERY_MS = MINUTE
const RENEW_EVERY_MS = MINUTE

/**
 * Keeps the summaries as the app is: the line for a prompt within a second, with a fresh time each minute; the
 * mirrors at once, and then at most once a minute. Its end says that nothing runs any more.
 */
export function createSummaries({ snapshot, onSnapshot, write, clock, pid }: SummarySource): {
  end(): Promise<void>
} {
  let line = { at: -Infinity, stampedAt: -Infinity, text: '', isDue: true }
  let mirrors = { at: -Infinity, isDue: true }
  let writing: Promise<void> = Promise.resolve()
  let hasEnded = false
  const timer = createTimer(clock, 'summaries')

  function newLine(now: Instant): string {
    const fresh = shortOf(snapshot(), now, pid)
    const isSame = withoutTime(fresh) === withoutTime(line.text)
    const text = isSame && now - line.stampedAt < RENEW_EVERY_MS && now >= line.stampedAt ? line.text : fresh
    line = { at: now, stampedAt: text === line.text ? line.stampedAt : now, text, isDue: false }
    return text
  }

  function round(): void {
    if (hasEnded) return
    const now = clock.now()
    // A clock that was set back must not silence the summaries until it has caught up.
    const since = (at: Instant): number => (now < at ? Infinity : now - at)
    const isLineDue = line.isDue && since(line.at) >= LINE_EVERY_MS
    const files: Record<string, string> = {}
    if (isLineDue || since(line.stampedAt) >= RENEW_EVERY_MS) files[SUMMARY.short] = newLine(now)
    if (mirrors.isDue && since(mirrors.at) >= MIRRORS_EVERY_MS) {
      mirrors = { at: now, isDue: false }
      Object.assign(files, mirrorsOf(snapshot()))
    }
    if (Object.keys(files).length > 0) writing = writing.then(() => write(files))
    timer.setAt(
      Math.min(
        line.isDue ? line.at + LINE_EVERY_MS : line.stampedAt + RENEW_EVERY_MS,
        mirrors.isDue ? mirrors.at + MIRRORS_EVERY_MS : Infinity,
      ),
      round,
    )
  }
  const endListening = onSnapshot(() => {
    line.isDue = true
    mirrors.isDue = true
    round()
  })
  round()

  return {
    async end() {
      hasEnded = true
      endListening()
      timer.clear()
      const last = snapshot()
      await writing
      await write({ ...mirrorsOf(last), [SUMMARY.short]: shortOf(last, clock.now(), pid, AT_REST) })
    },
  }
}

const withoutTime = (text: string): string => text.slice(text.indexOf(' '))
