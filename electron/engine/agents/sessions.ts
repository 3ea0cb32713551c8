import { PRESETS, runnerKey } from '../../../shared/agents/presets.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { ClaimedRun, StoredSession } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

interface SessionSources {
  readonly store: Pick<Store, 'agents'>
  readonly settings: Pick<Settings, 'sessionIdleMs'>
}

/** Whether a person's messages to this thread go on where the last one ended. */
export const messagesResume = (thread: Thread): boolean => thread.session !== 'oneshot' && canResume(thread)

/** Whether its beats go on in the session of the messages. */
export const beatsResume = (thread: Thread): boolean => thread.session === 'resume' && canResume(thread)

export const canResume = ({ agent }: Thread): boolean =>
  agent.kind === 'cli' && PRESETS[agent.cli].keepsSessions

/** The stored session of the messages, if it is this runner's and not over. */
export function liveSession(
  thread: Thread,
  { store, settings }: SessionSources,
  now: Instant,
): StoredSession | null {
  if (!messagesResume(thread)) return null
  const stored = store.agents.session(thread.id)
  return stored !== null &&
    stored.runner === runnerKey(thread.agent) &&
    now - stored.lastActivityAt < settings.sessionIdleMs
    ? stored
    : null
}

/** One that is known by its id alone; null: this runner cannot go on with any. What it has used up is not known. */
export const sessionNamed = (id: string, thread: Thread, at: Instant): StoredSession | null =>
  canResume(thread) ? { runner: runnerKey(thread.agent) ?? '', id, lastActivityAt: at, totals: null } : null

/** The session a beat goes on with: one that a person named for it alone, or that of the messages. */
export function sessionOfBeat(
  { sessionId, startedAt }: Pick<ClaimedRun, 'sessionId' | 'startedAt'>,
  thread: Thread,
  sources: SessionSources,
): StoredSession | null {
  const named = sessionId === null ? null : sessionNamed(sessionId, thread, startedAt)
  if (named !== null) return named
  return beatsResume(thread) ? liveSession(thread, sources, startedAt) : null
}
