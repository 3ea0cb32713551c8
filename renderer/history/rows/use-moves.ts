import { useEffect, useEffectEvent } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import type { Live } from '../../client/live-store.ts'

/** What is read again is read at most once in this time, however often something moves. */
const LEAST_MS = 1000
/** Reading takes at most one part in so many of the time: figures of a long history take a moment. */
const PARTS = 5

/** A row came, or came to its end. Parts that did not change are the same objects. */
const hasRows = (was: ThreadView | undefined, is: ThreadView): boolean =>
  was !== is &&
  (was === undefined ||
    was.last !== is.last ||
    was.running?.runId !== is.running?.runId ||
    was.events !== is.events ||
    was.newestEventAt !== is.newestEventAt)

const hasMoved = (was: Live, is: Live): boolean =>
  was.fleet?.today !== is.fleet?.today ||
  was.fleet?.running !== is.fleet?.running ||
  (was.threads !== is.threads &&
    (was.threads.size !== is.threads.size ||
      [...is.threads.values()].some((thread) => hasRows(was.threads.get(thread.id), thread))))

/**
 * Calls `work` when rows of the history came or changed, as long as the component stands: at once, then not
 * again before a second is over and the work has rested for four times as long as it took. Not while the
 * window is hidden; what moved meanwhile is answered when it is seen again. `work` must not reject.
 */
export function useMoves(work: () => Promise<unknown>): void {
  const { live } = useBridge()
  const onMoved = useEffectEvent(work)
  useEffect(() => {
    let [hasWork, isBusy, isOver] = [false, false, false]
    let restsUntil = -Infinity
    let timer: ReturnType<typeof setTimeout> | undefined
    const answer = async (): Promise<void> => {
      timer = undefined
      if (document.visibilityState !== 'visible') return
      const begunAt = performance.now()
      hasWork = false
      isBusy = true
      await onMoved()
      isBusy = false
      const tookMs = performance.now() - begunAt
      restsUntil = Math.max(begunAt + LEAST_MS, begunAt + PARTS * tookMs)
      ask()
    }
    const ask = (): void => {
      if (!hasWork || isBusy || isOver || timer !== undefined || document.visibilityState !== 'visible')
        return
      timer = setTimeout(() => void answer(), Math.max(0, restsUntil - performance.now()))
    }
    const end = live.subscribe((is, was) => {
      hasWork ||= hasMoved(was, is)
      ask()
    })
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      end()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [live])
}
