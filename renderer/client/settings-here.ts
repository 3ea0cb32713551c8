import { SETTING_ROWS, type SettingRow } from '../../shared/settings/setting-rows.ts'
import type { System } from '../../shared/settings/setting-value.ts'
import { isMac } from '../kit/keys.ts'

const elsewhere: System =
  typeof navigator !== 'undefined' && /Win/.test(navigator.platform) ? 'windows' : 'linux'
const here: System = isMac ? 'mac' : elsewhere

/** Without those that do something on other systems only. They stay in the file and on the command line. */
export const settingsOf = (system: System): readonly SettingRow[] =>
  SETTING_ROWS.filter(({ systems }) => systems === null || systems.includes(system))
export const SETTINGS_HERE: readonly SettingRow[] = settingsOf(here)
