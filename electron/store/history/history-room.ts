import type { HistoryRoom } from '../../engine/ports/store/history.ts'
import type { Connection } from '../connection/connection.ts'
import { clearThread } from './clear.ts'
import { counts, reliability } from './counts.ts'
import { figures } from './figures.ts'
import { pages } from './pages.ts'
import { rebuildDay } from './rebuild.ts'
import { oldestDetailsAt, prune, sizeOf } from './retention.ts'
import { settle, settled } from './settle.ts'

export function historyRoom(connection: Connection): HistoryRoom {
  const { count, verb } = connection
  const { page, index, rowsIn, newest } = pages(connection)
  /** With all that was noted of runs until now. */
  const whole =
    <A extends readonly unknown[], T>(read: (...asked: A) => T) =>
    (...asked: A): T => {
      settled(connection)
      return read(...asked)
    }
  return {
    page: whole(page),
    index: whole(index),
    rowsIn: whole(rowsIn),
    newest: whole(newest),
    figures: whole((filter, by) => figures(connection, filter, by)),
    counts: whole((filter) => counts(connection, filter)),
    reliability: whole((threads, days, now) => reliability(connection, threads, days, now)),
    rebuildFigures: whole((day) => verb(() => rebuildDay(connection, day))),
    size: whole((kept) => sizeOf(connection, kept)),
    oldestDetailsAt: () => oldestDetailsAt(connection),
    // What goes stays in the figures: it has to be in them before.
    prune: (kept) =>
      verb(() => {
        settle(connection)
        return prune(connection, kept)
      }),
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
