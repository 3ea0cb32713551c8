import type { Fault } from '../../../shared/base/faults.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Pollination } from '../pollination/pollination.ts'
import { holdOfItem, type Hold, type QueueItem } from '../../../shared/queue/queue.ts'
import type { RunningView } from '../../../shared/views/thread-view.ts'
import { watchFlags } from '../attempts/daily/flag-watch.ts'
import type { Desk } from '../attempts/desk.ts'
import { askFirst, type AskFirst } from '../agents/ask-first.ts'
import type { Budget } from '../agents/budget.ts'
import type { LiveOutput } from '../agents/live-output.ts'
import type { Resting } from '../agents/resting.ts'
import type { Incidents } from '../alerts/incidents.ts'
import type { Events } from '../events/events.ts'
import type { MachineNews } from '../events/machine-news.ts'
import type { Sources } from '../events/sources.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Advice } from '../pollination/advice.ts'
import { TRIAL_MARKER, type Trials } from '../pollination/trials.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Mode, Pulse } from '../pulse/pulse.ts'
import type { Slots } from '../schedule/slots.ts'
import type { Removals } from '../threads/removals.ts'
import type { ActiveRuns } from './active-runs.ts'
import { queueNow } from './claim.ts'
import { dutiesOf, type DutyParts } from './duties.ts'
import { settleLostRuns } from './lost-runs.ts'
import { createParts, type EngineParts } from './parts.ts'
import { createTick, type Tick } from './tick.ts'

/** What the fronts may have the engine do, and ask it. */
export interface Engine extends Pick<Pulse, 'tick' | 'settings' | 'pause' | 'setPause' | 'power' | 'onLive'> {
  start(mode?: Mode): Promise<void>
  /**
   * Aborts what runs ('stop') or waits for it ('wait'); nothing new starts. The rest is settled at the next
   * start.
   */
  stop(how: 'wait' | 'stop'): Promise<void>
  readonly wake: Events['wake']
  readonly noteActivity: Events['noteActivity']
  readonly events: Events
  readonly sources: Sources
  readonly machineNews: MachineNews
  readonly jobs: Jobs
  readonly incidents: Incidents
  readonly slots: Slots
  readonly budget: Budget
  readonly resting: Resting
  readonly removals: Removals
  /** Of suggestions, in throw-away copies. */
  readonly trials: Trials
  readonly pollination: Pollination
  readonly desk: Desk
  readonly advice: Advice['advice']
  /** Looks anew which threads there are and which are trusted, and watches their folders. */
  followThreads(): void
  /** A person has answered an alert: banners that say nothing any more are taken back. */
  settleBanners(): void
  readonly onRunEnd: ActiveRuns['onEnd']
  stopRun(id: RunId): boolean
  stopRunsOf(id: ThreadId): void
  /** Why items wait, as of now; null: it starts at the next tick. Ask once for many items. */
  holds(): (item: QueueItem) => Hold | null
  /** null: nothing, or there is no such thread. */
  objectionTo(id: ThreadId): AskFirst | null
  /** Gives up runs whose time is over, which their own timers do unless they were lost; how many there were. */
  giveUpOverdue(): number
  /** What is known without asking the disk. */
  readonly live: Live
}

interface Live {
  progress(id: RunId): RunningView['progress']
  /** What a run in flight has printed so far; null: it does not run here. */
  output(id: RunId): LiveOutput | null
  /** The run of this thread that is not over yet, what follows from its end included; null: none. */
  runOf(id: ThreadId): { readonly id: RunId } | null
  /** Threads whose agents, at work now, have printed nothing and called nothing for so many milliseconds. */
  silentAgents(forMs: number): readonly ThreadId[]
  lastTickAt(): Instant | null
  /** When old history is deleted next. */
  nextCleanUpAt(): Instant
  /** Time awake until a clock that jumped is believed, and nothing is deleted before; 0: it is believed. */
  cleanUpWaitsMs(): number
  halted(): boolean
  /** What the last tick could not do, by name. */
  failingDuties(): readonly string[]
  notifierFault(): Fault | null
  /** Whether a notification was tried since the start. */
  notifierTried(): boolean
}

