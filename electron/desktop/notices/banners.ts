import type { Notice } from '../../engine/ports/desktop.ts'
import { stripDeceptive } from '../../../shared/base/hidden-text.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'

/** More than three banners within a minute become one. */
const WINDOW_MS = 60_000
const MOST = 3

interface BannerMode {
  readonly as: 'single' | 'summary'
  readonly recent: readonly number[] // what of `recent` still counts
}
export function planBanner(recent: readonly number[], nowMs: number): BannerMode {
  const counting = recent.filter((at) => nowMs - at < WINDOW_MS)
  return { as: counting.length >= MOST ? 'summary' : 'single', recent: counting }
}

export function summaryOf(notices: readonly Notice[]): {
  readonly title: string
  readonly body: string
  readonly urgent: boolean
} {
  const titles = [...new Set(notices.map((n) => n.title))]
  const listed = titles.slice(-4).reverse()
  const rest = titles.length - listed.length
  return {
    title: `${notices.length} more ${notices.length === 1 ? 'alert' : 'alerts'}`,
    body: bannerText([...listed, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'), 'body'),
    urgent: notices.some((n) => n.severity === 'urgent'),
  }
}

/** What lies together in the system's own list. */
export interface Group {
  readonly groupId?: string
  readonly groupTitle?: string
}
/**
 * Banners of one thread lie together; Windows has a header for them, with its name. Linux knows no groups.
 */
export function groupOf(
  platform: NodeJS.Platform,
  threadId: ThreadId | null,
  nameOf: (id: ThreadId) => string | null,
): Group {
  if (threadId === null || (platform !== 'win32' && platform !== 'darwin')) return {}
  const name = platform === 'win32' ? bannerText(nameOf(threadId) ?? '', 'title') : ''
  return { groupId: threadId, ...(name !== '' && { groupTitle: name }) }
}

const LONGEST = { title: 100, body: 300 }

/**
 * Plain text, capped. Some desktops read markup in a body, so angle brackets become look-alikes; control
 * and direction characters, with which a text could pretend to be another, are dropped.
 */
export function bannerText(text: string, part: 'title' | 'body'): string {
  const plain = stripDeceptive(text.replace(/[\t\r]/g, ' '), ' ')
    .replace(/</g, '‹')
    .replace(/>/g, '›')
  const oneLine = part === 'title' ? plain.replace(/\s+/g, ' ').trim() : plain.trim()
  const letters = [...oneLine]
  return letters.length <= LONGEST[part] ? oneLine : `${letters.slice(0, LONGEST[part] - 1).join('')}…`
}
