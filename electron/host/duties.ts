import { createInboxTaking } from '../engine/events/inbox.ts'
import { createSummaries } from '../engine/views/summaries.ts'
import { createSummaryFiles } from '../machine/disk/summary-files.ts'
import type { LateReading } from './late-reading.ts'
import type { Parts } from './parts.ts'
import type { Profile } from './profile.ts'

/** What a host does by itself from its start on. */
export interface Duties {
  /** Takes what was dropped, where anything is taken. */
  lookAtInbox(): void
  endInbox(): void
  /** When no file is being taken. */
  inboxIdle(): Promise<void>
  endSummaries(): Promise<void>
}

/**
 * `schedule` false: the threads are read once, and nothing follows or begins by itself. `reading`: the
 * engine begins once it has found the history sound.
 */
export async function startDuties(
  options: { readonly schedule?: boolean },
  profile: Profile,
  parts: Parts,
  reading: LateReading | null,
): Promise<Duties> {
  const { ports, store, engine, documents, incoming, backups } = parts
  const isScheduling = options.schedule !== false
  const summaries = isScheduling ? startSummaries(profile, parts) : null
  const inbox = createInboxTaking({ ports, store, events: engine.events, pulse: engine })
  // What is dropped there waits for the real history.
  const takesInbox = isScheduling && profile.standIn === null
  let endInbox: (() => void) | null = null // null: nothing is taken, or not yet
  if (isScheduling) {
    // A history that stands in is no history to keep.
    if (profile.standIn === null) backups.follow()
    engine.followThreads()
  } else await Promise.all(store.threads.list().map((t) => documents.refresh(t.id)))
  const begin = async (): Promise<void> => {
    if (isScheduling) await incoming.follow()
    await engine.start(isScheduling ? 'schedule' : 'on demand')
    if (takesInbox) endInbox = inbox.follow()
  }
  if (reading === null) await begin()
  else reading.whenSound(begin)
  return {
    lookAtInbox: () => void (endInbox !== null && inbox.look()),
    endInbox() {
      endInbox?.()
      endInbox = null
    },
    inboxIdle: inbox.idle,
    endSummaries: async () => summaries?.end(),
  }
}

const startSummaries = (
  { dataDir, log }: Profile,
  { ports, views }: Parts,
): ReturnType<typeof createSummaries> =>
  createSummaries({
    snapshot: views.snapshot,
    onSnapshot: views.subscribe,
    clock: ports.clock,
    write: createSummaryFiles(dataDir, (file, message) =>
      log('warn', 'store.failed', { where: 'summaries', file, message }),
    ),
  })
