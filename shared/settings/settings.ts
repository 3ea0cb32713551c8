import { z } from 'zod'
import { acceleratorOf } from './global-shortcut.ts'
import { DAY, HOUR, MINUTE, parseClock, SECOND } from '../base/time.ts'
import { DEFAULT_INTERVAL_MS } from '../threads/thread.ts'
import { ZOOM } from './zoom.ts'

const stroke = z
  .string()
  .regex(/^[!-~]( ?[!-~]+)*$/, 'must be a key such as B, Shift+B, Mod+K or G T')
  .max(30)
const clockTime = z
  .string()
  .length(5)
  .refine((text) => parseClock(text) !== null, 'must be HH:MM, 00:00 to 23:59')
const interval = z
  .number()
  .int()
  .refine((ms) => ms === 0 || (ms >= MINUTE && ms <= DAY), 'must be 0 (off) or 1 min to 24 h')

/** A limit for what agents use up. Null `of` of a thread cap: each thread by itself. */
const capSchema = z.strictObject({
  scope: z.enum(['fleet', 'runner', 'thread']),
  of: z.string().max(200).nullable().default(null), // a runner's key or a thread's id
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

/** All settings of the app with their bounds; what is stored is checked key by key against this. */
const settingsSchema = z.strictObject({
  /**
   * Runs at a time, and heartbeats among them; at least one slot stays free for messages unless there is
   * only one.
   */
  maxRuns: z.number().int().min(1).max(8).default(2),
  maxHeartbeats: z.number().int().min(1).max(7).default(1),
  defaultIntervalMs: interval.default(DEFAULT_INTERVAL_MS),
  /** Absolute limit of a run, by its highest tier. */
  quickLimitMs: z
    .number()
    .int()
    .min(5 * SECOND)
    .max(HOUR)
    .default(90 * SECOND),
  hourlyLimitMs: z
    .number()
    .int()
    .min(5 * SECOND)
    .max(2 * HOUR)
    .default(5 * MINUTE),
  dailyLimitMs: z
    .number()
    .int()
    .min(5 * SECOND)
    .max(6 * HOUR)
    .default(20 * MINUTE),
  /** Letters that may stand beside HEARTBEAT_OK without being news. */
  ackMaxChars: z.number().int().min(0).max(2000).default(0),
  /** null: not muted. 'forever' is the largest instant. */
  mutedUntil: z.number().nullable().default(null),
  /** Work Queue items a beat may take. */
  workPerBeat: z.number().int().min(1).max(5).default(1),
  /**
   * What agents may use up; the tightest one counts. A thread's own cap takes the place of the one for each
   * thread.
   */
  caps: z.array(capSchema).max(MAX_CAPS).default(DEFAULT_CAPS),
  /** Tool calls of one run before it is stopped, by its turn. */
  quickCalls: z.number().int().min(1).max(5000).default(40),
  hourlyCalls: z.number().int().min(1).max(5000).default(80),
  dailyCalls: z.number().int().min(1).max(5000).default(200),
  messageCalls: z.number().int().min(1).max(5000).default(500),
  /** The same tool call, one after the other, before a run is stopped. */
  repeatedCalls: z.number().int().min(2).max(100).default(8),
  /** A stored session that no message has used for so long is over. */
  sessionIdleMs: z
    .number()
    .int()
    .min(5 * MINUTE)
    .max(30 * DAY)
    .default(DAY),
  /** What of a beat is shown, unless a thread or its HEARTBEAT.json says otherwise. */
  showOk: z.boolean().default(false),
  showAlerts: z.boolean().default(true),
  indicator: z.boolean().default(true),
  /** Beats that nobody asked for hold back while a person is at work in the repository. */
  outOfTheWay: z.boolean().default(true),
  /** On battery: as ever, at most each half hour, or none that nobody asked for. */
  onBattery: z.enum(['run', 'calm', 'hold']).default('calm'),
  onMetered: z.enum(['run', 'hold']).default('run'),
  /** A thread without a commit, an edit or a person for so long is looked at once a day; 0: never. */
  dormantAfterMs: z
    .number()
    .int()
    .min(0)
    .max(365 * DAY)
    .default(14 * DAY),
  /** A person's message carries the waiting events too, and uses them up. */
  messagesTakeEvents: z.boolean().default(false),
  /** More runs of one thread within an hour than this raise one alert. */
  noisyRuns: z.number().int().min(10).max(1000).default(40),
  /** Port of the local webhook; null: it is off. */
  webhookPort: z.number().int().min(1024).max(65535).nullable().default(null),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  contrast: z.enum(['system', 'more']).default('system'),
  /** Of tables: 52 px rows, or 34 px. */
  density: z.enum(['comfortable', 'compact']).default('comfortable'),
  zoomPercent: z.number().int().min(ZOOM.least).max(ZOOM.most).multipleOf(ZOOM.step).default(ZOOM.usual),
  clock: z.enum(['system', '12h', '24h']).default('system'),
  /** Times in the window are those of UTC, marked with a Z. */
  showUtc: z.boolean().default(false),
  /** Single letters act: everywhere, only while a list has the focus, or not at all. */
  letterKeys: z.enum(['on', 'lists', 'off']).default('on'),
  /**
   * Keys that a person chose: the built-in stroke → the stroke that stands for it, "Mod+Shift+B", "G T" or
   * "?"; null: no key at all.
   */
  keys: z
    .record(stroke, stroke.nullable())
    .refine((keys) => Object.keys(keys).length <= 200, 'must be 200 keys at most')
    .default({}),
  /**
   * Opens or hides the window from wherever the person is, as a stroke like those of `keys`; null: no key
   * does.
   */
  globalShortcut: z
    .string()
    .max(40)
    .refine(
      (keys) => acceleratorOf(keys) !== null,
      'must be Ctrl or Alt with a second modifier and a key, such as Mod+Shift+K',
    )
    .nullable()
    .default(null),
  /** Columns of the fleet table, in their order; null: the usual ones. */
  columns: z.array(z.string().max(30)).max(20).nullable().default(null),
  /** Filters with a name, shown beside the places; `query` as in the address. */
  views: z
    .array(z.strictObject({ name: z.string().min(1).max(40), query: z.string().max(500) }))
    .max(8)
    .default([]),
  /**
   * Notifications are silent then, in the system's zone; days as in Date.getDay(), of the start. null:
   * never.
   */
  quietHours: z
    .strictObject({
      start: clockTime,
      end: clockTime,
      days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
    })
    .nullable()
    .default(null),
  /** Urgent alerts are shown all the same. */
  quietLetsUrgent: z.boolean().default(true),
  /** Beats that nobody asked for and that are not urgent wait as well. */
  quietPausesBeats: z.boolean().default(false),
  /** One notification a day that sums up the day before; auto: from five threads on. */
  digest: z.enum(['auto', 'on', 'off']).default('auto'),
  digestAt: clockTime.default('09:00'),
  /**
   * Outputs and results of single tasks are kept so long; runs and due times so long. Day figures are kept
   * for ever.
   */
  detailsKeptMs: z
    .number()
    .int()
    .min(DAY)
    .max(365 * DAY)
    .default(30 * DAY),
  runsKeptMs: z
    .number()
    .int()
    .min(7 * DAY)
    .max(3650 * DAY)
    .default(365 * DAY),
  logLevel: z.enum(['info', 'debug']).default('info'),
  /** What a click on the tray icon opens; auto: what is usual on the system. */
  showCount: z.boolean().default(true), // beside the icon, where the system has a place for it
  trayClick: z.enum(['auto', 'popover', 'window', 'menu']).default('auto'),
  /** The first run was seen, or skipped. */
  welcomed: z.boolean().default(false),
  /** Panels cannot be asked for their colour on Linux. */
  trayIcons: z.enum(['system', 'light', 'dark']).default('system'),
  closeToTray: z.enum(['ask', 'hide', 'quit']).default('ask'),
  /** On macOS: also without a window. */
  alwaysInDock: z.boolean().default(false),
})
export type Settings = z.infer<typeof settingsSchema>
export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({})
/**
 * Some settings, each checked like the whole. The defaults are taken off first: an absent key means "as it
 * was", and partial() alone would set it back to its default.
 */
type Bare = {
  [K in keyof typeof settingsSchema.shape]: z.ZodOptional<
    ReturnType<(typeof settingsSchema.shape)[K]['unwrap']>
  >
}
export const settingsChangeSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(settingsSchema.shape).map(([key, schema]) => [
      key,
      (schema.unwrap() as z.ZodType).optional(),
    ]),
  ) as unknown as Bare,
)
export type SettingsChange = z.infer<typeof settingsChangeSchema>

/** Own names only: a file may hold "constructor" and the like. */
export const isSettingKey = (key: string): key is keyof Settings => Object.hasOwn(settingsSchema.shape, key)

/** Bad keys fall back to their default and are named, so that nothing is reset in silence. */
export function readSettings(stored: Readonly<Record<string, unknown>>): {
  settings: Settings
  problems: readonly string[]
} {
  const problems: string[] = []
  const good: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(stored)) {
    if (!isSettingKey(key)) continue // a newer app's key: left where it is, ignored here
    const parsed = (settingsSchema.shape[key] as z.ZodType).safeParse(value)
    if (parsed.success) good[key] = parsed.data
    else problems.push(`${key}: ${parsed.error.issues[0]?.message ?? 'unreadable'}; the default is used`)
  }
  return { settings: settingsSchema.parse(good), problems }
}
