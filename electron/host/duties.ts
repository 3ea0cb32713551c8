import { createInboxTaking } from '../engine/events/inbox.ts'
import { createSummaries } from '../engine/views/summaries.ts'
import { createSummaryFiles } from '../machine/disk/summary-files.ts'
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

/** `schedule` false: the threads are read once, and nothing follows or begins by itself. */
export async function startDuties(
  options: { readonly schedule?: boolean },
  profile: Profile,
  parts: Parts,
): Promise<Duties> {
  const { ports, store, engine, documents, incoming, backups } = parts
  const isScheduling = options.schedule !== false
  const summaries = isScheduling ? startSummaries(profile, parts) : null
  if (isScheduling) {
    // A history that stands in is no history to keep.
    if (profile.standIn === null) backups.follow()
    engine.followThreads()
    await incoming.follow()
  } else await Promise.all(store.threads.list().map((t) => documents.refresh(t.id)))
  await engine.start(isScheduling ? 'schedule' : 'on demand')
  const inbox = createInboxTaking({ ports, store, events: engine.events, pulse: engine })
  // What is dropped there waits for the real history.
  const takesInbox = isScheduling && profile.standIn === null
  return {
    lookAtInbox: () => void (takesInbox && inbox.look()),
    endInbox: takesInbox ? inbox.follow() : () => {},
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
