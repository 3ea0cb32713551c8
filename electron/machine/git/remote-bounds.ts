import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { hostOf } from './facts/repo-facts.ts'

/** A slow line may bring much; nobody waits for it but the thread itself. */
const LONG_MS = 2 * MINUTE
/** For one that did not answer the last time: long enough for a handshake on a poor line. */
const SHORT_MS = 10 * SECOND
/** What was only slow, and needs the longer bound, gets it again. */
const LONG_AGAIN_AFTER_MS = HOUR

/** How long a remote may take, by what it did the last time that any repository of this machine asked it. */
interface RemoteBounds {
  boundOf(url: string): number
  note(url: string, hasAnswered: boolean): void
}

/** `nowMs`: monotonic. */
export function createRemoteBounds(nowMs: () => number): RemoteBounds {
  const failedAt = new Map<string, number>() // by host, with the long bound
  return {
    boundOf(url) {
      const at = failedAt.get(keyOf(url))
      return at === undefined || nowMs() - at > LONG_AGAIN_AFTER_MS ? LONG_MS : SHORT_MS
    },
    note(url, hasAnswered) {
      const key = keyOf(url)
      const at = failedAt.get(key)
      if (hasAnswered) failedAt.delete(key)
      else if (at === undefined || nowMs() - at > LONG_AGAIN_AFTER_MS) failedAt.set(key, nowMs())
    },
  }
}

const keyOf = (url: string): string => hostOf(url) ?? url

/** Those of this process. */
export const remoteBounds = createRemoteBounds(() => performance.now())
