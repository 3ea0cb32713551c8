import { spawn, type ChildProcess } from 'node:child_process'
import { SECOND } from '../../../shared/base/time.ts'
import { send } from './orphans.ts'

/** How long each step of stopping waits for the next. */
export interface StopGrace {
  readonly interruptMs: number // SIGINT to SIGTERM
  readonly terminateMs: number // SIGTERM to SIGKILL
}

/** Together a little less than the ten seconds after its time within which a run must be over. */
const STOP_GRACE: StopGrace = { interruptMs: 5 * SECOND, terminateMs: 4.5 * SECOND }

/**
 * A run whose limit is reached is over within the second; a CLI that keeps its session on SIGINT needs some
 * of it.
 */
const BREAK_GRACE: StopGrace = { interruptMs: 500, terminateMs: 150 }
export const AFTER_KILL_MS = 300

/** An agent that is to go on in the same session is given the time to write it down. */
const INTERRUPT_GRACE: StopGrace = { interruptMs: 15 * SECOND, terminateMs: 5 * SECOND }

export type StopReason = 'timed_out' | 'stopped' | 'broken_off' | 'interrupted'

const GRACE: Readonly<Record<StopReason, StopGrace>> = {
  timed_out: STOP_GRACE,
  stopped: STOP_GRACE,
  broken_off: BREAK_GRACE,
  interrupted: INTERRUPT_GRACE,
}

/** When a process is to be stopped, and how long it has then. */
interface Limits {
  readonly deadlineMs: number // from the start
  readonly breaker?: AbortSignal | undefined
  readonly interrupt?: AbortSignal | undefined
  readonly grace?: StopGrace
}

/**
 * At the deadline, when aborted, interrupted or when the breaker trips: SIGINT, SIGTERM, SIGKILL to the group. `gaveUp`
 * settles when even that did not end it.
 */
export function stopLadder(child: ChildProcess, pid: number, spec: Limits, signal: AbortSignal) {
  let reason: StopReason | null = null
  let timer: NodeJS.Timeout
  let giveUp: (nothing: null) => void
  const gaveUp = new Promise<null>((settle) => (giveUp = settle))
  const stop = (why: StopReason): void => {
    if (reason !== null) return
    reason = why
    const grace = spec.grace ?? GRACE[why]
    clearTimeout(timer)
    sendToGroup(child, pid, 'SIGINT')
    timer = setTimeout(() => {
      sendToGroup(child, pid, 'SIGTERM')
      timer = setTimeout(() => {
        sendToGroup(child, pid, 'SIGKILL')
        timer = setTimeout(() => giveUp(null), AFTER_KILL_MS)
      }, grace.terminateMs)
    }, grace.interruptMs)
  }
  const onAbort = (): void => stop('stopped')
  const onBreak = (): void => stop('broken_off')
  const onInterrupt = (): void => stop('interrupted')
  timer = setTimeout(() => stop('timed_out'), spec.deadlineMs)
  signal.addEventListener('abort', onAbort, { once: true })
  spec.breaker?.addEventListener('abort', onBreak, { once: true })
  spec.interrupt?.addEventListener('abort', onInterrupt, { once: true })
  if (signal.aborted)
    onAbort() // aborted while the program was looked for
  else if (spec.breaker?.aborted === true) onBreak()
  else if (spec.interrupt?.aborted === true) onInterrupt()
  return {
    gaveUp,
    reason: () => reason,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      spec.breaker?.removeEventListener('abort', onBreak)
      spec.interrupt?.removeEventListener('abort', onInterrupt)
    },
  }
}

function sendToGroup(child: ChildProcess, pid: number, name: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    // Windows knows no signals and no groups: the tree is ended at the first request.
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' }).on(
      'error',
      () => child.kill(),
    )
  } else if (!send(-pid, name)) child.kill(name)
}
