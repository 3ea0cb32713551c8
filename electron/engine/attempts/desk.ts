import type { Attempt, Intervention } from '../../../shared/attempts/attempt.ts'
import type { Metric } from '../../../shared/attempts/metric.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import type { ItemId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import { createActions, type Actions } from './actions.ts'
import { createDropped, type Dropped } from './dropped.ts'
import { isBackingOff } from './failed-interventions.ts'
import { createDeadEnds, type DeadEnds } from './dead-ends.ts'
import { createIdleLook, type IdleLook } from './idle-look.ts'
import { knownPages } from './told/known-pages.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { isAsked, keepLimits } from './limits.ts'
import type { Measured } from './measured.ts'

/** Who signs the messages that give interventions; what such a message may do hangs on its record, not on this. */
const INTERVENTION_SENDER = 'threadbeat'

/** All that concerns attempts, for the runs that make them. */
export interface Desk extends Measured {
  readonly actions: Actions
  readonly dropped: Dropped
  readonly deadEnds: DeadEnds
  /** The intervention that this run gives; null: none. */
  interventionOf(run: Pick<ClaimedRun, 'itemId'>): Intervention | null
  /** Number of the newest attempt of this thread; 0: none. */
  newest(id: ThreadId): number
  /** What is owed would be given if this run ended now. */
  mayFollow(run: ClaimedRun): boolean
  /** Its turn was interrupted for what is owed. */
  noteForced(id: RunId): void
  /** Attempts whose run the machine ended. */
  settleLost(): void
  readonly idleLook: IdleLook
  /** Does what the metric says where a limit is reached. */
  keepLimits(id: ThreadId): void
}

interface DeskParts {
  readonly ports: Pick<Ports, 'clock' | 'ids' | 'actionFiles' | 'repositories' | 'log'>
  readonly store: Pick<
    Store,
    'attempts' | 'deadEnds' | 'knowledge' | 'threads' | 'queue' | 'runs' | 'alerts' | 'together'
  >
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Called with each run that has ended, before another of its thread starts; absent: nothing is given by itself. */
  readonly onRunEnd?: (listener: (run: ClaimedRun) => Promise<void>) => unknown
}

export function createDesk(parts: DeskParts): Desk {
  const { ports, store } = parts
  const { clock } = ports
  const actions = createActions({ store, files: ports.actionFiles, clock })
  const ledger = createLedger({ store, clock, actions })
  const forced = new Set<RunId>()
  const measured: Measured = {
    ledger,
    metric: (id) => store.attempts.metric(id),
    memberOf({ id, number }) {
      const own = store.attempts.metric(id)
      return own === null ? null : { threadId: id, number, team: own.team }
    },
  }
  const dropped = createDropped({ ...parts, desk: measured })
  const desk: Desk = {
    ...measured,
    actions,
    dropped,
    deadEnds: createDeadEnds({ store, clock }),
    interventionOf: ({ itemId }) => store.attempts.interventionOf(itemId),
    newest: (id) => store.attempts.newest(id)?.number ?? 0,
    mayFollow(run) {
      const own = store.attempts.metric(run.threadId)
      return own !== null && mayFollow(parts, run, own, desk.interventionOf(run)?.depth ?? 0)
    },
    noteForced: (id) => void forced.add(id),
    settleLost: () => settleLost(parts, ledger),
    keepLimits: (id) => keepLimits(parts, id),
    idleLook: createIdleLook({ ...parts, dropped, onNews: (id) => giveIdle(parts, desk, id) }),
  }
  parts.onRunEnd?.((run) => giveAfter(parts, desk, run, forced.delete(run.id)))
  return desk
}

/** Gives what is owed once a run is over, as a message in the session of that run. */
async function giveAfter(parts: DeskParts, desk: Desk, run: ClaimedRun, isForced: boolean): Promise<void> {
  await desk.dropped.look(run.threadId)
  keepLimits(parts, run.threadId)
  const depth = desk.interventionOf(run)?.depth ?? 0
  await give(parts, desk, run.threadId, {
    depth,
    isForced,
    mayNow: (metric) => mayFollow(parts, run, metric, depth),
  })
}

/** When what is owed is given, and as which in a row. */
interface Giving {
  readonly depth: number // interventions in a row before it
  readonly isForced: boolean
  readonly mayNow: (metric: Metric) => boolean
}

