import { atATime } from '../../../shared/base/at-a-time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { Documents } from '../playbook/documents.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Outline } from '../ports/repositories.ts'
import { trustedPlace } from '../threads/trusted-place.ts'
import { threadWatches, type ThreadWatches } from '../threads/thread-watches.ts'
import { lookAtConfig, lookAtGit, lookAtPlaybook, type LookParts } from './repository-looks.ts'
import { sweepOver } from './sweep.ts'

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
  const byPerson = new Set<ThreadId>()
  let isClosed = false

  const looking: Looking = {
    ...parts,
    isClosed: () => isClosed,
    outlines: new Map(),
    soon: soonIn(ports, () => isClosed),
    isPersons: (id) => byPerson.delete(id),
  }
  const looks = oneAtATime(looking)
  const watches: ThreadWatches = threadWatches(
    store,
    (id, path) => {
      const end = ports.repositories.watchGit(path, () => void looking.soon(() => looks.look(id)))
      void looking.soon(async () => void (await lookAtConfig(looking, id, path)))
      return end
    },
    (id) => {
      byPerson.delete(id)
      looking.outlines.delete(id)
    },
  )
  const ends = [
    // What the run did itself is seen before it counts as over, and so never taken for somebody else's.
    parts.onRunEnd(async ({ threadId }) => {
      await looks.underWay(threadId)
      await looks.pass(threadId)
    }),
    parts.documents.onChange((id, by) => {
      const path = watches.pathOf(id)
      if (path !== null && by !== 'run' && looks.underWay(id) === undefined)
        void looking.soon(() => lookAtFiles(looking, id, path))
    }),
  ]

  const endSweep = sweepOver({
    clock: ports.clock,
    isOnBattery: () => ports.power.onBattery() === true,
    all: () => trustedOf(store),
    look: async (id) => {
      const before = looking.outlines.get(id)
      await looking.soon(() => looks.pass(id))
      const now = looking.outlines.get(id)
      return isSamePart(now?.git, before?.git) && isSamePart(now?.files, before?.files)
    },
  })

  return {
    follow: watches.follow,
    look: looks.look,
    edited: (id) => void byPerson.add(id),
    watchAnew: watches.restart,
    async close() {
      isClosed = true
      endSweep()
      for (const end of ends) end()
      watches.close()
      await looks.allDone()
    },
  }
}

const trustedOf = ({ threads }: LookParts['store']): readonly ThreadId[] =>
  threads
    .list()
    .filter((t) => t.trustedAt !== null)
    .map(({ id }) => id)

interface Looking extends LookParts {
  /** Of each repository as it was when each part of it was last looked at. */
  readonly outlines: Map<ThreadId, Outline>
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

/** `inPassing`: nobody says that something has changed, so what has the same outline is not looked at. */
async function lookAtAll(looking: Looking, id: ThreadId, inPassing: boolean): Promise<void> {
  if (looking.isClosed()) return
  const thread = looking.store.threads.get(id)
  if (thread === null || thread.trustedAt === null) return
  const place = await trustedPlace(looking, thread, looking.isClosed)
  if (looking.isClosed()) return
  // What is not there as it was trusted is not read, and what follows from that is told by the reading.
  if (place.is !== 'trusted') {
    looking.outlines.delete(id)
    return looking.documents.refresh(id)
  }
  // What changes from here on has another outline.
  const outline = await looking.ports.repositories.outline(thread.repoPath)
  if (looking.isClosed()) return
  const before = inPassing ? looking.outlines.get(id) : undefined
  looking.outlines.delete(id)
  const path = thread.repoPath
  const filesSeen =
    isSamePart(outline.files, before?.files) ||
    [
      await lookAtConfig(looking, id, path),
      await lookAtPlaybook(looking, id, path, () => looking.isPersons(id)),
    ].every(Boolean)
  const gitSeen = isSamePart(outline.git, before?.git) || (await lookAtGit(looking, id, path))
  looking.outlines.set(id, { git: gitSeen ? outline.git : null, files: filesSeen ? outline.files : null })
}

/** null, or none: nobody can vouch for it. */
const isSamePart = (now: string | null | undefined, before: string | null | undefined): boolean =>
  now != null && now === before

async function lookAtFiles(looking: Looking, id: ThreadId, path: string): Promise<void> {
  if (looking.documents.isExchanged(id) || looking.documents.missingFolder(id) !== null) return
  await lookAtConfig(looking, id, path)
  await lookAtPlaybook(looking, id, path, () => looking.isPersons(id))
}

/** One look at a time for each thread; a hint that comes meanwhile is one more look, `soon`. */
function oneAtATime(looking: Looking) {
  const underWay = new Map<ThreadId, Promise<void>>()
  const again = new Set<ThreadId>()
  function lookOnce(id: ThreadId, inPassing: boolean): Promise<void> {
    const current = underWay.get(id)
    if (current !== undefined) {
      if (!inPassing) again.add(id)
      return current
    }
    const done = lookAtAll(looking, id, inPassing)
      .catch((error: unknown) => reportBug(looking.ports, error))
      .finally(() => {
        underWay.delete(id)
        if (again.delete(id)) void looking.soon(() => lookOnce(id, false))
      })
    underWay.set(id, done)
    return done
  }
  return {
    /** Resolves with the look that is under way, where there is one. */
    look: (id: ThreadId): Promise<void> => lookOnce(id, false),
    /** Without a hint. */
    pass: (id: ThreadId): Promise<void> => lookOnce(id, true),
    underWay: (id: ThreadId): Promise<void> | undefined => underWay.get(id),
    async allDone(): Promise<void> {
      await Promise.all(underWay.values())
    },
  }
}
