// oxlint-disable-next-line no-restricted-imports -- the one place
import { toast as sonner, type ExternalToast } from 'sonner'
import { revealDeceptive } from '../../../shared/base/hidden-text.ts'

/** A toast that led to another page, or came with it, is no older than this. */
const COMES_WITH_PAGE_MS = 1000
/** The one that is no error; null: there was none. */
let newest: { readonly id: string | number; readonly at: number } | null = null

/** Words at the foot of the window, which may name what others wrote. */
function plain(words: string, options?: ExternalToast): void {
  newest = { id: sonner(revealDeceptive(words), options), at: performance.now() }
}
const error = (words: string): void => void sonner.error(revealDeceptive(words))
const dismiss = (id: string): void => void sonner.dismiss(id)

/** Another page is shown: what was told on the last one is over there; an error stays until it was read. */
function leavePage(): void {
  if (newest === null || performance.now() - newest.at < COMES_WITH_PAGE_MS) return
  sonner.dismiss(newest.id)
  newest = null
}

export const toast = Object.assign(plain, { error, dismiss, leavePage })
