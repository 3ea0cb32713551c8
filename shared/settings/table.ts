import type { SettingSpec } from './setting-value.ts'
import { ADVANCED_SETTINGS } from './table/advanced.ts'
import { APPEARANCE_SETTINGS } from './table/appearance.ts'
import { GENERAL_SETTINGS } from './table/general.ts'
import { INTEGRATIONS_SETTINGS } from './table/integrations.ts'
import { NOTIFICATIONS_SETTINGS } from './table/notifications.ts'
import { PRIVACY_SETTINGS } from './table/privacy.ts'
import { SCHEDULE_SETTINGS } from './table/schedule.ts'
import { THREADS_SETTINGS } from './table/threads.ts'
import { UPDATES_SETTINGS } from './table/updates.ts'

/** The settings of each section that has any, in the order of the page. */
export const SETTINGS_BY_SECTION = {
  general: GENERAL_SETTINGS,
  appearance: APPEARANCE_SETTINGS,
  notifications: NOTIFICATIONS_SETTINGS,
  schedule: SCHEDULE_SETTINGS,
  threads: THREADS_SETTINGS,
  integrations: INTEGRATIONS_SETTINGS,
  privacy: PRIVACY_SETTINGS,
  updates: UPDATES_SETTINGS,
  advanced: ADVANCED_SETTINGS,
} as const

/**
 * Every setting of the app: bounds, first value, label and help. Type and schema, the settings page and its
 * search, the command line and docs/settings.md follow from it. What holds more than one value has form, bounds
 * and first value in settings.ts: they are a schema, and this table is read where there is no schema library.
 */
export const SETTINGS = {
  ...GENERAL_SETTINGS,
  ...APPEARANCE_SETTINGS,
  ...NOTIFICATIONS_SETTINGS,
  ...SCHEDULE_SETTINGS,
  ...THREADS_SETTINGS,
  ...INTEGRATIONS_SETTINGS,
  ...PRIVACY_SETTINGS,
  ...UPDATES_SETTINGS,
  ...ADVANCED_SETTINGS,
} as const

export type SettingKey = keyof typeof SETTINGS
export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[]
export const specOf = (key: SettingKey): SettingSpec => SETTINGS[key]

/** Own names only: a file may hold "constructor" and the like. */
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

/** As the command line writes it: "defaultIntervalMs" → "default-interval". */
export const spelledSetting = (key: string): string =>
  key.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
