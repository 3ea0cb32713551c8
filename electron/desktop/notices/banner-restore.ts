import { Notification } from 'electron'

/**
 * The name of a banner says where it leads, because the system keeps nothing else of it for the next start,
 * and what it is about, because macOS and Windows replace a banner by one of the same name.
 */
export const bannerId = (place: string, about: string): string => `${place}|${about}`
/** null: it leads to no place of ours. */
export const placeOfBanner = (id: string): string | null =>
  /^(#\/(?:(?:run|thread)\/[A-Za-z0-9_]{1,64}|inbox)?)\|/.exec(id)?.[1] ?? null

interface RestoreDeps {
  readonly openAt: (hash: string) => void
  /** Whether this start has shown a banner: that one hears of its own click. */
  readonly hasShown: () => boolean
}

/**
 * Banners of an earlier start still lead somewhere: macOS hands back what stands in its list; Windows tells
 * that a banner was clicked, also when that started the app, and not which, so the inbox opens. Elsewhere
 * they go with the app. Kept for as long as the app runs.
 */
export async function restoreBanners(
  { openAt, hasShown }: RestoreDeps,
  platform = process.platform,
): Promise<readonly unknown[]> {
  if (platform === 'win32') Notification.handleActivation(() => void (hasShown() || openAt('#/inbox')))
  if (platform !== 'darwin') return []
  const kept = await Notification.getHistory()
  for (const banner of kept) {
    const place = placeOfBanner(banner.id) ?? '#/inbox'
    banner.on('click', () => openAt(place))
    banner.on('action', () => openAt(place))
  }
  return kept
}
