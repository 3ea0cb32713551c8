import type { Turn } from '../../../../shared/agents/agent-config.ts'
import { faultSentence } from '../../../../shared/base/faults.ts'
import type { RunId, ThreadId } from '../../../../shared/base/ids.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { trustedPlace } from '../../threads/trusted-place.ts'
import type { DailyIntervention } from '../../../../shared/attempts/daily/daily-state.ts'
import type { Tier } from '../../../../shared/schedule/tier.ts'
import type { ReportedScore } from '../../../../shared/attempts/attempt.ts'
import type { Desk } from '../../attempts/desk.ts'
import type { Documents } from '../../playbook/documents.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'

/** For whom tools act: set by the engine when a run starts or a person's session calls, never by a call. */
export interface ToolCaller {
  readonly threadId: ThreadId
  readonly runId: RunId | null // null: a person's own session
  readonly origin: 'run' | 'person'
  readonly turn: Turn | null // null: a person's own session
  /** Git tracks HEARTBEAT.md, as far as the run knew when it began; asked again before each write. */
  readonly tracked: boolean
  /** Threads between the person and this run: 1 when another thread's message started it. */
  readonly hops: number
  /** All that it was told came from its person or from Threadbeat: not from a script, another thread or an untrusted event. */
  readonly onlyOwnWords: boolean
  /** Numbers of the suggestions that its prompt carries and it may decide about. */
  readonly suggestions: ReadonlySet<number>
  /** What its prompt asks it to write down. */
  readonly asked: readonly DailyIntervention[]
}

/** What is suggested, as it holds at the moment of asking. */
export interface OpenAdvice {
  /** The line as it is suggested to the thread now; null: it is not any more. Compares the fleet, which may take seconds. */
  held(id: ThreadId, suggestionNumber: number): Promise<{ readonly tier: Tier; readonly text: string } | null>
  /** Writes down what was decided. */
  settle(): Promise<void>
}

/** What the tools of one run work with. */
export interface ToolParts {
  readonly ports: Ports
  readonly store: Pick<
    Store,
    | 'threads'
    | 'queue'
    | 'runs'
    | 'jobs'
    | 'knowledge'
    | 'permissions'
    | 'conversation'
    | 'work'
    | 'pollination'
    | 'attempts'
    | 'meta'
  >
  readonly documents: Documents
  readonly caller: ToolCaller
  readonly advice: OpenAdvice
  readonly desk: Pick<Desk, 'actions' | 'deadEnds' | 'memberOf' | 'keepLimits' | 'ledger'>
  /** All scores that this run has reported so far, with each new one; null: none can be. */
  readonly onScores: ((scores: readonly ReportedScore[]) => Promise<void>) | null
  /** The app's own variables, whose secret values are not told on. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Of tasks, also of those that the agent has since removed or reworded. */
  readonly taskKeys: Set<string>
  /** Called at each call; absent: nobody listens. */
  readonly onCall?: (() => void) | undefined
}

/** What keeps a run from leaving words behind for other agents, as the beginning of a sentence; null: nothing. */
export function outsideOf({ hops, onlyOwnWords }: Pick<ToolCaller, 'hops' | 'onlyOwnWords'>): string | null {
  if (hops > 0) return 'A run that another thread started'
  return onlyOwnWords ? null : 'A run that was told words from outside'
}

/**
 * The caller's thread, if it may act now: asked at the moment of acting (ARCHITECTURE I11), because the run
 * may have ended and the trust may have been taken back since.
 */
export function mayAct({ store, caller }: Pick<ToolParts, 'store' | 'caller'>): Result<Thread, string> {
  const thread = store.threads.get(caller.threadId)
  if (thread === null)
    return err('This thread was removed from Threadbeat; nothing can be done for it any more.')
  if (thread.trustedAt === null)
    return err(
      `Thread ${thread.number} is not trusted by its owner, so nothing of it is read or written. ` +
        'Only a person can change that.',
    )
  if (caller.runId !== null && !store.runs.running().some((r) => r.id === caller.runId))
    return err('This run has ended; its tools do nothing any more.')
  return ok(thread)
}

/** Why the thread's repository is not there as it was trusted; null: it is. */
export async function isAway(
  parts: Pick<ToolParts, 'ports' | 'store'>,
  thread: Thread,
): Promise<string | null> {
  const place = await trustedPlace(parts, thread)
  switch (place.is) {
    case 'trusted':
      return null
    case 'missing':
      return faultSentence(place.fault)
    case 'elsewhere':
      return 'The folder of this thread now leads somewhere that nobody trusted; a person must locate the repository again.'
    case 'exchanged':
      return place.text
  }
}
