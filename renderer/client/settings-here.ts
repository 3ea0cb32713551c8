import { SETTING_ROWS, type SettingRow } from '../../shared/settings/setting-rows.ts'
import type { System } from '../../shared/settings/setting-value.ts'

const here: System = systemOf(typeof navigator === 'undefined' ? '' : navigator.platform)

function systemOf(platform: string): System {
  if (platform.includes('Mac')) return 'mac'
  return platform.includes('Win') ? 'windows' : 'linux'
}

/** Without those that do something on other systems only. They stay in the file and on the command line. */
export const settingsOf = (system: System): readonly SettingRow[] =>
  SETTING_ROWS.filter(({ systems }) => systems === null || systems.includes(system))
export const SETTINGS_HERE: readonly SettingRow[] = settingsOf(here)
