import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Client } from '../kit/socket-client.ts'

/** Between two tries, longer each time: the app may be away for a second or for the night. */
const FIRST_TRY_MS = 500
const LAST_TRY_MS = 15_000

/**
 * Keeps the app told that a person's own session is there, over its ends and beginnings, until the end that
 * is returned. An app that does not want to know (the thread is gone) is asked again as rarely as one that
 * is away.
 */
export function holdAttached(connect: () => Client, id: ThreadId): () => void {
  const abort = new AbortController()
  void hold(connect, id, abort.signal)
  return () => abort.abort()
}

async function hold(connect: () => Client, id: ThreadId, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_TRY_MS
  while (!signal.aborted) {
    try {
      const held = await connect().attach({ id }, { signal })
      pauseMs = FIRST_TRY_MS
      for await (const _ of held);
    } catch {
      // The app ended, or is not there yet.
    }
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true },
      )
    })
    pauseMs = Math.min(LAST_TRY_MS, pauseMs * 2)
  }
}
