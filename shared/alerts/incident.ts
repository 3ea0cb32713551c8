import type { Alert } from './alert.ts'
import type { Fault } from '../base/faults.ts'
import type { IncidentId, ThreadId } from '../base/ids.ts'
import { MINUTE, type Instant } from '../base/time.ts'
import { plural } from '../base/amounts.ts'

/**
 * Causes that strike many threads at once. A runner's own limit and sign-in are not among them: the whole
 * runner rests, told once.
 */
export const INCIDENT_CLASSES = [
  'offline',
  'disk_full',
  'folders_missing',
  'agent_missing',
  'not_started',
  'timed_out',
  'git_timed_out',
  'tools',
] as const
export type IncidentClass = (typeof INCIDENT_CLASSES)[number]

/** A beat that came to an end, as far as incidents care. */
export interface BeatTrouble {
  readonly threadId: ThreadId
  readonly at: Instant
  readonly trouble: IncidentClass | null // null: none of these
}
export interface IncidentMember {
  readonly threadId: ThreadId
  readonly failing: boolean // its newest beat ended with this trouble
  readonly lastFailedAt: Instant
}
/** Many threads with one cause: told once, repaired once, over together. */
export interface Incident {
  readonly id: IncidentId
  readonly class: IncidentClass
  readonly raisedAt: Instant
  readonly resolvedAt: Instant | null // null: it goes on
  readonly acknowledgedAt: Instant | null // a person knows
  readonly cameBack: number // how often it was over for a short while
  readonly members: readonly IncidentMember[]
}

/** Beats of the last minutes are compared. */
export const INCIDENT_WINDOW_MS = 5 * MINUTE
const LEAST_THREADS = 3
const LEAST_SHARE = 0.3
/** Fewer than three that failed no more for so long stand for themselves again. */
const CALM_MS = 15 * MINUTE
/** Back within this it is the same incident, and no news. */
export const SAME_INCIDENT_MS = 30 * MINUTE

const UNREACHED = /\b(?:could not be reached|did not answer in time)\b/
const NO_NETWORK =
  /could not resolve host|temporary failure in name resolution|network is (?:unreachable|down)|no route to host|\b(?:ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)\b/i
const NO_SPACE = /no space left on device|\bENOSPC\b|disk quota exceeded/i

/**
 * `notices`: what built-in checks raised without being broken by it; a remote that cannot be reached is
 * such a finding.
 */
export function troubleOf(fault: Fault | null, notices: readonly string[]): IncidentClass | null {
  if (fault === null) return notices.some((text) => UNREACHED.test(text)) ? 'offline' : null
  if (fault.code === 'store.disk_full' || NO_SPACE.test(fault.message)) return 'disk_full'
  if (NO_NETWORK.test(fault.message)) return 'offline'
  switch (fault.code) {
    case 'repo.missing':
    case 'repo.no_answer':
      return 'folders_missing'
    case 'agent.not_found':
      return 'agent_missing'
    case 'agent.spawn_failed':
      return 'not_started'
    case 'agent.timed_out':
      return 'timed_out'
    case 'git.timed_out':
      return 'git_timed_out'
    case 'agent.tools_failed':
      return 'tools'
    default:
      return null
  }
}

/**
 * Causes that at least three threads and three tenths of the beats of the last five minutes have in common.
 */
export function incidentsIn(
  beats: readonly BeatTrouble[],
  now: Instant,
): readonly { readonly class: IncidentClass; readonly threadIds: readonly ThreadId[] }[] {
  const recent = beats.filter((b) => b.at > now - INCIDENT_WINDOW_MS && b.at <= now)
  // What was well again within the five minutes is no part of it.
  const newest = new Map([...recent].sort((a, b) => a.at - b.at).map((b) => [b.threadId, b]))
  return INCIDENT_CLASSES.flatMap((cause) => {
    const threadIds = [...newest.values()].filter((b) => b.trouble === cause).map((b) => b.threadId)
    const share = recent.filter((b) => b.trouble === cause).length / Math.max(1, recent.length)
    return threadIds.length >= LEAST_THREADS && share >= LEAST_SHARE ? [{ class: cause, threadIds }] : []
  })
}

