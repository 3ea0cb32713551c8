import type { HistoryRoom } from '../../engine/ports/store/history.ts'
import type { Connection } from '../connection/connection.ts'
import { clearThread } from './clear.ts'
import { counts, reliability } from './counts.ts'
import { figures } from './figures.ts'
import { pages } from './pages.ts'
import { rebuildDay } from './rebuild.ts'
import { oldestDetailsAt, prune, sizeOf } from './retention.ts'

export function historyRoom(connection: Connection): HistoryRoom {
  const { count, verb } = connection
  return {
    ...pages(connection),
    figures: (filter, by) => figures(connection, filter, by),
    counts: (filter) => counts(connection, filter),
    reliability: (threads, days, now) => reliability(connection, threads, days, now),
    rebuildFigures: (day) => verb(() => rebuildDay(connection, day)),
    size: (kept) => sizeOf(connection, kept),
    oldestDetailsAt: () => oldestDetailsAt(connection),
    prune: (kept) => verb(() => prune(connection, kept)),
    dayFigures: (from, to) => ({
      beats: count(
        `SELECT count(*) FROM runs WHERE started_at >= ? AND started_at < ? AND kind = 'heartbeat'
          AND outcome IS NOT NULL`,
        from,
        to,
      ),
      alerts: count(
        `SELECT count(*) FROM alerts WHERE raised_at >= ? AND raised_at < ? AND severity != 'notice'`,
        from,
        to,
      ),
      missed: count(
        `SELECT sum(count) FROM slots WHERE due_at >= ? AND due_at < ? AND fate = 'missed'`,
        from,
        to,
      ),
    }),
    clear: (id) =>
      verb((touch) => {
        touch(id)
        return clearThread(connection, id)
      }),
  }
}
