import { FOREVER } from '../../../shared/alerts/alert.ts'
import { formatDuration, formatLocal, parseDuration, type Instant } from '../../../shared/base/time.ts'
import { boundsInWords, type Bounds, type SettingValue } from '../../../shared/settings/setting-value.ts'
import {
  SETTING_KEYS,
  type SETTINGS,
  specOf,
  spelledSetting,
  type SettingKey,
} from '../../../shared/settings/table.ts'
import { usageError } from '../kit/errors.ts'
import { ownZone } from '../kit/time-text.ts'

type Table = typeof SETTINGS
/** Settings that hold one value; columns, keys and views belong to the window, caps have words of their own. */
export type SingleKey = {
  [K in SettingKey]: Table[K]['value'] extends { kind: 'structured' } ? never : K
}[SettingKey]
export const SINGLE_KEYS = SETTING_KEYS.filter(
  (key): key is SingleKey => specOf(key).value.kind !== 'structured',
)

type Single = string | number | boolean | null

/** A value as it is written on the command line, within the bounds of its setting. */
export function readValue(key: SingleKey, text: string, now: Instant): Single {
  if (text === '') throw usageError(`${spelledSetting(key)} needs a value`)
  const { value } = specOf(key)
  switch (value.kind) {
    case 'switch':
      return readSwitch(key, text)
    case 'port':
      return text === 'off' ? null : readNumber(key, text, value, 'off or a port, ')
    case 'stroke':
      return text === 'off' ? null : text
    case 'count':
      return readNumber(key, text, value, 'a whole number, ')
    case 'percent':
      return readNumber(key, text, value, `a multiple of ${value.step}, `)
    case 'duration':
      return readLength(key, text, value)
    case 'choice':
      return (
        choiceOf(value.options, text) ?? refuse(key, text, `one of ${Object.keys(value.options).join(', ')}`)
      )
    case 'time':
      return isClockTime(text) ? text : refuse(key, text, 'HH:MM, 00:00 to 23:59')
    case 'moment':
      return readMoment(key, text, now)
    default:
      return text
  }
}

/** By its name, or by what the window calls it, in any case. */
function choiceOf(options: Of<'choice'>['options'], text: string): string | null {
  if (Object.hasOwn(options, text)) return text
  const said = text.toLowerCase()
  return Object.entries(options).find(([, label]) => label.toLowerCase() === said)?.[0] ?? null
}

export const isClockTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

type Of<Kind extends SettingValue['kind']> = Extract<SettingValue, { readonly kind: Kind }>

function readNumber(
  key: SingleKey,
  text: string,
  value: Of<'count' | 'percent' | 'port'>,
  what: string,
): number {
  const given = Number(text)
  const step = value.kind === 'percent' ? value.step : 1
  return Number.isInteger(given) && given % step === 0 && isWithin(given, value.bounds)
    ? given
    : refuse(key, text, `${what}${boundsInWords(value)}`)
}

/** By the text that was given: of half a second the words for durations would make one. */
function readLength(key: SingleKey, text: string, value: Of<'duration'>): number {
  const given = text === 'off' || text === value.zero ? 0 : parseDuration(text, 'm')
  if (given === null) return refuse(key, text, `a duration such as 8m or 1h30m, ${boundsInWords(value)}`)
  return (given === 0 && value.zero !== null) || isWithin(given, value.bounds)
    ? given
    : refuse(key, text, `${boundsInWords(value)}`)
}

const isWithin = (given: number, [least, most]: Bounds): boolean => given >= least && given <= most

function readSwitch(key: SingleKey, text: string): boolean {
  if (text !== 'on' && text !== 'off') return refuse(key, text, 'on or off')
  return text === 'on'
}

function readMoment(key: SingleKey, text: string, now: Instant): Instant | null {
  if (text === 'off') return null
  if (text === 'forever') return FOREVER
  const durationMs = parseDuration(text, 'm')
  if (durationMs !== null) return now + durationMs
  const at = Date.parse(text)
  return Number.isNaN(at) || at <= now
    ? refuse(key, text, 'off, forever, a duration or a date that is still to come')
    : at
}

export const refuse = (key: string, text: string, wanted: string): never => {
  throw usageError(`${spelledSetting(key)} must be ${wanted}, got "${text}"`)
}

/** As `readValue` reads it. */
export const writeValue = (key: SingleKey, value: Single): string => written(specOf(key).value, value)

function written({ kind }: SettingValue, value: Single): string {
  if (value === null) return 'off'
  switch (kind) {
    case 'switch':
      return value === true ? 'on' : 'off'
    case 'duration':
      return value === 0 ? 'off' : formatDuration(Number(value))
    case 'moment':
      return value === FOREVER ? 'forever' : formatLocal(Number(value), ownZone())
    default:
      return String(value)
  }
}
