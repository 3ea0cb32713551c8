import { dateText, monthNumber, momentText, readTimeOfDay, secondsText, type TimeStyle } from './time-text.ts'

/*
 * What a field for a date, or a date with a time, holds: "2026-11-22", "2026-11-22T21:32", with seconds only
 * where there are any. No zone: the place where it stands has one.
 */

const DATE = /^\d{4}-\d\d-\d\d$/

/** What a field holds, as the system writes it; what is no time yet stands as it was typed. */
export function typedText(value: string, style: TimeStyle): string {
  const at = Date.parse(DATE.test(value) ? `${value}T00:00Z` : `${value}Z`)
  if (Number.isNaN(at) || !/^\d{4}-\d\d-\d\d(T|$)/.test(value)) return value
  const face = { timeZone: 'UTC', style }
  if (DATE.test(value)) return dateText(at, face)
  return at % 60_000 === 0 ? momentText(at, face) : `${dateText(at, face)} ${secondsText(at, face)}`
}

/**
 * "22 Nov 2026", "Nov 22, 2026", "22 November", "2026-11-22", "22.11.2026", or "22/11/2026" in the order of the
 * style → what a date field holds. Without a year it is one of `year`. null: not a date.
 */
export function readTypedDate(text: string, { date: order }: TimeStyle, year: number): string | null {
  const words = text
    .trim()
    .replace(/^(sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?,?\s+/i, '')
    .replace(/,/g, ' ')
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words)
  if (iso !== null) return dateOf(iso[1], iso[2], iso[3])
  const named =
    /^(?<day>\d{1,2})\.?\s+(?<month>[a-z]{3,})\.?(?:\s+(?<year>\d{4}))?$/i.exec(words) ??
    /^(?<month>[a-z]{3,})\.?\s+(?<day>\d{1,2})(?:\s+(?<year>\d{4}))?$/i.exec(words)
  if (named?.groups !== undefined) {
    const { day, month = '', year: given } = named.groups
    const number = monthNumber(month)
    return number === null ? null : dateOf(given ?? String(year), String(number), day)
  }
  const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(words)
  if (numbers === null) return null
  const [, first, mark, second, given] = numbers
  if (mark === '.' || order === 'dmy') return dateOf(given, second, first)
  return order === 'mdy' ? dateOf(given, first, second) : null
}

/** A date and a time behind it, as `readTypedDate` and `readTimeOfDay` read them. null: not both. */
export function readTypedMoment(text: string, style: TimeStyle, year: number): string | null {
  const match =
    /^(.+?)(?:,\s*|\s+|T)(\d{1,2}(?=:|\s*[ap])(?::\d\d)?)(:\d\d(?:\.\d{1,3})?)?(\s*[ap]\.?m\.?)?$/i.exec(
      text.trim(),
    )
  if (match === null) return null
  const [, date = '', time = '', seconds = '', half = ''] = match
  const [day, clock] = [readTypedDate(date, style, year), readTimeOfDay(`${time}${half}`)]
  if (day === null || clock === null || clock === '24:00' || Number(seconds.slice(1)) >= 60) return null
  return `${day}T${clock}${seconds}`
}

function dateOf(year = '', month = '', day = ''): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isThere = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isThere ? date.toISOString().slice(0, 10) : null
}
