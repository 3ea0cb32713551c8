import type { HubSession, Presence } from '../ports/hub.ts'
import type { Ports } from '../ports/ports.ts'
import type { Views } from '../views/views.ts'

export interface PresenceParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly views: Pick<Views, 'threads'>
  /** Of Threadbeat. */
  readonly version: string
}

/** `sleepsUntilMs`: monotonic; until then it is about to sleep, and says so. */
export const tellPresence = async (
  session: HubSession,
  parts: PresenceParts,
  sleepsUntilMs: number,
): ReturnType<HubSession['tell']> =>
  session.tell({
    ...presenceOf(parts),
    ...(parts.ports.clock.monotonicMs() < sleepsUntilMs && { isAsleep: true }),
  })

function presenceOf({ ports: { clock }, views, version }: PresenceParts): Presence {
  const threads = views.threads()
  const beats = threads.flatMap(({ last }) => last?.finishedAt ?? [])
  const intervals = threads.flatMap(({ trusted, rests, effectiveIntervalMs }) =>
    trusted && rests === null && effectiveIntervalMs > 0 ? effectiveIntervalMs : [],
  )
  return {
    version,
    now: clock.now(),
    lastBeatAt: beats.length === 0 ? null : Math.max(...beats),
    intervalMs: intervals.length === 0 ? null : Math.min(...intervals),
  }
}
