import { ok } from '../../../shared/base/result.ts'
import type { SettingsKeeper } from '../settings/settings-room.ts'

/** Settings that are gone when the process is. */
export function settingsInMemory(first: Readonly<Record<string, unknown>> = {}): SettingsKeeper {
  const values: Record<string, unknown> = { ...first }
  return {
    values: () => values,
    change(change) {
      for (const [key, value] of Object.entries(change)) if (value !== undefined) values[key] = value
      return ok(null)
    },
  }
}
