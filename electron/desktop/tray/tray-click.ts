import type { Settings } from '../../../shared/settings/settings.ts'

/**
 * What a click on the tray icon opens. A panel on Linux shows the menu by itself, with the button of its
 * own choice, and lets no app open it: a click that it hands on opens the small window instead, where the
 * same things stand.
 */
export function clickOpens(
  setting: Settings['trayClick'],
  platform: NodeJS.Platform,
): 'popover' | 'window' | 'menu' {
  const isLinux = platform === 'linux'
  if (setting === 'auto') return isLinux ? 'window' : 'popover'
  return setting === 'menu' && isLinux ? 'popover' : setting
}

/**
 * A click on the icon takes the focus from the small window, which hides it, and arrives only then: it
 * meant to hide it.
 */
const SAME_CLICK_MS = 300
/** `hiddenAt`: when losing the focus hid it; both in ms of one clock. */
export const isSameClick = (hiddenAt: number, now: number): boolean => now - hiddenAt < SAME_CLICK_MS