/**
 * Who belongs to it after one more beat: a thread that fails the same way joins, one that does not is well
 * as far as this goes.
 */
export function withBeat(
  members: readonly IncidentMember[],
  cause: IncidentClass,
  { threadId, at, trouble }: BeatTrouble,
): readonly IncidentMember[] {
  const known = members.some((m) => m.threadId === threadId)
  if (trouble === cause)
    return [...members.filter((m) => m.threadId !== threadId), { threadId, failing: true, lastFailedAt: at }]
  return known ? members.map((m) => (m.threadId === threadId ? { ...m, failing: false } : m)) : members
}

export const isOver = (members: readonly IncidentMember[], now: Instant): boolean => {
  const failing = members.filter((m) => m.failing)
  return (
    failing.length === 0 ||
    (failing.length < LEAST_THREADS && failing.every((m) => now - m.lastFailedAt >= CALM_MS))
  )
}

/**
 * The incident an alert is a part of, so that it is not told and not shown by itself; null: it stands for
 * itself.
 */
export const incidentOf = <T extends Pick<Incident, 'class' | 'members' | 'resolvedAt'>>(
  alert: Pick<Alert, 'threadId' | 'key' | 'severity' | 'text'>,
  incidents: readonly T[],
): T | null =>
  alert.severity === 'urgent'
    ? null
    : (incidents.find(
        (i) =>
          i.resolvedAt === null &&
          (alert.key === 'broken' || (i.class === 'offline' && UNREACHED.test(alert.text))) &&
          i.members.some((m) => m.failing && m.threadId === alert.threadId),
      ) ?? null)

export interface IncidentRepair {
  /** retry: its threads beat now, also those that failures have paused; the others open a place. */
  readonly do: 'retry' | 'agents' | 'settings'
  readonly label: string
}
/** Words for people: what happened to so many threads, what to do, and the one button. */
export const INCIDENT_WORDS: Record<
  IncidentClass,
  { readonly title: (threads: number) => string; readonly text: string; readonly repair: IncidentRepair }
> = {
  offline: {
    title: (n) => `The network is not there for ${plural(n, 'thread')}`,
    text: 'Remotes cannot be reached. Local checks go on; this clears by itself.',
    repair: { do: 'retry', label: 'Try again now' },
  },
  disk_full: {
    title: (n) => `The disk is full for ${plural(n, 'thread')}`,
    text: 'Nothing was overwritten. Free some space, then try again.',
    repair: { do: 'retry', label: 'Try again now' },
  },
  folders_missing: {
    title: (n) => `The folders of ${plural(n, 'thread')} are missing`,
    text: 'Is a drive not mounted? Nothing was removed.',
    repair: { do: 'retry', label: 'Look again' },
  },
  agent_missing: {
    title: (n) => `The runner of ${plural(n, 'thread')} was not found`,
    text: 'It was moved or removed. Nothing runs for them until it is back.',
    repair: { do: 'agents', label: 'Open Agents' },
  },
  not_started: {
    title: (n) => `The runner of ${plural(n, 'thread')} does not start`,
    text: 'It is there, but the system would not start it.',
    repair: { do: 'agents', label: 'Open Agents' },
  },
  timed_out: {
    title: (n) => `Runs of ${plural(n, 'thread')} took too long`,
    text: 'Each was ended at its time limit. The service may be slow, or the limits too tight.',
    repair: { do: 'settings', label: 'Longer limits' },
  },
  git_timed_out: {
    title: (n) => `Git did not answer in ${plural(n, 'thread')}`,
    text: 'A slow disk or a hanging network drive does this.',
    repair: { do: 'retry', label: 'Try again now' },
  },
  tools: {
    title: (n) => `The agents of ${plural(n, 'thread')} had no tools`,
    text: 'Threadbeat could not serve its tools to them; the log says why.',
    repair: { do: 'retry', label: 'Try again now' },
  },
}