async function give(
  parts: DeskParts,
  desk: Desk,
  id: ThreadId,
  { depth, isForced, mayNow }: Giving,
): Promise<void> {
  const { ports, store } = parts
  const thread = store.threads.get(id)
  // Without an agent there is nobody to ask: it is owed until there is one.
  if (thread === null || thread.agent.kind === 'local') return
  const [metric, member] = [desk.metric(id), desk.memberOf(thread)]
  if (metric === null || member === null || !mayNow(metric)) return
  const owed = desk.ledger.owed(member)
  if (owed.length === 0) return
  const best = owed.some(({ trigger }) => trigger === 'stagnation')
    ? await bestAttempts(parts, desk.ledger, metric)
    : []
  if (!mayNow(metric)) return
  const itemId = ports.ids<ItemId>('itm')
  desk.ledger.handOver(member, {
    session: store.attempts.newest(id)?.session ?? null,
    best,
    pages: knownPages(id, store),
    itemId,
    depth: depth + 1,
    isForced,
    also: ({ prompt }) =>
      void store.queue.sendMessage(id, prompt, INTERVENTION_SENDER, ports.clock.now(), itemId),
  })
}

/** What may be given while no agent works. */
async function giveIdle(parts: DeskParts, desk: Desk, id: ThreadId): Promise<void> {
  const { store } = parts
  keepLimits(parts, id)
  const depth = store.attempts.depthSinceBeat(id)
  const isIdle = (): boolean => !store.runs.running().some(({ threadId }) => threadId === id)
  const mayNow = ({ inARow }: Metric): boolean => depth < inARow && isIdle() && !isHeld(parts, id)
  await give(parts, desk, id, { depth, isForced: false, mayNow })
}

/** What was being measured when the machine ended its run. */
function settleLost({ ports, store }: DeskParts, ledger: Ledger): void {
  const pending = store.attempts.pending()
  if (pending.length === 0) return
  const running = new Set(store.runs.running().map(({ id }) => keyOfRun(id)))
  for (const { key, threadId } of pending) {
    const thread = store.threads.get(threadId)
    const metric = store.attempts.metric(threadId)
    if (running.has(key) || thread === null) continue
    if (metric === null) {
      store.attempts.drop(key)
      continue
    }
    ledger.settle([
      {
        key,
        member: { threadId, number: thread.number, team: metric.team },
        score: null,
        class: 'killed',
        rule: { direction: metric.direction, minGain: metric.minGain, noise: null },
        title: '',
        feedback: 'Threadbeat ended while it was measured.',
        commit: null,
        session: null,
        at: ports.clock.now(),
      },
    ])
  }
}

export const keyOfRun = (runId: string): string => `run:${runId}`

/** A person at the wheel is not interrupted, and no run follows another without end. */
function mayFollow(parts: DeskParts, run: ClaimedRun, { inARow }: Metric, depth: number): boolean {
  if (run.kind === 'job' || depth >= inARow) return false
  if (run.kind === 'message' && depth === 0) return false
  return !isHeld(parts, run.threadId)
}

/**
 * The thread is paused, a person was asked whether to go on, there is a message to answer first, or what it was given
 * last failed again and again.
 */
function isHeld({ ports, store }: DeskParts, id: ThreadId): boolean {
  const thread = store.threads.get(id)
  const metric = store.attempts.metric(id)
  if (thread === null || thread.pause !== null || metric === null || isAsked({ store }, metric)) return true
  if (isBackingOff(thread, ports.clock.now(), store)) return true
  return store.queue.waiting('message').some(({ threadId }) => threadId === id)
}

const LEADING = 5

/** The best of the team whose commits are still there; the first of them is the baseline to start from. */
async function bestAttempts({ ports, store }: DeskParts, ledger: Ledger, { team }: Metric) {
  const since = ledger.counters(team)
  const all = store.attempts.leading(team, since, LEADING * LEADING)
  const leading = all
    .filter(({ commit }, i) => all.findIndex((one) => one.commit === commit) === i)
    .slice(0, LEADING)
  const sizes = await Promise.all(leading.map((attempt) => sizeOf(attempt)))
  async function sizeOf({ threadId, commit }: Attempt): Promise<number | null> {
    const thread = store.threads.get(threadId)
    return thread === null || commit === null
      ? null
      : await ports.repositories.commitSize(thread.repoPath, commit)
  }
  const there = leading.flatMap((attempt, i) =>
    sizes[i] == null || attempt.score === null
      ? []
      : [
          {
            agent: store.threads.get(attempt.threadId)?.name ?? '',
            score: attempt.score,
            // Of another thread, perhaps: what looks like an attack is not passed on.
            title: withheldBecause(attempt.title) === null ? attempt.title : '',
            commit: attempt.commit!,
            changedLines: sizes[i],
          },
        ],
  )
  return there.map((attempt, i) => ({ ...attempt, isBaseline: i === 0 }))
}
