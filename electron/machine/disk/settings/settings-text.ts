import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { DEFAULT_SETTINGS } from '../../../../shared/settings/settings.ts'
import { faultInJson } from './json-fault.ts'

export const SETTINGS_FILE = 'settings.json'
/** Keys as they stand in the file; what they hold is checked key by key by who uses them. */
export type SettingValues = Readonly<Record<string, unknown>>

/** An error is the reason why the text is no settings file. */
export function readSettingsText(text: string): Result<SettingValues, string> {
  const bare = text.replace(/^\uFEFF/, '')
  if (bare.trim() === '') return err(`${SETTINGS_FILE} is empty`)
  try {
    const value: unknown = JSON.parse(bare)
    if (isTooDeep(bare)) return err(`${SETTINGS_FILE} holds values more than ${DEEPEST} deep`)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return err(`${SETTINGS_FILE} must be one JSON object, it is ${kindOf(value)}`)
    return ok(value as SettingValues)
  } catch {
    const { line, column } = faultInJson(bare)
    return err(`${SETTINGS_FILE} is no JSON from line ${line}, column ${column} on`)
  }
}

/** Never what it holds: the sentence goes into reports. */
const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** Each of its values is a few deep; what looks through one that is not would use up its stack. */
const DEEPEST = 100

/** `json`: that could be read, so that each of its strings has an end. */
function isTooDeep(json: string): boolean {
  let depth = 0
  for (const [sign] of json.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += sign === '[' || sign === '{' ? 1 : -1
    if (depth > DEEPEST) return true
  }
  return false
}

/** In the order of the settings, what is not known last: a change of one key is a change of one line. */
export function textOfSettings(values: SettingValues): string {
  const order = Object.keys(DEFAULT_SETTINGS)
  const place = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length)
  const entries = Object.entries(values).sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}
