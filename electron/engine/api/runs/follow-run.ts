import { pauseFor } from '../../pulse/timers.ts'
import { os, type ApiParts } from '../parts.ts'

/** At most ten messages a second, whatever a program prints. */
const PACE_MS = 100

/** Tells what a run in flight prints; a reader that is slow gets one piece with everything since. */
export function followRun({ ports: { clock }, engine }: Pick<ApiParts, 'ports' | 'engine'>) {
  return os.runs.follow.handler(async function* ({ input, signal }) {
    const output = engine.live.output(input.id)
    if (output === null) return
    let at = 0
    let wake = (): void => {}
    const end = output.onMore(() => wake())
    signal?.addEventListener('abort', () => wake())
    try {
      while (signal?.aborted !== true) {
        const piece = output.since(at)
        at = piece.to
        if (piece.text !== '') {
          yield piece
          await pauseFor(clock, 'run output', PACE_MS)
        } else if (output.isOver()) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      end()
    }
  })
}
