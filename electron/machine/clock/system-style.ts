import { styleOfLocale, type TimeStyle } from '../../../shared/base/clock/time-text.ts'

/** Variables that say how times are written, the strongest first (locale(7)). */
const VARIABLES = ['LC_ALL', 'LC_TIME', 'LANG'] as const

/**
 * How this system writes times. On Linux its variables say so, also where Chromium has a language of its own;
 * elsewhere the person's settings do. `ofSystem`: their locale, as only Electron can tell it; without it Node's
 * own is as near as it gets, unless a variable was set on purpose.
 */
export function systemStyle(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, ofSystem?: string): TimeStyle {
  const variable = VARIABLES.map((name) => env[name]).find((value) => value !== undefined && value !== '')
  if (platform === 'linux') return styleOfLocale(variable ?? 'C')
  return styleOfLocale(ofSystem ?? variable ?? Intl.DateTimeFormat().resolvedOptions().locale)
}
