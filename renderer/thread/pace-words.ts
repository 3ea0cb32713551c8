import { activeHoursProblem, type ActiveHours } from '../../shared/schedule/active-hours.ts'
import { DAY, formatDuration, HOUR, MINUTE, parseClock } from '../../shared/base/time.ts'
import { readTimeOfDay } from '../../shared/base/clock/time-text.ts'
import { timeOfDay } from '../kit/time.ts'
import { PACE } from './copy.ts'
import { readDuration } from '../../shared/base/read-duration.ts'

export interface Pace {
  readonly intervalMs: number // 0: off
  readonly activeHours: ActiveHours | null // null: at any time
}

/** "Every 10 min, from 08:00 to 20:00", as it can be typed again. */
export const paceWords = ({ intervalMs, activeHours }: Pace): string =>
  intervalMs === 0
    ? PACE.off
    : `${PACE.every(formatDuration(intervalMs))}${activeHours === null ? '' : `, ${PACE.hours(timeOfDay(activeHours.start), timeOfDay(activeHours.end))}`}`

const NUMBERS: Readonly<Record<string, string>> = {
  an: '1',
  a: '1',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  ten: '10',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  half: '30 minutes',
}
const DAYS = /\b(mon|tues?|wed(nes)?|thu(rs)?|fri|satur|sun)day?s?\b|\bweek ?(days?|ends?)\b/i
const WINDOW =
  /,? ?(?:between |from )?(\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?) ?(?:–|-|to|and|until) ?(\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?)$/
const OFF = /^(off|never|0|only when i ask)$/

/** "8" → "08:00", "8.30" → "08:30", "24" → "24:00", "8 pm" → "20:00"; what is no time of day stays as it is. */
const clockOf = (text: string): string => {
  const clock = text.replace('.', ':')
  return readTimeOfDay(/^\d+$/.test(clock) ? `${clock}:00` : clock) ?? text
}

/**
 * Reads plain words: "every 10 minutes", "every half hour, 8 to 20", "hourly from 08:00 to 20:00", "off".
 * Hours that are not named stay as they are in `now`; "always" takes them away. A sentence says what cannot
 * be read, or what the bound is.
 */
export function readPace(text: string, now: Pace): Pace | string {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (words === '') return PACE.empty
  if (OFF.test(words)) return { ...now, intervalMs: 0 }
  if (DAYS.test(words)) return PACE.noDays
  const window = WINDOW.exec(words)
  const isAlways = /,? ?(always|at any time|day and night)$/.test(words)
  const pace = (
    window === null
      ? words.replace(/,? ?(always|at any time|day and night)$/, '')
      : words.slice(0, window.index)
  )
    .replace(/,$/, '')
    .trim()
  const intervalMs = pace === '' && (window !== null || isAlways) ? now.intervalMs : readEvery(pace)
  if (intervalMs === null) return PACE.unread(text.trim())
  if (intervalMs < MINUTE || intervalMs > DAY) return PACE.bounds(formatDuration(intervalMs))
  const activeHours = isAlways ? null : hoursIn(window, now)
  const unclear =
    window === null
      ? null
      : ([activeHours?.start, activeHours?.end].find((at, i) => parseClock(at ?? '', i === 1) === null) ??
        null)
  if (unclear !== null) return PACE.noClock(unclear)
  const problem = activeHours === null ? null : activeHoursProblem(activeHours)
  return problem === null
    ? { intervalMs, activeHours }
    : `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}.`
}

/** Of a day, as they are named; not named: as they stand. */
function hoursIn(window: RegExpExecArray | null, { activeHours }: Pace): Pace['activeHours'] {
  if (window === null) return activeHours
  const [, start = '', end = ''] = window
  return { start: clockOf(start), end: clockOf(end), timeZone: activeHours?.timeZone ?? '' }
}

function readEvery(words: string): number | null {
  const every = words.replace(/^every /, '').replace(/^once /, '')
  if (/^hour(ly)?$/.test(every) || every === 'an hour') return HOUR
  if (every === 'minute') return MINUTE
  if (/^half( an)? hour$/.test(every)) return 30 * MINUTE
  if (/^(daily|day|a day)$/.test(every)) return DAY
  return readDuration(
    every.replace(/^(other) /, '2 ').replace(/\b[a-z]+\b/g, (word) => NUMBERS[word] ?? word),
    'm',
  )
}
