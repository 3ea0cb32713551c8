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
  /** What has not begun never will; what is beginning is through. */
  giveUp(): Promise<void>
}

interface DutyOptions {
  readonly schedule?: boolean
  readonly firstDrawn?: Promise<void>
}

/**
 * `schedule` false: the threads are read once, and nothing follows or begins by itself. `reading`: the
 * engine begins once it has found the history sound.
 */
export async function startDuties(
  { schedule, firstDrawn }: DutyOptions,
  profile: Profile,
  parts: Parts,
  reading: LateReading | null,
): Promise<Duties> {
  const { ports, store, engine } = parts
  const isScheduling = schedule !== false
  const inbox = createInboxTaking({ ports, store, events: engine.events, pulse: engine })
  // What is dropped there waits for the real history.
  const takesInbox = isScheduling && profile.standIn === null
  let endInbox: (() => void) | null = null // null: nothing is taken, or not yet
  let summaries: ReturnType<typeof createSummaries> | null = null
  let isGivenUp = false
  const begin = async (): Promise<void> => {
    if (isScheduling) await parts.incoming.follow()
    // A history that stands in is nobody's to tell of.
    if (profile.standIn === null) await parts.hub.follow(isScheduling)
    await engine.start(isScheduling ? 'schedule' : 'on demand')
    if (takesInbox) endInbox = inbox.follow()
  }
  const follow = async (): Promise<void> => {
    if (isGivenUp) return
    if (isScheduling) summaries = followAll(profile, parts)
    else await Promise.all(store.threads.list().map((t) => parts.documents.refresh(t.id)))
    if (reading === null) await begin()
    else reading.whenSound(begin)
  }
  let following: Promise<void> | null = null
  const start = (): Promise<void> => (following = follow())
  if (firstDrawn === undefined) await start()
  else void firstDrawn.then(start)
  return {
    lookAtInbox: () => void (endInbox !== null && inbox.look()),
    endInbox() {
      endInbox?.()
      endInbox = null
    },
    inboxIdle: inbox.idle,
    endSummaries: async () => summaries?.end(),
    async giveUp() {
      isGivenUp = true
      await following?.catch(() => undefined) // whoever broke it has said so
    },
  }
}

function followAll(profile: Profile, parts: Parts): ReturnType<typeof createSummaries> {
  const summaries = startSummaries(profile, parts)
  // A history that stands in is no history to keep.
  if (profile.standIn === null) parts.backups.follow()
  parts.engine.followThreads()
  return summaries
}

const startSummaries = (
  { dataDir, log }: Profile,
  { ports, views }: Parts,
): ReturnType<typeof createSummaries> =>
  createSummaries({
    snapshot: views.snapshot,
    onSnapshot: views.subscribe,
    clock: ports.clock,
    pid: process.pid,
    write: createSummaryFiles(dataDir, (file, message) =>
      log('warn', 'store.failed', { where: 'summaries', file, message }),
    ),
  })