export function createEngine(
  ports: Ports,
  store: Store,
  documents: Documents,
  environment: Readonly<Record<string, string | undefined>> = {},
): Engine {
  const parts = createParts(ports, store, documents, environment)
  watchFlags(parts)
  const { pulse, events, sources, machineNews, jobs, alerts, slots, budget, resting, removals, active } =
    parts
  const tick = createTick({
    ports,
    pulse,
    duties: dutiesOf(parts),
    nextDueAt: (now) => nextDueAt(parts, now),
  })
  return {
    ...lifeOf(parts, tick),
    tick: pulse.tick,
    settings: pulse.settings,
    pause: pulse.pause,
    setPause: pulse.setPause,
    power: pulse.power,
    onLive: pulse.onLive,
    wake: events.wake,
    noteActivity: events.noteActivity,
    events,
    sources,
    machineNews,
    jobs,
    incidents: alerts.incidents,
    slots,
    budget,
    resting,
    removals,
    trials: parts.trials,
    pollination: parts.pollination,
    desk: parts.desk,
    advice: parts.advice,
    followThreads: parts.followThreads,
    settleBanners() {
      if (pulse.isRunning()) alerts.deliver()
    },
    onRunEnd: active.onEnd,
    stopRun: active.stop,
    stopRunsOf: active.stopOf,
    giveUpOverdue: active.giveUpOverdue,
    holds() {
      const view = queueNow(parts, store.queue.waiting(), ports.clock.now())
      return (item) => holdOfItem(item, view)
    },
    objectionTo(id) {
      const thread = store.threads.get(id)
      return thread === null ? null : askFirst(parts, thread)
    },
    live: liveOf(parts, tick),
  }
}

const liveOf = ({ active, cleanUp, alerts }: EngineParts, tick: Tick): Live => ({
  progress: (id) => active.get(id)?.progress ?? null,
  output: (id) => active.get(id)?.output ?? null,
  runOf: (id) => active.ofThread(id)?.run ?? null,
  silentAgents: (forMs) =>
    active.all().flatMap(({ run, silence }) => ((silence.ms() ?? -1) >= forMs ? [run.threadId] : [])),
  nextCleanUpAt: cleanUp.nextAt,
  cleanUpWaitsMs: cleanUp.waitsMs,
  lastTickAt: tick.lastAt,
  halted: tick.isHalted,
  failingDuties: tick.failing,
  notifierFault: alerts.fault,
  notifierTried: alerts.isTried,
})

/** null: nothing is known to become due. */
function nextDueAt({ store, jobs, resting, pulse }: DutyParts, now: Instant): Instant | null {
  // What is due and nobody here takes up would be due again at once.
  const ofSchedule = pulse.mode() === 'schedule' ? [store.threads.nextDueAt(), jobs.nextTimedAt()] : []
  const instants = [store.queue.nextHeldAt(now), ...ofSchedule, resting.nextEnd(now)].filter(
    (at) => at !== null,
  )
  return instants.length === 0 ? null : Math.min(...instants)
}

function lifeOf(parts: EngineParts, tick: Tick): Pick<Engine, 'start' | 'stop'> {
  const { ports, store, pulse, alerts, active, cleanUp, claims, trials, followedMaster, desk } = parts
  const { log } = ports
  let state: 'new' | 'started' | 'stopped' = 'new'
  let ending: Promise<void> | null = null

  async function end(): Promise<void> {
    followedMaster.stop()
    desk.idleLook.stop()
    await Promise.all([active.allOver(), trials.stop()])
    await alerts.close()
    await cleanUp.idle()
    pulse.close()
    ports.alarms.close()
    state = 'stopped'
    log('info', 'engine.stopped', {})
  }

  return {
    async start(mode = 'schedule') {
      // Strays first: their marks are known only as long as their runs are not settled (ARCHITECTURE I10).
      const marks = [...store.runs.running().map((r) => r.marker), store.meta.get(TRIAL_MARKER) ?? ''].filter(
        (mark) => mark !== '',
      )
      const ended = marks.length === 0 ? 0 : await ports.agents.endOrphans(marks)
      if (ended > 0) log('warn', 'orphan.killed', { count: ended })
      settleLostRuns(parts, ports.clock.now())
      void claims.settleAll()
      if (mode === 'schedule') cleanUp.sweep()
      state = 'started'
      pulse.start(mode, tick.run, mode === 'schedule' ? [] : store.queue.waiting().map(({ id }) => id))
      log('info', 'engine.started', { threads: store.threads.list().length, mode })
      alerts.deliver()
      pulse.tick()
    },
    stop(how) {
      if (state === 'stopped') return Promise.resolve()
      pulse.stop()
      // Also while another call waits: a person who has waited long enough may still end what runs.
      if (how === 'stop') active.stopAll()
      ending ??= end()
      return ending
    },
  }
}
