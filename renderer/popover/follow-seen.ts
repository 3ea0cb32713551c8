import { useSyncExternalStore } from 'react'
import type { Bridge } from '../client/bridge.ts'
import { follow } from '../client/live.ts'
import type { LiveStore } from '../client/live-store.ts'

const isSeen = (): boolean => document.visibilityState === 'visible'
function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
/** Nothing moves for nobody. */
export const useSeen = (): boolean => useSyncExternalStore(subscribe, isSeen)

/**
 * Follows the engine only while the page is seen: out of sight it costs nothing, and back in sight it
 * begins with a whole snapshot.
 */
export function followWhileSeen(store: LiveStore, bridge: Bridge): () => void {
  let end: (() => void) | null = null
  const look = (): void => {
    if (isSeen()) end ??= follow(store, bridge)
    else {
      end?.()
      end = null
    }
  }
  look()
  const stop = subscribe(look)
  return () => {
    stop()
    end?.()
  }
}
