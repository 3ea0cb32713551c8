import type { ExternalToast } from 'sonner'
import { revealDeceptive } from '../../../shared/base/hidden-text.ts'

/** No part of a window's first script: nothing is told before it stands. */
// oxlint-disable-next-line no-restricted-imports -- the one place
const library = async () => (await import('sonner')).toast

/** A toast that led to another page, or came with it, is no older than this. */
const COMES_WITH_PAGE_MS = 1000
interface Shown {
  readonly id: string | number
  readonly at: number
  readonly isWords: boolean // nothing is to be done with it
}
/** The one that is no error; null: there was none. */
let newest: Shown | null = null

/** Words at the foot of the window, which may name what others wrote. Older words are over with them. */
const plain = (words: string, options?: ExternalToast): void =>
  void library().then((sonner) => {
    const before = newest
    const id = sonner(revealDeceptive(words), options)
    newest = { id, at: performance.now(), isWords: options?.action === undefined }
    if (before?.isWords === true && before.id !== id) void sonner.dismiss(before.id)
  })
const error = (words: string): void =>
  void library().then((sonner) => void sonner.error(revealDeceptive(words)))
const dismiss = (id: string | number): void => void library().then((sonner) => void sonner.dismiss(id))

/** Another page is shown: what was told on the last one is over there; an error stays until it was read. */
function leavePage(): void {
  if (newest === null || performance.now() - newest.at < COMES_WITH_PAGE_MS) return
  dismiss(newest.id)
  newest = null
}

export const toast = Object.assign(plain, { error, dismiss, leavePage })
