import { plural } from '../base/amounts.ts'
import { faultSentence, type Fault } from '../base/faults.ts'
import type { RunOutcome } from '../runs/run.ts'
import type { SkipReason } from '../queue/skip-reason.ts'
import type { Answered } from '../alerts/alert.ts'
import type { Severity } from '../base/severity.ts'
import type { ThreadState, ThreadView } from './thread-view.ts'
import type { Pause } from '../threads/thread.ts'
import { formatDuration, MINUTE } from '../base/time.ts'

/** A due time may be served this late before the thread counts as overdue. */
export const GRACE_MS = 2 * MINUTE

/** Facts a thread's state is derived from; nothing of it is stored. */
export interface StateFacts {
  readonly trusted: boolean
  /** Why a thread that was trusted is not any more; null: it never was, or is. */
  readonly exchanged: string | null
  readonly off: boolean
  readonly pause: Pause | null // the thread's own, or everybody's
  readonly quiet: string | null // the quiet hours in which its beat rests, with their end; null: none rests so
  readonly running: boolean
  readonly waiting: boolean
  readonly worstAlert: Severity | null // of the open, unacknowledged alerts
  readonly alertText: string | null
  readonly answered: Answered | null
  readonly last: {
    readonly outcome: RunOutcome
    readonly skipReason: SkipReason | null
    readonly summary: string
  } | null
  readonly lateMs: number
  readonly lateBecause: string | null
  /** What became of the newest due time, where nobody has looked since; null: somebody has. */
  readonly unseenSlot: 'missed' | 'skipped' | null
  readonly scheduleProblem: string | null
  readonly missingFolder: Fault | null
  readonly approvalsWanted: number
  readonly permissionsWanted: number
  readonly failures: number
}

/** Also of a run that was asked for nevertheless. */
export const NOT_TRUSTED = 'Not trusted yet: nothing of this repository is read or run.'

const NOT_LOOKED: readonly (SkipReason | null)[] = [
  'over_budget',
  'runner_resting',
  'no_session',
  'no_place',
  'by_switches',
]

interface Standing {
  readonly state: ThreadState
  readonly because: string
}

/** The state and the sentence that gives the reason. */
export const stateOf = (f: StateFacts): Standing =>
  newsOf(f) ?? (restOf(f) === null ? lateOf(f) : null) ?? answeredOf(f) ?? paceOf(f)

/** What was found or needs a person: it stands above whatever the schedule says. null: neither. */
function newsOf(f: StateFacts): Standing | null {
  const lastSummary = f.last?.summary ?? ''
  if (!f.trusted) return { state: 'blocked', because: f.exchanged ?? NOT_TRUSTED }
  // Until it is back there is nothing to look at; who paused the thread knows.
  if (f.missingFolder !== null)
    return f.pause === null ? { state: 'missing', because: faultSentence(f.missingFolder) } : null
  if (f.worstAlert === 'urgent') return { state: 'urgent', because: f.alertText ?? lastSummary }
  if (f.running) return { state: 'running', because: 'A beat is running.' }
  if (f.last?.outcome === 'broken') {
    return {
      state: 'broken',
      because: f.failures > 1 ? `${lastSummary} (${f.failures} times in a row)` : lastSummary,
    }
  }
  if (f.last?.outcome === 'blocked' || f.approvalsWanted > 0)
    return {
      state: 'blocked',
      because:
        f.approvalsWanted > 0
          ? `${plural(f.approvalsWanted, 'command waits', 'commands wait')} for your approval.`
          : lastSummary,
    }
  if (f.permissionsWanted > 0)
    return {
      state: 'blocked',
      because:
        `${f.permissionsWanted} ` +
        `${f.permissionsWanted === 1 ? 'call of its agent waits' : 'calls of its agent wait'} for ` +
        'your permission.',
    }
  if (f.worstAlert !== null) return { state: 'alert', because: f.alertText ?? lastSummary }
  if (f.last?.outcome === 'unproven') return { state: 'unproven', because: lastSummary }
  return null
}

/** Why nothing is looked at by itself; null: it is. */
export function restOf({
  pause,
  off,
  quiet,
}: Pick<StateFacts, 'pause' | 'off' | 'quiet'>): ThreadView['rests'] {
  if (pause !== null) return 'paused'
  if (off) return 'off'
  return quiet === null ? null : 'quiet-hours'
}

/** Why it rests, as a part of another sentence. */
function restWords(f: StateFacts): string | null {
  const rests = restOf(f)
  if (rests === 'paused') return `paused: ${f.pause?.reason ?? ''}`
  return rests === 'off' ? 'manual only' : f.quiet
}

/** Nobody looked when it was due. null: it was looked at on time. */
function lateOf(f: StateFacts): Standing | null {
  if (f.scheduleProblem !== null) return { state: 'overdue', because: f.scheduleProblem }
  if (f.lateMs > GRACE_MS)
    return {
      state: 'overdue',
      because:
        `Not checked on time: ${formatDuration(f.lateMs)} ` +
        `late${f.lateBecause === null ? '' : ` (${f.lateBecause})`}.`,
    }
  if (f.last?.outcome === 'skipped' && NOT_LOOKED.includes(f.last.skipReason))
    return { state: 'overdue', because: f.last.summary }
  if (f.unseenSlot === 'missed')
    return { state: 'overdue', because: 'Not checked on time: its last due time was missed.' }
  return null
}

/** What was found still stands, though a person knows of it: whether it beats or rests, it is not quiet. */
function answeredOf(f: StateFacts): Standing | null {
  if (f.answered === null) return null
  const { how, text } = f.answered
  const why = restWords(f)
  const rest = why === null ? '' : ` (${why})`
  return { state: how, because: `${how === 'acknowledged' ? 'Acknowledged' : 'Snoozed'}: ${text}${rest}` }
}

/** What the schedule says. */
function paceOf(f: StateFacts): Standing {
  const lastSummary = f.last?.summary ?? ''
  if (f.pause !== null) return { state: 'paused', because: `Paused: ${f.pause.reason}` }
  if (f.off) return { state: 'off', because: 'Beats only when you ask for one: its interval is 0.' }
  if (f.quiet !== null) return { state: 'waiting', because: `A beat waits: ${f.quiet}.` }
  if (f.last?.outcome === 'skipped' && f.last.skipReason === 'in_your_way')
    return { state: 'waiting', because: lastSummary }
  if (f.waiting) return { state: 'waiting', because: 'A beat is waiting for its turn.' }
  if (f.last?.outcome === 'stopped' || f.last?.outcome === 'interrupted')
    return { state: 'overdue', because: lastSummary }
  if (f.last === null) return { state: 'new', because: 'Never checked yet.' }
  if (f.last.outcome === 'skipped') return { state: 'idle', because: lastSummary }
  // By a pause, a snooze or a power setting, so it is no neglect; but its last OK is an old one.
  if (f.unseenSlot === 'skipped')
    return { state: 'waiting', because: 'Its last due time was skipped; the next beat looks again.' }
  // What it found was open until somebody settled it, or the line that it told of was taken away.
  const isOver = f.last.outcome === 'urgent' || f.last.outcome === 'alert'
  return { state: 'quiet', because: isOver ? `Settled since: ${lastSummary}` : lastSummary }
}
