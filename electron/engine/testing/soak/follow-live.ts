import { applyMessage, type Known } from '../../../../shared/views/live.ts'
import type { Client } from '../../../cli/kit/socket-client.ts'

interface Followed {
  known(): Known
  /** Looks at once and at each message; false: it was not so in all that time. */
  until(isSo: (known: Known) => boolean, ms: number): Promise<boolean>
  close(): void
}

/** What a window knows: the stream's snapshot, and its deltas applied as they come. */
export function followLive(client: Client): Followed {
  let known: Known = { fleet: null, threads: new Map() }
  const abort = new AbortController()
  const looks = new Set<() => void>()
  void (async () => {
    for await (const message of await client.live(undefined, { signal: abort.signal })) {
      known = applyMessage(known, message)
      for (const look of [...looks]) look()
    }
  })().catch((error: unknown) => {
    if (!abort.signal.aborted) throw error
  })
  return {
    known: () => known,
    until: (isSo, ms) =>
      new Promise((resolve) => {
        const end = (is: boolean): void => {
          looks.delete(look)
          clearTimeout(timer)
          resolve(is)
        }
        const look = (): void => {
          if (isSo(known)) end(true)
        }
        const timer = setTimeout(() => end(false), ms)
        looks.add(look)
        look()
      }),
    close: () => abort.abort(),
  }
}
