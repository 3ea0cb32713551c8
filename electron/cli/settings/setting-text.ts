import { FOREVER } from '../../../shared/alerts/alert.ts'
import { formatDuration, parseDuration, type Instant } from '../../../shared/base/time.ts'
import { boundsInWords, type SettingValue } from '../../../shared/settings/setting-value.ts'
import {
  SETTING_KEYS,
  type SETTINGS,
  specOf,
  spelledSetting,
  type SettingKey,
} from '../../../shared/settings/table.ts'
import { usageError } from '../kit/errors.ts'

type Table = typeof SETTINGS
/** Settings that hold one value; columns, keys and views belong to the window, caps have words of their own. */
export type SingleKey = {
  [K in SettingKey]: Table[K]['value'] extends { kind: 'structured' } ? never : K
}[SettingKey]
export const SINGLE_KEYS = SETTING_KEYS.filter(
  (key): key is SingleKey => specOf(key).value.kind !== 'structured',
)

type Single = string | number | boolean | null

/** A value as it is written on the command line; the contract checks it against its bounds. */
export function readValue(key: SingleKey, text: string, now: Instant): Single {
  if (text === '') throw usageError(`${spelledSetting(key)} needs a value`)
  const { value } = specOf(key)
  switch (value.kind) {
    case 'switch':
      return readSwitch(key, text)
    case 'port':
      return text === 'off'
        ? null
        : (wholeNumber(text) ?? refuse(key, text, `off or a port, ${boundsInWords(value)}`))
    case 'stroke':
      return text === 'off' ? null : text
    case 'count':
    case 'percent':
      return wholeNumber(text) ?? refuse(key, text, 'a whole number')
    case 'duration':
      return text === 'off'
        ? 0
        : (parseDuration(text, 'm') ?? refuse(key, text, 'a duration such as 8m or 1h30m'))
    case 'moment':
      return readMoment(key, text, now)
    default:
      return text
  }
}

function readSwitch(key: SingleKey, text: string): boolean {
  if (text !== 'on' && text !== 'off') return refuse(key, text, 'on or off')
  return text === 'on'
}

const wholeNumber = (text: string): number | null => (Number.isInteger(Number(text)) ? Number(text) : null)

function readMoment(key: SingleKey, text: string, now: Instant): Instant | null {
  if (text === 'off') return null
  if (text === 'forever') return FOREVER
  const durationMs = parseDuration(text, 'm')
  if (durationMs !== null) return now + durationMs
  const at = Date.parse(text)
  return Number.isNaN(at) ? refuse(key, text, 'off, forever, a duration or a date') : at
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
      return value === FOREVER ? 'forever' : new Date(Number(value)).toISOString()
    default:
      return String(value)
  }
}
