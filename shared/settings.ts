import { z } from 'zod'
import { DAY, HOUR, MINUTE, SECOND } from './time.ts'
import { DEFAULT_INTERVAL_MS } from './thread.ts'

const interval = z.number().int().refine((ms) => ms === 0 || (ms >= MINUTE && ms <= DAY), 'must be 0 (off) or 1 min to 24 h')

/** All settings of the app with their bounds; what is stored is checked key by key against this. */
export const settingsSchema = z.strictObject({
  /** Runs at a time, and heartbeats among them; at least one slot stays free for messages unless there is only one. */
  maxRuns: z.number().int().min(1).max(8).default(2),
  maxHeartbeats: z.number().int().min(1).max(7).default(1),
  defaultIntervalMs: interval.default(DEFAULT_INTERVAL_MS),
  /** Absolute limit of a run, by its highest tier. */
  quickLimitMs: z.number().int().min(5 * SECOND).max(HOUR).default(90 * SECOND),
  hourlyLimitMs: z.number().int().min(5 * SECOND).max(2 * HOUR).default(5 * MINUTE),
  dailyLimitMs: z.number().int().min(5 * SECOND).max(6 * HOUR).default(20 * MINUTE),
  /** Letters that may stand beside HEARTBEAT_OK without being news. */
  ackMaxChars: z.number().int().min(0).max(2000).default(0),
  /** null: not muted. 'forever' is the largest instant. */
  mutedUntil: z.number().nullable().default(null),
  /** Work Queue items a beat may take. */
  workPerBeat: z.number().int().min(1).max(5).default(1),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Panels cannot be asked for their colour on Linux. */
  trayIcons: z.enum(['system', 'light', 'dark']).default('system'),
  closeToTray: z.enum(['ask', 'hide', 'quit']).default('ask'),
})
export type Settings = z.infer<typeof settingsSchema>
export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({})
export const settingsChangeSchema = settingsSchema.partial()
export type SettingsChange = z.infer<typeof settingsChangeSchema>

/** Bad keys fall back to their default and are named, so that nothing is reset in silence. */
export function readSettings(stored: Readonly<Record<string, unknown>>): { settings: Settings; problems: readonly string[] } {
  const problems: string[] = []
  const good: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(stored)) {
    const schema = (settingsSchema.shape as Record<string, z.ZodType | undefined>)[key]
    if (schema === undefined) continue // a newer app's key: left in the store, ignored here
    const parsed = schema.safeParse(value)
    if (parsed.success) good[key] = parsed.data
    else problems.push(`${key}: ${parsed.error.issues[0]?.message ?? 'unreadable'}; the default is used`)
  }
  return { settings: settingsSchema.parse(good), problems }
}
