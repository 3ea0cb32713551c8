import type { Metric } from '../../../shared/attempts/metric.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Dropped } from './dropped.ts'

/** Looks after measured threads whose agent does not work: where one does, its own turn looks. */
export interface IdleLook {
  onTick(): void
  /** Ends the watches of folders. */
  stop(): void
}

interface IdleLookParts {
  readonly ports: Pick<Ports, 'repositories' | 'log'>
  readonly store: Pick<Store, 'attempts' | 'threads' | 'runs'>
  readonly dropped: Pick<Dropped, 'look'>
  /** Something was counted, or a person may have answered. */
  readonly onNews: (id: ThreadId) => Promise<void>
}

export function createIdleLook({ ports, store, dropped, onNews }: IdleLookParts): IdleLook {
  const watches = new Map<ThreadId, () => void>()
  let isStopped = false
  const caught = (id: ThreadId, work: Promise<void>): void =>
    void work.catch((error: unknown) =>
      ports.log('error', 'bug.caught', {
        where: 'measured thread',
        threadId: id,
        message: messageOf(error),
      }),
    )
  async function look({ threadId, folder, reached }: Metric): Promise<void> {
    const isBusy = store.runs.running().some((run) => run.threadId === threadId)
    const mayBeAnswered = reached.length > 0
    if (isBusy || (folder === null && !mayBeAnswered)) return
    if ((await dropped.look(threadId)) > 0 || mayBeAnswered) await onNews(threadId)
  }
  /** Anew at each tick: a folder that was replaced, or came later, is watched from then on. */
  async function watch({ threadId, folder }: Metric): Promise<void> {
    const thread = store.threads.get(threadId)
    const opened =
      folder === null || thread?.trustedAt == null
        ? null
        : await ports.repositories.watchResults(thread.repoPath, folder, () => {
            const metric = store.attempts.metric(threadId)
            if (metric !== null) caught(threadId, look(metric))
          })
    watches.get(threadId)?.()
    watches.delete(threadId)
    if (isStopped) opened?.()
    else if (opened !== null) watches.set(threadId, opened)
  }
  return {
    onTick() {
      const metrics = store.attempts.metrics()
      for (const [id, stop] of watches)
        if (!metrics.some(({ threadId }) => threadId === id)) {
          stop()
          watches.delete(id)
        }
      // Watched first: what is dropped after the look is told of.
      for (const metric of metrics)
        caught(
          metric.threadId,
          watch(metric).then(() => look(metric)),
        )
    },
    stop() {
      isStopped = true
      for (const stop of watches.values()) stop()
      watches.clear()
    },
  }
}
