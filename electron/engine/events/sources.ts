import { atATime } from '../../../shared/base/at-a-time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { Documents } from '../playbook/documents.ts'
import type { ClaimedRun } from '../ports/records.ts'
import { createTimer } from '../pulse/timers.ts'
import { threadWatches, type ThreadWatches } from '../threads/thread-watches.ts'
import { lookAtConfig, lookAtGit, lookAtPlaybook, type LookParts } from './repository-looks.ts'

/** Watching is a hint: each thread is looked at again after this time, and after each of its runs. */
const LOOK_EVERY_MS = 5 * MINUTE
/** After the start the repositories are looked at when the window has long been there. */
const FIRST_LOOK_MS = 20 * SECOND
const LOOKS_AT_A_TIME = 2

/** What others do to the repositories, told to the threads it concerns. */
export interface Sources {
  /** Watches trusted threads that are not watched yet, and forgets those that are gone. */
  follow(): void
  /**
   * Compares repository, HEARTBEAT.md and HEARTBEAT.json with what was last seen, and tells the difference.
   */
  look(id: ThreadId): Promise<void>
  /** The next change of this thread's HEARTBEAT.md is a person's, made in the app. */
  edited(id: ThreadId): void
  close(): Promise<void>
}

interface SourceParts extends Omit<LookParts, 'isClosed'> {
  readonly documents: Documents
  readonly onRunEnd: (listener: (run: ClaimedRun) => Promise<void>) => () => void
}

export function createSources(parts: SourceParts): Sources {
  const { ports, store, documents } = parts
  const timer = createTimer(ports.clock, 'repositories')
  const byPerson = new Set<ThreadId>()
  let isClosed = false
  const lookParts: LookParts = { ...parts, isClosed: () => isClosed }

  const inTurn = atATime(LOOKS_AT_A_TIME)
  const reportBug = (error: unknown): void =>
    ports.log('error', 'bug.caught', {
      where: 'sources',
      message: error instanceof Error ? error.message : String(error),
    })
  const soon = (work: () => Promise<void>): Promise<void> =>
    inTurn(async () => {
      if (!isClosed) await work()
    }).catch(reportBug)

  const lookAtFile = (id: ThreadId, path: string): Promise<void> =>
    lookAtPlaybook(lookParts, id, path, () => byPerson.delete(id))
  const looks = oneAtATime(
    async (id) => {
      const thread = store.threads.get(id)
      if (isClosed || thread === null || thread.trustedAt === null) return
      await lookAtConfig(lookParts, id, thread.repoPath)
      await lookAtGit(lookParts, id, thread.repoPath)
      await lookAtFile(id, thread.repoPath)
    },
    soon,
    reportBug,
  )

  const watches: ThreadWatches = threadWatches(
    store,
    (id, path) => {
      const end = ports.repositories.watchGit(path, () => void soon(() => looks.look(id)))
      void soon(() => lookAtConfig(lookParts, id, path))
      return end
    },
    (id) => void byPerson.delete(id),
  )
  const ends = [
    // What the run did itself is seen before it counts as over, and so never taken for somebody else's.
    parts.onRunEnd(async ({ threadId }) => {
      await looks.underWay(threadId)
      await looks.look(threadId)
    }),
    documents.onChange((id) => {
      const path = watches.pathOf(id)
      if (path !== null && looks.underWay(id) === undefined)
        void soon(async () => {
          await lookAtConfig(lookParts, id, path)
          await lookAtFile(id, path)
        })
    }),
  ]

  async function sweep(): Promise<void> {
    const trusted = store.threads.list().filter((t) => t.trustedAt !== null)
    await Promise.all(trusted.map(({ id }) => soon(() => looks.look(id))))
    if (!isClosed) timer.setAfter(LOOK_EVERY_MS, () => void sweep())
  }
  timer.setAfter(FIRST_LOOK_MS, () => void sweep())

  return {
    follow: watches.follow,
    look: looks.look,
    edited: (id) => void byPerson.add(id),
    async close() {
      isClosed = true
      timer.clear()
      for (const end of ends) end()
      watches.close()
      await looks.allDone()
    },
  }
}

/** One look at a time for each thread; a hint that comes meanwhile is one more look, `soon`. */
function oneAtATime(
  look: (id: ThreadId) => Promise<void>,
  soon: (work: () => Promise<void>) => Promise<void>,
  reportBug: (error: unknown) => void,
) {
  const underWay = new Map<ThreadId, Promise<void>>()
  const again = new Set<ThreadId>()
  function lookOnce(id: ThreadId): Promise<void> {
    const current = underWay.get(id)
    if (current !== undefined) {
      again.add(id)
      return current
    }
    const done = look(id)
      .catch(reportBug)
      .finally(() => {
        underWay.delete(id)
        if (again.delete(id)) void soon(() => lookOnce(id))
      })
    underWay.set(id, done)
    return done
  }
  return {
    /** Resolves with the look that is under way, where there is one. */
    look: lookOnce,
    underWay: (id: ThreadId): Promise<void> | undefined => underWay.get(id),
    async allDone(): Promise<void> {
      await Promise.all(underWay.values())
    },
  }
}
