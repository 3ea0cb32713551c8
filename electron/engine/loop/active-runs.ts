import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { formatDuration, MINUTE } from '../../../shared/base/time.ts'
import type { RunningView } from '../../../shared/views/thread-view.ts'
import { createAgentSilence, type AgentSilence } from '../agents/agent-silence.ts'
import { createLiveOutput, type LiveOutput } from '../agents/live-output.ts'
import type { LongWait } from '../ports/agents.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import { createTimer } from '../pulse/timers.ts'
import type { Deadline } from '../pulse/deadline.ts'

/** What a run has of the places that limits give (ARCHITECTURE I2). */
export type Place =
  | { readonly is: 'taken' }
  /** Its checks wait for something that takes long; others may have the place. */
  | { readonly is: 'left'; readonly for: LongWait }
  /** Its agent is to be started. */
  | { readonly is: 'wanted'; readonly give: () => void }

/** One run of this process, from its claim until everything that follows from its end is done. */
export interface ActiveRun {
  readonly run: ClaimedRun
  readonly signal: AbortSignal
  readonly output: LiveOutput
  readonly silence: AgentSilence
  progress: RunningView['progress']
  place: Place
  deadline: Deadline | null // null: it has not begun
}

/** For all who wait for the end of a run. */
const AFTERWARDS_MS = 5 * MINUTE

type ActiveParts = Pick<Ports, 'log' | 'clock'>
type EndListener = (run: ClaimedRun) => Promise<void>

export interface ActiveRuns {
  /**
   * `work` is begun before this returns and never rejects; `over` is called when it and all who wait for its
   * end are done.
   */
  begin(run: ClaimedRun, work: (active: ActiveRun) => Promise<void>, over: () => void): void
  get(id: RunId): ActiveRun | null
  /** The run of this thread that is not over yet; null: none. */
  ofThread(id: ThreadId): ActiveRun | null
  ids(): ReadonlySet<RunId>
  /** In the order of their starts. */
  all(): readonly ActiveRun[]
  /** false: it does not run here. */
  stop(id: RunId): boolean
  stopOf(id: ThreadId): void
  stopAll(): void
  allOver(): Promise<void>
  /** Gives up those whose time is over; how many there were. */
  giveUpOverdue(): number
  /** Called with a run that has ended, before it is told and before its end ticks. Returns its end. */
  onEnd(listener: EndListener): () => void
}

export function createActiveRuns(parts: ActiveParts): ActiveRuns {
  const entries = new Map<
    RunId,
    { readonly active: ActiveRun; readonly controller: AbortController; done: Promise<void> }
  >()
  const listeners = new Set<EndListener>()
  const stop = (id: RunId): boolean => {
    entries.get(id)?.controller.abort()
    return entries.has(id)
  }

  return {
    begin(run, work, over) {
      const controller = new AbortController()
      const active: ActiveRun = {
        run,
        signal: controller.signal,
        output: createLiveOutput(),
        silence: createAgentSilence(parts.clock),
        progress: null,
        place: { is: 'taken' },
        deadline: null,
      }
      const entry = { active, controller, done: Promise.resolve() }
      entries.set(run.id, entry)
      entry.done = work(active)
        .then(() => tellEnd(run, [...listeners], parts))
        .finally(() => {
          entries.delete(run.id)
          active.output.end()
          over()
        })
    },
    get: (id) => entries.get(id)?.active ?? null,
    ofThread: (id) => [...entries.values()].find(({ active }) => active.run.threadId === id)?.active ?? null,
    ids: () => new Set(entries.keys()),
    all: () => [...entries.values()].map(({ active }) => active),
    stop,
    stopOf(id) {
      for (const { active } of entries.values()) if (active.run.threadId === id) stop(active.run.id)
    },
    stopAll() {
      for (const { controller } of entries.values()) controller.abort()
    },
    giveUpOverdue: () =>
      [...entries.values()].filter(({ active }) => active.deadline?.look() === true).length,
    async allOver() {
      await Promise.all([...entries.values()].map(({ done }) => done))
    },
    onEnd(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One after the other. Who does not come back is not waited for (ARCHITECTURE I14). */
function tellEnd(
  run: ClaimedRun,
  listeners: readonly EndListener[],
  { log, clock }: ActiveParts,
): Promise<void> {
  const caught = (message: string): void =>
    log('error', 'bug.caught', { where: 'run end', runId: run.id, message })
  const timer = createTimer(clock, 'run end')
  const late = new Promise<void>((resolve) =>
    timer.setAfter(AFTERWARDS_MS, () => {
      caught(`somebody who waited for the end did not come back within ${formatDuration(AFTERWARDS_MS)}`)
      resolve()
    }),
  )
  const told = (async () => {
    for (const listener of listeners) await listener(run)
  })().catch((error: unknown) => caught(messageOf(error)))
  return Promise.race([told, late]).finally(timer.clear)
}
