// oxlint-disable-next-line no-restricted-imports -- the one place
import { toast as sonner, type ExternalToast } from 'sonner'
import { revealDeceptive } from '../../../shared/base/hidden-text.ts'

/** Words at the foot of the window, which may name what others wrote. */
const plain = (words: string, options?: ExternalToast): void => void sonner(revealDeceptive(words), options)
const error = (words: string): void => void sonner.error(revealDeceptive(words))

export const toast = Object.assign(plain, { error })
