import type { Socket } from 'node:net'

interface Bounds {
  /** How long a connection may take to say its first head. */
  readonly headerMs: number
  /** So many connections may be about to say theirs. */
  readonly waitingHeads: number
}

/** 'slow': its first head did not come in time. 'crowded': it was the oldest of too many that waited for theirs. */
export type Unheard = 'slow' | 'crowded'

interface WaitingHeads {
  came(socket: Socket): void
  /** Its first head is here; told again it changes nothing. */
  spoke(socket: Socket): void
}

/**
 * Connections that have not said what they want. Where they are too many the oldest end first, never a new one: whoever
 * keeps many half open shuts nobody out who has something to say.
 */
export function createWaitingHeads(
  { headerMs, waitingHeads }: Bounds,
  ended: (why: Unheard) => void,
): WaitingHeads {
  const waiting = new Map<Socket, NodeJS.Timeout>() // the oldest first
  let isEnding = false
  const end = (socket: Socket, why: Unheard): void => {
    ended(why)
    socket.destroy()
  }
  const spoke = (socket: Socket): void => {
    clearTimeout(waiting.get(socket))
    waiting.delete(socket)
  }
  const endOldest = (): void => {
    isEnding = false
    const tooMany = Math.max(0, waiting.size - waitingHeads)
    for (const socket of [...waiting.keys()].slice(0, tooMany)) end(socket, 'crowded')
  }
  return {
    spoke,
    came(socket) {
      // Node looks at its own deadlines only every half minute; here each connection has its own.
      waiting.set(
        socket,
        setTimeout(() => end(socket, 'slow'), headerMs),
      )
      socket.once('close', () => spoke(socket))
      if (isEnding || waiting.size <= waitingHeads) return
      isEnding = true
      // Heads that have come with them are read before that.
      setImmediate(() => setImmediate(endOldest))
    },
  }
}
