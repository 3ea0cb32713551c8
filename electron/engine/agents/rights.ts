import type { Turn } from '../../../shared/agents/agent-config.ts'
import { profileOf } from '../../../shared/agents/presets.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { AgentStart, ClaimedRun } from '../ports/records.ts'

/** The person at the desk; everybody else (scripts, other threads) signs otherwise. */
export const isPerson = (sender: string | null): boolean => sender === null || sender === 'user'
/** Threads sign with their number. */
export const isThreadNumber = (sender: string | null): boolean => sender !== null && /^\d+$/.test(sender)

interface Rights {
  /** A beat of the thread, a message of the person, or an intervention that a beat of the thread has led to. */
  readonly isOwn: boolean
  /** What the person allows counts; else the agent only looks. */
  readonly hasRights: boolean
  readonly profile: AgentStart['profile']
}

/** What an agent may do in this turn. */
export function rightsOf(
  run: Pick<ClaimedRun, 'kind' | 'sender' | 'events'> & { readonly isIntervention?: boolean },
  thread: Thread,
  kind: Turn,
  now: Instant,
): Rights {
  // Words that are not the person's own give no rights, whatever the person allows to messages of theirs.
  const isOwn =
    run.kind === 'heartbeat' ||
    (run.kind === 'message' && (isPerson(run.sender) || run.isIntervention === true))
  // Words of somebody else in the prompt: what the person allows was not meant for them.
  const hasRights = isOwn && run.events.every((event) => event.trusted)
  return { isOwn, hasRights, profile: hasRights ? profileOf(thread.agent, kind, now) : 'look' }
}
