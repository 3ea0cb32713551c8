import { err, ok, type Result } from '../base/result.ts'
import { type Field, type ReadField, readField } from './cron-field.ts'

/**
 * A cron expression that has been read. A day of the calendar fits when its month fits and its day rules
 * do; a day that fits has the same times as any other.
 */
export interface Cron {
  readonly expr: string // five fields, nicknames resolved
  readonly minutes: readonly number[] // ascending
  readonly hours: readonly number[] // ascending
  readonly timesOfDay: readonly number[] // minutes since local midnight, ascending
  readonly months: ReadonlySet<number> // 1…12
  readonly days: DayRules
  readonly weekdays: WeekdayRules
  /**
   * Day and weekday are both restricted, so a day that fits one of the two is enough. With a `*` in one of
   * them both must fit.
   */
  readonly eitherDay: boolean
  /** Minute or hour is a wildcard: follows the time that really passes, see nextCron. */
  readonly everyPass: boolean
}

interface DayRules {
  readonly is: ReadonlySet<number>
  readonly beforeEnd: readonly number[] // 0: the last day of the month
  // the Monday to Friday nearest to this day, in the same month; 0: to the last day
  readonly workdayNear: readonly number[]
}

interface WeekdayRules {
  readonly is: ReadonlySet<number> // 0 Sunday … 6
  readonly last: ReadonlySet<number> // the last one of the month
  readonly nth: readonly { readonly weekday: number; readonly n: number }[]
}

const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
])
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59, names: [], special: null },
  { name: 'hour', min: 0, max: 23, names: [], special: null },
  { name: 'day', min: 1, max: 31, names: [], special: /^(L|L-\d+|\d+W|LW)$/i },
  { name: 'month', min: 1, max: 12, names: MONTHS, special: null },
  { name: 'weekday', min: 0, max: 7, names: WEEKDAYS, special: /^[a-z\d]+(L|#\d+)$/i },
]
const FIELD_ORDER = 'minute hour day month weekday'

/**
 * Reads `minute hour day month weekday` or a nickname (@hourly … @yearly): lists, ranges, steps, names of
 * months and weekdays, 7 as Sunday, `?` as `*` for a day, `L` and `L-3` (from the end of the month), `15W`
 * and `LW` (nearest workday), `5L` (last Friday), `5#2` (second Friday). The error is a sentence that names
 * the field, its bounds and what stands there.
 */
export function parseCron(expr: string): Result<Cron, string> {
  const given = expr.trim()
  const nickname = NICKNAMES.get(given.toLowerCase())
  if (given.startsWith('@') && nickname === undefined)
    return err(`"${given}" is not known; there are ${[...NICKNAMES.keys()].join(', ')}.`)
  const texts = (nickname ?? given).split(/\s+/).filter((text) => text !== '')
  if (texts.length > 5)
    return err(
      `"${given}" has ${texts.length} fields; there are five: ${FIELD_ORDER}. Leave out ` +
        `${texts.length === 6 ? 'the first one if it is seconds' : 'seconds and years'}.`,
    )
  if (texts.length < 5)
    return err(
      `"${given}" has ${texts.length === 1 ? 'one field' : `${texts.length} fields`}; there are five: ${FIELD_ORDER}.`,
    )
  const read: ReadField[] = []
  for (const [i, field] of FIELDS.entries()) {
    const result = readField(field, texts[i]!)
    if (!result.ok) return result
    read.push(result.value)
  }
  const [minute, hour, day, month, weekday] = read as [ReadField, ReadField, ReadField, ReadField, ReadField]
  const minutes = ascending(minute.values)
  const hours = ascending(hour.values)
  return ok({
    expr: texts.join(' '),
    minutes,
    hours,
    months: month.values,
    timesOfDay: hours.flatMap((h) => minutes.map((m) => h * 60 + m)),
    days: {
      is: day.values,
      beforeEnd: day.specials.filter((s) => !s.endsWith('W')).map((s) => Number(s.slice(2))),
      workdayNear: day.specials.filter((s) => s.endsWith('W')).map((s) => (s === 'LW' ? 0 : parseInt(s, 10))),
    },
    weekdays: {
      is: new Set([...weekday.values].map((w) => w % 7)),
      last: new Set(weekday.specials.filter((s) => s.endsWith('L')).map((s) => parseInt(s, 10) % 7)),
      nth: weekday.specials
        .filter((s) => s.includes('#'))
        .map((s) => ({ weekday: Number(s[0]) % 7, n: Number(s.slice(2)) })),
    },
    eitherDay: !day.isWild && !weekday.isWild,
    everyPass: minute.isWild || hour.isWild || minutes.length === 60 || hours.length === 24,
  })
}

const ascending = (values: ReadonlySet<number>): readonly number[] => [...values].sort((a, b) => a - b)
