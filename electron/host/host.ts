import { messageOf } from '../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { applyMessage, type Known } from '../../shared/views/live.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { Problem, Snapshot } from '../../shared/views/snapshot.ts'
import type { ApiRouter } from '../engine/api/handlers.ts'
import type { Shell } from '../engine/ports/desktop.ts'
import type { Views } from '../engine/views/views.ts'
import { serveSocket, type SocketServer } from '../machine/network/socket-server.ts'
import { followDamage, type Damage } from './damage.ts'
import { startDuties, type Duties } from './duties.ts'
import { readLate, type LateReading } from './late-reading.ts'
import type { PortOptions } from './machine-ports.ts'
import { createParts, type Parts } from './parts.ts'
import { placeWatch } from './place-watch.ts'
import { openProfile, type OpenError, type Profile } from './profile.ts'
import { bugProblem, crashesProblem } from './problems.ts'
import { createRouter } from './router.ts'

export interface HostOptions extends PortOptions {
  readonly dataDir: string
  readonly shell: Shell | null
  readonly demo: boolean
  /** false: a command without the app; nothing starts but beats that a person asks for. Default true. */
  readonly schedule?: boolean
  /** A page that a person waits for comes first: what the host does by itself begins after it. Absent: at once. */
  readonly firstDrawn?: Promise<void>
  /** Starts before this one that crashed, in a row, where they are so many that nothing is to begin by itself. */
  readonly crashes?: number
  /** For reports and archives. */
  readonly appVersion?: string
  /**
   * A history that is damaged is left as it is, and its newest sound backup stands in for it until this
   * ends.
   */
  readonly withoutHistory?: boolean
}

/** Adapters and engine, without Electron: what the desktop app, `serve` and the tests start. */
export interface Host {
  readonly router: ApiRouter
  readonly socketPath: string
  snapshot(): Snapshot
  /** As they are in the snapshot, without making one. */
  settings(): Settings
  /** Called after changes, at most four times a second. Returns its end. */
  onSnapshot(listener: (snapshot: Snapshot) => void): () => void
  /** The machine is about to sleep, woke, was unlocked, or has its network back. */
  machine(what: MachineEvent): void
  /** What the system tells of battery, network or Do Not Disturb has changed. */
  powerChanged(): void
  /**
   * What nobody caught: into the log, and shown until the next start. The work it was in is over, the engine
   * goes on.
   */
  noteBug(error: unknown): void
  setProblem(code: Problem['code'], problem: Problem | null): void
  /**
   * Called where the history turns out to be damaged after the start, with what a start refuses with. Nothing
   * is kept any more; the next start refuses.
   */
  onDamaged(listener: (message: string) => void): void
  /**
   * 'wait': running runs finish first; 'stop': they are ended. Then the history is closed and the socket is
   * gone.
   */
  stop(how: 'wait' | 'stop'): Promise<void>
}
type MachineEvent = 'suspend' | 'resume' | 'unlock' | 'online'

/** Opens the folder, puts the parts together, serves them, and starts what runs by itself; in this order. */
export async function openHost(options: HostOptions): Promise<Result<Host, OpenError>> {
  const profile = openProfile(options.dataDir, {
    withoutHistory: options.withoutHistory === true,
    readsLater: options.schedule !== false,
  })
  if (!profile.ok) return profile
  const parts = createParts(options, profile.value)
  const router = createRouter(options, profile.value, parts)
  const socket = await serveSocket(router, profile.value.dataDir)
  if (!socket.ok) {
    await closeUnserved(profile.value, parts)
    return err({ code: 'store', message: socket.error })
  }
  if (options.crashes !== undefined) startSafely(options.crashes, parts)
  const damage = followDamage(profile.value, parts)
  watchPlace(profile.value, parts, damage)
  const reading = readLate(profile.value, damage)
  const duties = await startDuties(options, profile.value, parts, reading)
  const open: OpenHost = { profile: profile.value, parts, socket: socket.value, damage, reading, duties }
  return ok(hostOf(open, router))
}

