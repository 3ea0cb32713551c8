import * as z from 'zod'
import { formatDuration, parseClock } from '../base/time.ts'
import { acceleratorOf } from './global-shortcut.ts'
import type { SettingValue, TypeOf } from './setting-value.ts'
import { isSettingKey, SETTING_KEYS, type SETTINGS, specOf, type SettingKey } from './table.ts'

const stroke = z
  .string()
  .regex(/^[!-~]( ?[!-~]+)*$/, 'must be a key such as B, Shift+B, Mod+K or G T')
  .max(30)
const clockTime = z
  .string()
  .length(5)
  .refine((text) => parseClock(text) !== null, 'must be HH:MM, 00:00 to 23:59')

/** A limit for what agents use up. Null `of` of a thread cap: each thread by itself. */
const capSchema = z.strictObject({
  scope: z.enum(['fleet', 'runner', 'thread']),
  of: z.string().max(200).nullable().default(null), // a runner's key or a thread's id; null: of all, of a thread’s: each by itself
  period: z.enum(['day', 'month']),
  unit: z.enum(['usd', 'tokens', 'starts']),
  limit: z.number().min(0).max(1e12),
})
export type Cap = z.infer<typeof capSchema>
export const MAX_CAPS = 200
/** Money for who pays by the token, starts for who pays by the month. */
export const DEFAULT_CAPS: Cap[] = [
  { scope: 'fleet', of: null, period: 'day', unit: 'usd', limit: 2 },
  { scope: 'thread', of: null, period: 'day', unit: 'usd', limit: 0.5 },
  { scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 300 },
  { scope: 'thread', of: null, period: 'day', unit: 'starts', limit: 60 },
]

/** Settings that hold more than one value. */
const STRUCTURED = {
  caps: z.array(capSchema).max(MAX_CAPS).default(DEFAULT_CAPS),
  keys: z
    .record(stroke, stroke.nullable())
    .refine((keys) => Object.keys(keys).length <= 200, 'must be 200 keys at most')
    .default({}),
  columns: z.array(z.string().max(30)).max(20).nullable().default(null),
  views: z
    .array(z.strictObject({ name: z.string().min(1).max(40), query: z.string().max(500) }))
    .max(8)
    .default([]),
  skippedUpdate: z.string().min(1).max(60).nullable().default(null),
  quietHours: z
    .strictObject({
      start: clockTime,
      end: clockTime,
      days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
    })
    .refine(({ start, end, days }) => start !== end || new Set(days).size < 7, {
      message: 'from a time until the same on each day would never end',
    })
    .nullable()
    .default(null),
}
type Structured = { [K in keyof typeof STRUCTURED]: z.infer<(typeof STRUCTURED)[K]> }

/** All settings with their values; null and bounds as the table says. */
export type Settings = Structured & {
  [K in Exclude<SettingKey, keyof Structured>]: TypeOf<(typeof SETTINGS)[K]['value']>
}
/** An absent key means "as it was". */
export type SettingsChange = { [K in keyof Settings]?: Settings[K] | undefined }

const duration = ({
  bounds: [least, most],
  zero,
}: {
  bounds: readonly [number, number]
  zero: string | null
}) =>
  zero === null
    ? z.number().int().min(least).max(most)
    : z
        .number()
        .int()
        .refine(
          (ms) => ms === 0 || (ms >= least && ms <= most),
          `must be 0 (${zero}) or ${formatDuration(least)} to ${formatDuration(most)}`,
        )

function schemaOf(value: Exclude<SettingValue, { kind: 'structured' }>): z.ZodType {
  switch (value.kind) {
    case 'switch':
      return z.boolean()
    case 'choice':
      return z.enum(Object.keys(value.options))
    case 'count':
      return z.number().int().min(value.bounds[0]).max(value.bounds[1])
    case 'percent':
      return z.number().int().min(value.bounds[0]).max(value.bounds[1]).multipleOf(value.step)
    case 'duration':
      return duration(value)
    case 'time':
      return clockTime
    case 'moment':
      return z.number().nullable()
    case 'port':
      return z.number().int().min(value.bounds[0]).max(value.bounds[1]).nullable()
    case 'stroke':
      return z
        .string()
        .max(40)
        .refine(
          (keys) => acceleratorOf(keys) !== null,
          'must be Ctrl or Alt with a second modifier and a key, such as Mod+Shift+K',
        )
        .nullable()
  }
}

interface Checked {
  readonly schema: z.ZodType
  readonly initial: unknown
}
const isStructured = (key: string): key is keyof Structured => Object.hasOwn(STRUCTURED, key)
function checkedOf(key: SettingKey): Checked {
  const { value } = specOf(key)
  if (value.kind !== 'structured') return { schema: schemaOf(value), initial: value.initial }
  if (!isStructured(key)) throw new Error(`The setting ${key} has no schema.`)
  return { schema: STRUCTURED[key].unwrap(), initial: STRUCTURED[key].parse(undefined) }
}
const CHECKED = Object.fromEntries(SETTING_KEYS.map((key) => [key, checkedOf(key)])) as Record<
  SettingKey,
  Checked
>

export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_KEYS.map((key) => [key, CHECKED[key].initial]),
) as unknown as Settings

/** Some settings, each checked like the whole. */
export const settingsChangeSchema = z.strictObject(
  Object.fromEntries(SETTING_KEYS.map((key) => [key, CHECKED[key].schema.optional()])),
) as unknown as z.ZodType<SettingsChange, SettingsChange>

/** Bad keys fall back to their default and are named, so that nothing is reset in silence. */
export function readSettings(stored: Readonly<Record<string, unknown>>): {
  settings: Settings
  problems: readonly string[]
} {
  const problems: string[] = []
  const good: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(stored)) {
    if (!isSettingKey(key)) continue // a newer app's key: left where it is, ignored here
    const parsed = CHECKED[key].schema.safeParse(value)
    if (parsed.success) good[key] = parsed.data
    else problems.push(`${key}: ${parsed.error.issues[0]?.message ?? 'unreadable'}; the default is used`)
  }
  return { settings: { ...DEFAULT_SETTINGS, ...good }, problems }
}

export const isDefault = (key: SettingKey, value: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(DEFAULT_SETTINGS[key])
