import { asksForCommands } from '../../../shared/threads/asks-for-commands.ts'
import { atATime } from '../../../shared/base/at-a-time.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { textHash } from '../../../shared/base/text-hash.ts'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { DocFacts } from '../../../shared/views/thread-view.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { noteRepository, trustedPlace, type TrustedPlace } from '../threads/trusted-place.ts'
import { threadWatches } from '../threads/thread-watches.ts'
import { createOthersMoves, type OthersMoves } from './others-moves.ts'
import { createVersions, type PlaybookVersions } from './playbook-versions.ts'
import { createReadings, type ListedCommand, type TaskLine } from './readings.ts'

/**
 * What each HEARTBEAT.md said when it was last read. A reading, never a second truth: every run reads the
 * file anew.
 */
export interface Documents {
  facts(id: ThreadId): DocFacts | null
  /** Why the folder of a trusted thread was not there when it was last looked for; null: it was. */
  missingFolder(id: ThreadId): Fault | null
  /** Another repository stands at its path than the one that was trusted, as of the last look. */
  isExchanged(id: ThreadId): boolean
  /** Tasks with times of day. */
  timed(id: ThreadId): readonly { readonly text: string; readonly times: readonly string[] }[]
  /** Its task lines, ticked or not, in the order of the file; none: it has none, or could not be read. */
  tasks(id: ThreadId): readonly TaskLine[]
  /** Commands of the file that nobody has approved; 0 where none is asked for. */
  approvalsWanted(thread: Thread): number
  /** How many lines look like an attack that did not before; asked once, they are told. */
  takeSuspectNews(id: ThreadId): number
  /** At the next reading: a file that a command runs may have changed, which the list does not show. */
  relistCommands(id: ThreadId): void
  /** The file as the app itself has just written it, or as a run has read it. */
  note(id: ThreadId, doc: HeartbeatDoc, tracked: boolean, by?: 'run'): void
  readonly versions: PlaybookVersions
  readonly othersMoves: OthersMoves
  /** Reads the file again; nothing of an untrusted repository is read. */
  refresh(id: ThreadId): Promise<void>
  /** Watches the files of trusted threads that are not watched yet, and forgets those that are gone. */
  follow(): void
  /** After the folder was away: its old watch sees nothing any more. */
  watchAnew(id: ThreadId): void
  /** `by`: 'run' where a run read or wrote it, at whose end all of the repository is looked at. */
  onChange(listener: (id: ThreadId, by?: 'run') => void): () => void
  close(): void
}

/** Looks at the disk at a time: hundreds at once would keep the window waiting for half a minute. */
const AT_A_TIME = 2

type Rooms = Pick<Store, 'threads' | 'runs' | 'permissions' | 'versions' | 'suspects'>

export function createDocuments(ports: Ports, store: Rooms): Documents {
  const listeners = new Set<(id: ThreadId, by?: 'run') => void>()
  const readings = createReadings(ports, store, (id, by) => {
    for (const listener of [...listeners]) listener(id, by)
  })
  const versions = createVersions(ports, store)
  const inTurn = atATime(AT_A_TIME)
  const soon = (work: () => Promise<void>): Promise<void> =>
    inTurn(work).catch((error: unknown) =>
      ports.log('error', 'store.failed', { where: 'documents', message: messageOf(error) }),
    )
  let isClosed = false // the history may be gone before the disk has answered
  const places = new Map<ThreadId, TrustedPlace>()
  const noted = new Map<ThreadId, string>()
  const refresh = reader({ ports, store, readings, versions, places, noted, isClosed: () => isClosed })

  const watch = watcher({ ports, noted, soon, refresh })
  const watches = threadWatches(store, watch, (id, newPath) => {
    places.delete(id)
    noted.delete(id)
    if (newPath === null) readings.forget(id)
  })

  return {
    facts: (id) => readings.get(id)?.facts ?? null,
    missingFolder: (id) => faultOf(places.get(id)),
    isExchanged: (id) => places.get(id)?.is === 'exchanged',
    timed: (id) => readings.get(id)?.timed ?? [],
    tasks: (id) => readings.get(id)?.tasks ?? [],
    approvalsWanted(thread) {
      return asksForCommands(thread, ports.clock.now()) ? unapproved(thread.id, readings, store).length : 0
    },
    takeSuspectNews: readings.takeSuspectNews,
    relistCommands: readings.relist,
    note(id, doc, tracked, by) {
      const thread = store.threads.get(id)
      const text = serialize(doc)
      if (thread !== null) versions.wrote(thread, text)
      noted.set(id, textHash(text))
      readings.note(id, doc, tracked, by)
    },
    versions,
    othersMoves: createOthersMoves(ports),
    refresh: (id) => soon(() => refresh(id)),
    follow: () => watches.follow(),
    watchAnew: (id) => watches.restart(id),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      readings.close()
      watches.close()
    },
  }
}

