import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { RunningView } from '../../../shared/views/thread-view.ts'
import { createLiveOutput, type LiveOutput } from '../agents/live-output.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'

/** One run of this process, from its claim until everything that follows from its end is done. */
export interface ActiveRun {
  readonly run: ClaimedRun
  readonly signal: AbortSignal
  readonly output: LiveOutput
  progress: RunningView['progress']
}

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
  /** false: it does not run here. */
  stop(id: RunId): boolean
  stopOf(id: ThreadId): void
  stopAll(): void
  allOver(): Promise<void>
  /** Called with a run that has ended, before anything else starts. Returns its end. */
  onEnd(listener: (run: ClaimedRun) => Promise<void>): () => void
}

export function createActiveRuns({ log }: Pick<Ports, 'log'>): ActiveRuns {
  const entries = new Map<
    RunId,
    { readonly active: ActiveRun; readonly controller: AbortController; done: Promise<void> }
  >()
  const listeners = new Set<(run: ClaimedRun) => Promise<void>>()
  const stop = (id: RunId): boolean => {
    entries.get(id)?.controller.abort()
    return entries.has(id)
  }

  async function tellEnd(run: ClaimedRun): Promise<void> {
    try {
      for (const listener of [...listeners]) await listener(run)
    } catch (error) {
      log('error', 'bug.caught', { where: 'run end', message: String(error) })
    }
  }

  return {
    begin(run, work, over) {
      const controller = new AbortController()
      const active: ActiveRun = {
        run,
        signal: controller.signal,
        output: createLiveOutput(),
        progress: null,
      }
      const entry = { active, controller, done: Promise.resolve() }
      entries.set(run.id, entry)
      entry.done = work(active)
        .then(() => tellEnd(run))
        .finally(() => {
          entries.delete(run.id)
          active.output.end()
          over()
        })
    },
    get: (id) => entries.get(id)?.active ?? null,
    ofThread: (id) => [...entries.values()].find(({ active }) => active.run.threadId === id)?.active ?? null,
    ids: () => new Set(entries.keys()),
    stop,
    stopOf(id) {
      for (const { active } of entries.values()) if (active.run.threadId === id) stop(active.run.id)
    },
    stopAll() {
      for (const { controller } of entries.values()) controller.abort()
    },
    async allOver() {
      await Promise.all([...entries.values()].map(({ done }) => done))
    },
    onEnd(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
