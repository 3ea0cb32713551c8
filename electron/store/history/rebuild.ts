import { HOUR } from '../../../shared/base/time.ts'
import { localDay, startOfLocalDay } from '../../../shared/history/history.ts'
import type { Connection } from '../connection/connection.ts'
import { FILL_DAYS, FILL_HOURS } from '../schema/figures.ts'
import { readMeta } from '../settings/meta.ts'

/**
 * Inside the caller's transaction: counts one day anew from its rows. `asked` null: the first of which all
 * rows are there. Returns the next day, null after the last.
 */
export function rebuildDay(connection: Connection, asked: number | null): number | null {
  const { run } = connection
  const ends = daysOf(connection)
  if (ends === null) return null
  const day = asked ?? firstWholeDay(connection) ?? ends.first
  const [start, end] = [startOfLocalDay(day), startOfLocalDay(day + 1)]
  const [hour, nextHour] = [Math.ceil(start / HOUR), Math.ceil(end / HOUR)]
  run('DELETE FROM history_days WHERE day = ?', day)
  run('DELETE FROM history_hours WHERE hour >= ? AND hour < ?', hour, nextHour)
  for (const statement of FILL_DAYS('h.at >= ? AND h.at < ?')) run(statement, start, end)
  for (const statement of FILL_HOURS('h.at >= ? AND h.at < ?')) run(statement, hour * HOUR, nextHour * HOUR)
  return day < ends.last ? day + 1 : null
}

/** The day in which old rows end is no longer whole: its figures stay as they were counted. */
function firstWholeDay(connection: Connection): number | null {
  const counted = Number(readMeta(connection, 'history_counted') ?? 0)
  return counted === 0 ? null : localDay(counted) + 1
}

/** Of figures and rows together; null: there are neither. */
function daysOf({ value }: Connection): { readonly first: number; readonly last: number } | null {
  const edges = (which: 'min' | 'max'): readonly number[] => {
    const day = value(`SELECT ${which}(day) FROM history_days WHERE thread = 0`)
    const at = value(`SELECT ${which}(at) FROM history`)
    return [...(day === null ? [] : [Number(day)]), ...(at === null ? [] : [localDay(Number(at))])]
  }
  const last = edges('max')
  return last.length === 0 ? null : { first: Math.min(...edges('min')), last: Math.max(...last) }
}
