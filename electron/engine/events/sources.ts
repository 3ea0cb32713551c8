import { atATime } from '../../../shared/base/at-a-time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { Documents } from '../playbook/documents.ts'
import type { ClaimedRun } from '../ports/records.ts'
import { createTimer } from '../pulse/timers.ts'
import { trustedPlace } from '../threads/trusted-place.ts'
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
  /** After the folder was away: its old watch sees nothing any more. */
  watchAnew(id: ThreadId): void
  close(): Promise<void>
}

interface SourceParts extends Omit<LookParts, 'isClosed'> {
  readonly documents: Documents
  readonly onRunEnd: (listener: (run: ClaimedRun) => Promise<void>) => () => void
}

export function createSources(parts: SourceParts): Sources {
  const { ports, store } = parts
  const timer = createTimer(ports.clock, 'repositories')
  const byPerson = new Set<ThreadId>()
  let isClosed = false

  const looking: Looking = {
    ...parts,
    isClosed: () => isClosed,
    soon: soonIn(ports, () => isClosed),
    isPersons: (id) => byPerson.delete(id),
  }
  const looks = oneAtATime(looking)
  const watches: ThreadWatches = threadWatches(
    store,
    (id, path) => {
      const end = ports.repositories.watchGit(path, () => void looking.soon(() => looks.look(id)))
      void looking.soon(() => lookAtConfig(looking, id, path))
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
    parts.documents.onChange((id) => {
      const path = watches.pathOf(id)
      if (path !== null && looks.underWay(id) === undefined)
        void looking.soon(() => lookAtFiles(looking, id, path))
    }),
  ]

  async function sweep(): Promise<void> {
    const trusted = store.threads.list().filter((t) => t.trustedAt !== null)
    await Promise.all(trusted.map(({ id }) => looking.soon(() => looks.look(id))))
    if (!isClosed) timer.setAfter(LOOK_EVERY_MS, () => void sweep())
  }
  timer.setAfter(FIRST_LOOK_MS, () => void sweep())

  return {
    follow: watches.follow,
    look: looks.look,
    edited: (id) => void byPerson.add(id),
    watchAnew: watches.restart,
    async close() {
      isClosed = true
      timer.clear()
      for (const end of ends) end()
      watches.close()
      await looks.allDone()
    },
  }
}

interface Looking extends LookParts {
  /** A few looks at a time. Never rejects. */
  readonly soon: (work: () => Promise<void>) => Promise<void>
  /** Whether the change of this HEARTBEAT.md is one that a person made in the app; asked once. */
  readonly isPersons: (id: ThreadId) => boolean
}

function soonIn(ports: SourceParts['ports'], isClosed: () => boolean): Looking['soon'] {
  const inTurn = atATime(LOOKS_AT_A_TIME)
  return (work) =>
    inTurn(async () => {
      if (!isClosed()) await work()
    }).catch((error: unknown) => reportBug(ports, error))
}

const reportBug = ({ log }: SourceParts['ports'], error: unknown): void =>
  log('error', 'bug.caught', {
    where: 'sources',
    message: messageOf(error),
  })

async function lookAtAll(looking: Looking, id: ThreadId): Promise<void> {
  if (looking.isClosed()) return
  const thread = looking.store.threads.get(id)
  if (thread === null || thread.trustedAt === null) return
  const place = await trustedPlace(looking, thread, looking.isClosed)
  if (looking.isClosed()) return
  // What is not there as it was trusted is not read, and what follows from that is told by the reading.
  if (place.is !== 'trusted') return looking.documents.refresh(id)
  await lookAtConfig(looking, id, thread.repoPath)
  await lookAtGit(looking, id, thread.repoPath)
  await lookAtPlaybook(looking, id, thread.repoPath, () => looking.isPersons(id))
}

async function lookAtFiles(looking: Looking, id: ThreadId, path: string): Promise<void> {
  if (looking.documents.isExchanged(id) || looking.documents.missingFolder(id) !== null) return
  await lookAtConfig(looking, id, path)
  await lookAtPlaybook(looking, id, path, () => looking.isPersons(id))
}

/** One look at a time for each thread; a hint that comes meanwhile is one more look, `soon`. */
function oneAtATime(looking: Looking) {
  const underWay = new Map<ThreadId, Promise<void>>()
  const again = new Set<ThreadId>()
  function lookOnce(id: ThreadId): Promise<void> {
    const current = underWay.get(id)
    if (current !== undefined) {
      again.add(id)
      return current
    }
    const done = lookAtAll(looking, id)
      .catch((error: unknown) => reportBug(looking.ports, error))
      .finally(() => {
        underWay.delete(id)
        if (again.delete(id)) void looking.soon(() => lookOnce(id))
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
