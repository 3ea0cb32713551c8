import { useEffect, useState } from 'react'
import type { OutputPiece } from '../../../shared/contract/beats.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import { useBridge } from '../../client/bridge.ts'
import { useLive } from '../../client/live.ts'
import { RUN_OUTPUT as COPY } from '../copy.ts'

/**
 * Characters of a live output that the page keeps; all of what is kept of it is on record when the run has
 * ended.
 */
const KEPT_CHARS = 256 * 1024
interface Shown {
  readonly text: string
  readonly to: number // of the stream, in characters
}
const NOTHING: Shown = { text: '', to: 0 }

/** With a line that says so where something between two pieces never came. */
export function joined({ text, to }: Shown, piece: OutputPiece): Shown {
  const gap =
    piece.from > to
      ? `${text === '' || text.endsWith('\n') ? '' : '\n'}${COPY.leftOut(piece.from - to)}\n`
      : ''
  const whole = text + gap + piece.text
  return {
    text:
      whole.length <= KEPT_CHARS ? whole : whole.slice(whole.indexOf('\n', whole.length - KEPT_CHARS) + 1),
    to: piece.to,
  }
}

/** `isLost`: it cannot be followed. */
export function useLiveOutput(id: RunId): { readonly text: string; readonly isLost: boolean } {
  const { client } = useBridge()
  const isConnected = useLive((live) => live.connection === 'live')
  const [shown, setShown] = useState<Shown>(NOTHING)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (!isConnected) return
    const end = new AbortController()
    void (async () => {
      try {
        const pieces = await client.runs.follow({ id }, { signal: end.signal })
        setShown(NOTHING) // a new channel tells all that is kept once more
        setLost(false)
        for await (const piece of pieces) setShown((before) => joined(before, piece))
      } catch {
        if (!end.signal.aborted) setLost(true)
      }
    })()
    return () => end.abort()
  }, [client, id, isConnected])
  return { text: shown.text, isLost }
}
