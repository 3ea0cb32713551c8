import type { SettingsFileView, SettingsGeneration } from '../../../shared/contract/app.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings/settings.ts'
import { isSettingKey } from '../../../shared/settings/table.ts'
import type { SettingsFile } from '../disk/settings/settings-file.ts'

/** The file of settings as it is shown: after a look at the disk. */
export function settingsView(settings: SettingsFile): SettingsFileView {
  settings.look()
  const { path: file, problem, values, hand, bad, unknown } = settings.state()
  return { path: file, problem, hand, set: Object.keys(values).filter(isSettingKey), bad, unknown }
}

/** What it said before, each generation with what it has otherwise than today's. */
export function settingsGenerations(settings: SettingsFile): readonly SettingsGeneration[] {
  const current = settings.values()
  return settings.generations().map(({ id, at, by, values }) => ({
    id,
    at,
    by,
    changes: [...new Set([...Object.keys(DEFAULT_SETTINGS), ...Object.keys(current), ...Object.keys(values)])]
      .map((key) => ({ key, now: jsonOrNull(current[key]), then: jsonOrNull(values[key]) }))
      .filter(({ now, then }) => now !== then),
  }))
}

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