/** Everything is paused, as a person would: no beat, no job and no agent begins before somebody resumes. */
function startSafely(crashes: number, { engine, views }: Parts): void {
  const problem = crashesProblem(crashes)
  if (engine.pause() === null) engine.setPause({ reason: UNSAFE, until: null, by: 'failures' })
  views.setProblem('crashes', problem)
  const end = engine.onLive(() => {
    if (engine.pause() !== null) return
    views.setProblem('crashes', null)
    end()
  })
}

/** Without their number, which the next start may count otherwise. */
const UNSAFE = 'the starts before this one came to no good end'

/** Not of a backup that stands in, which is nobody's to keep. */
function watchPlace(profile: Profile, { engine, ports }: Parts, damage: Damage): void {
  if (profile.standIn !== null) return
  const look = placeWatch(profile, ports.clock.now)
  engine.onLive(() => {
    const gone = look()
    if (gone !== null) damage.found(gone)
  })
}

interface OpenHost {
  readonly profile: Profile
  readonly parts: Parts
  readonly socket: SocketServer
  readonly damage: Damage
  readonly reading: LateReading | null // null: the history is known to be sound
  readonly duties: Duties
}

function hostOf(open: OpenHost, router: ApiRouter): Host {
  const { engine, views } = open.parts
  let stopped: Promise<void> | null = null
  return {
    router,
    socketPath: open.socket.path,
    snapshot: views.snapshot,
    settings: engine.settings,
    onSnapshot: (listener) => followSnapshots(views, listener),
    machine: (what) => noteMachine(open, what),
    powerChanged: () => engine.tick(),
    noteBug(error) {
      open.profile.log('error', 'bug.caught', {
        where: 'nobody caught it',
        message: messageOf(error),
        stack: error instanceof Error ? error.stack : undefined,
      })
      const { clock } = open.parts.ports
      views.setProblem('bug', bugProblem(error, clock.now(), clock))
    },
    setProblem: views.setProblem,
    onDamaged: open.damage.onDamaged,
    stop(how) {
      open.duties.endInbox()
      open.parts.watchdog.close()
      // Also of the second call: whoever waited may want them ended after all.
      const ended = endEngine(open, how)
      return (stopped ??= close(open, ended))
    },
  }
}

/** At once, unless it may still begin. */
async function endEngine({ parts, reading, duties }: OpenHost, how: 'wait' | 'stop'): Promise<void> {
  await duties.giveUp()
  if (reading !== null) {
    await reading.end()
    duties.endInbox()
  }
  await parts.engine.stop(how)
}

function followSnapshots(views: Views, listener: (snapshot: Snapshot) => void): () => void {
  let state: Known = { fleet: null, threads: new Map() }
  return views.subscribe((message) => {
    state = applyMessage(state, message)
    if (state.fleet !== null) listener({ fleet: state.fleet, threads: [...state.threads.values()] })
  })
}

function noteMachine({ parts: { engine, ports, hub }, duties }: OpenHost, what: MachineEvent): void {
  if (what === 'suspend' || what === 'resume') hub.sleeps(what === 'suspend')
  if (what === 'suspend') return engine.tick()
  const before = engine.live.lastTickAt()
  engine.tick()
  duties.lookAtInbox()
  const awayMs = before === null ? null : ports.clock.now() - before
  engine.machineNews.add(what, what === 'resume' && awayMs !== null && awayMs > MINUTE ? awayMs : null)
  engine.tick()
}

/** What gives work ends before what does it, the history and the folder's lock last. */
async function close({ profile, parts, socket, duties }: OpenHost, ended: Promise<void>): Promise<void> {
  parts.endSettings()
  await parts.backups.close()
  await duties.inboxIdle()
  await ended
  await parts.hub.close()
  await parts.engine.sources.close()
  await parts.incoming.close()
  await duties.endSummaries()
  parts.documents.close()
  parts.views.close()
  await parts.ports.tools.close()
  await socket.close()
  parts.store.close()
  profile.unlock()
}

/** Of parts of which nothing has started yet. */
export async function closeUnserved(profile: Profile, parts: Parts): Promise<void> {
  parts.endSettings()
  parts.watchdog.close()
  await parts.engine.sources.close()
  await parts.incoming.close()
  parts.ports.alarms.close()
  parts.views.close()
  parts.store.close()
  profile.unlock()
}
