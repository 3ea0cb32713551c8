import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { Log } from '../../engine/ports/ports.ts'

const LOGGED_PER_MINUTE = 10

/**
 * Requests with the token in the running minute, and what was refused: the first ones by line, the others
 * by number.
 */
export function minuteCounts(
  log: Log,
  perMinute: number,
  nowMs: () => number,
): {
  readonly take: (() => boolean) & { secondsLeft(): number }
  readonly note: (status: number, why: string) => void
} {
  let [startedMs, taken, refused] = [-Infinity, 0, 0]
  const roll = (): void => {
    if (nowMs() - startedMs < MINUTE) return
    if (refused > LOGGED_PER_MINUTE)
      log('warn', 'inbox.rejected', { by: 'webhook', more: refused - LOGGED_PER_MINUTE })
    ;[startedMs, taken, refused] = [nowMs(), 0, 0]
  }
  const take = (): boolean => {
    roll()
    return ++taken <= perMinute
  }
  const note = (status: number, why: string): void => {
    roll()
    if (++refused <= LOGGED_PER_MINUTE) log('warn', 'inbox.rejected', { by: 'webhook', status, why })
  }
  return {
    take: Object.assign(take, {
      secondsLeft: () => Math.max(1, Math.ceil((startedMs + MINUTE - nowMs()) / SECOND)),
    }),
    note,
  }
}