/** Why nothing is there; null: something is, or it was not looked for. */
const faultOf = (place: TrustedPlace | undefined): Fault | null =>
  place?.is === 'missing' || place?.is === 'elsewhere' ? place.fault : null

interface ReaderParts {
  readonly ports: Pick<Ports, 'repositories' | 'files'>
  readonly store: Pick<Rooms, 'threads'>
  readonly readings: ReturnType<typeof createReadings>
  readonly versions: PlaybookVersions
  /** As of the last look. */
  readonly places: Map<ThreadId, TrustedPlace>
  /** The text that each reading is of, by its hash; none: there is no such text. */
  readonly noted: Map<ThreadId, string>
  readonly isClosed: () => boolean
}

function reader({ ports, store, readings, versions, places, noted, isClosed }: ReaderParts) {
  return async (id: ThreadId): Promise<void> => {
    if (isClosed()) return
    const thread = store.threads.get(id)
    if (thread === null || thread.trustedAt === null) return
    const place = await trustedPlace({ ports, store }, thread, isClosed)
    if (isClosed()) return
    places.set(id, place)
    noted.delete(id)
    if (place.is !== 'trusted') return readings.noteUnreadable(id)
    noteRepository(store, id, place.fileId)
    const tracked = await ports.repositories.isTracked(thread.repoPath)
    const read = await ports.files.read(thread.repoPath)
    if (isClosed()) return
    if (read.ok) {
      noted.set(id, textHash(read.value.text))
      if (read.value.encoding === 'utf-8') versions.seen(thread, read.value.text)
      readings.note(id, parse(read.value.text), tracked.ok && tracked.value)
    } else if (read.error.code === 'file.missing') readings.note(id, null, false)
    else readings.noteUnreadable(id)
  }
}

interface WatcherParts extends Pick<ReaderParts, 'noted'> {
  readonly ports: Pick<Ports, 'files'>
  readonly soon: (work: () => Promise<void>) => Promise<void>
  readonly refresh: (id: ThreadId) => Promise<void>
}

function watcher({ ports: { files }, noted, soon, refresh }: WatcherParts) {
  /** What the app has just written itself is no news. */
  async function isAsNoted(id: ThreadId, path: string): Promise<boolean> {
    const read = await files.read(path)
    return read.ok && noted.get(id) === textHash(read.value.text)
  }
  return (id: ThreadId, path: string): (() => void) => {
    const end = files.watch(path, (what) => {
      void soon(async () => {
        if (what !== 'list' || !(await isAsNoted(id, path))) await refresh(id)
      })
    })
    void soon(async () => {
      await files.sweep(path)
      await refresh(id)
    })
    return end
  }
}

function unapproved(
  id: ThreadId,
  readings: ReturnType<typeof createReadings>,
  { permissions }: Pick<Rooms, 'permissions'>,
): readonly ListedCommand[] {
  const commands = readings.get(id)?.commands ?? []
  if (commands.length === 0) return commands
  const approved = permissions.approvals(id)
  return commands.filter((c) => !approved.has(c.hash))
}
