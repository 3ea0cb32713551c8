import type { Notice } from '../../engine/ports/desktop.ts'

type BannerDeed = 'open' | 'snooze'
export const DEED_WORDS: Record<BannerDeed, string> = { open: 'Open', snooze: 'Snooze 1 h' }

/**
 * The buttons of a banner, in their order. Only an alert of its own can be snoozed. On Linux there are
 * none: what a button does there differs from desktop to desktop, and a click on the banner opens it
 * everywhere. macOS shows the first at once, and more in signed apps only.
 */
export function bannerDeeds(
  platform: NodeJS.Platform,
  notice: Pick<Notice, 'alertId'>,
): readonly BannerDeed[] {
  if (platform !== 'darwin' && platform !== 'win32') return []
  return notice.alertId === null ? ['open'] : ['open', 'snooze']
}
