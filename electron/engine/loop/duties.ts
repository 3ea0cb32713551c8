import { type ClockGap, missedBecause } from '../../../shared/schedule/clock-gap.ts'
import { AMBIENT_KEPT_MS } from '../../../shared/events/system-event.ts'
import { WriteRefused } from '../../../shared/base/faults.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Events } from '../events/events.ts'
import type { RunnerNews } from '../events/runner-news.ts'
import type { MachineNews } from '../events/machine-news.ts'
import type { CleanUp } from '../history/clean-up.ts'
import type { Slots } from '../schedule/slots.ts'
import type { MissingFolders } from '../events/missing-folders.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Removals } from '../threads/removals.ts'
import { tellWhatWaitsForAgents } from '../queue/for-agent.ts'
import { claimNext, type ClaimParts } from './claim.ts'
import { heldBeatsLog } from './held-beats.ts'
import { settleLostRuns } from './lost-runs.ts'
import { givePlacesBack } from './places.ts'
import { begin, startWhatMay } from './start-run.ts'

/** One thing that each tick brings up to date with the clock. */
export interface Duty {
  readonly name: string
  /** 'schedule': not for a command without the app. */
  readonly when: 'always' | 'schedule'
  /**
   * May be called at any time, any number of times. `gap`: since this duty was last done, null: none. May
   * throw: the others are done all the same, and this one is told of the gap again.
   */
  onTick(now: Instant, gap: ClockGap | null): void
}

export interface DutyParts extends ClaimParts {
  readonly slots: Slots
  readonly events: Events
  readonly removals: Removals
  readonly missingFolders: MissingFolders
  readonly machineNews: MachineNews
  readonly runnerNews: RunnerNews
  readonly cleanUp: CleanUp
}

/** In the order in which a tick does them: first what is so, then what is due, then what may start. */
export function dutiesOf(parts: DutyParts): readonly Duty[] {
  const { store, events, jobs, alerts, removals, machineNews, runnerNews, cleanUp, missingFolders } = parts
  return [
    {
      name: 'clock',
      when: 'always',
      onTick: (now, gap) => {
        if (gap !== null) settleClock(parts, now, gap)
      },
    },
    {
      name: 'disk',
      when: 'always',
      onTick: (now) => {
        if (store.writeProblem() !== null) store.meta.set('disk_tried_at', String(now))
      },
    },
    { name: 'lost runs', when: 'always', onTick: (now) => settleLostRuns(parts, now) },
    { name: 'lost attempts', when: 'always', onTick: () => parts.desk.settleLost() },
    { name: 'measured threads', when: 'schedule', onTick: () => parts.desk.idleLook.onTick() },
    { name: 'pauses', when: 'always', onTick: (now) => endPauses(parts, now) },
    { name: 'removals', when: 'always', onTick: removals.onTick },
    { name: 'missing folders', when: 'schedule', onTick: missingFolders.onTick },
    {
      name: 'jobs',
      when: 'schedule',
      onTick: (now, gap) => jobs.recordDue(now, missedBecause(gap)),
    },
    { name: 'ambient events', when: 'schedule', onTick: (now) => store.events.expire(now - AMBIENT_KEPT_MS) },
    { name: 'unread events', when: 'always', onTick: events.passOnUnread },
    { name: 'slots', when: 'schedule', onTick: (now, gap) => recordDue(parts, now, gap) },
    {
      name: 'waiting for agents',
      when: 'always',
      onTick: tellWhatWaitsForAgents({ store, changed: alerts.deliver }),
    },
    { name: 'alerts', when: 'schedule', onTick: alerts.onTick },
    {
      // Where nobody tells that the machine slept, the clock does.
      name: 'machine news',
      when: 'schedule',
      onTick: (_now, gap) => {
        if (gap?.cause === 'asleep') machineNews.add('resume', gap.byMs)
      },
    },
    { name: 'runner news', when: 'always', onTick: runnerNews.onTick },
    { name: 'starts', when: 'always', onTick: (now) => startWhatMay(parts, now) },
    { name: 'held beats', when: 'schedule', onTick: heldBeatsLog(parts) },
    { name: 'clean-up', when: 'schedule', onTick: cleanUp.onTick },
  ]
}

/**
 * Due times become rows, and what is chosen to start first then is claimed in the same transaction: mostly one
 * thread is due, whose beat starts at once. The others are for the duty 'starts'.
 */
function recordDue(parts: DutyParts, now: Instant, gap: ClockGap | null): void {
  const { store, slots } = parts
  const due = store.threads.due(now)
  if (due.length === 0) return
  const record = (): void => {
    for (const thread of due) slots.record(thread, now, missedBecause(gap))
  }
  // After an absence there is news that may go first.
  if (gap !== null) return store.together(record)
  givePlacesBack(parts)
  let claimed: ClaimedRun | null
  try {
    claimed = store.together(() => {
      record()
      return claimNext(parts, now)
    })
  } catch (error) {
    if (error instanceof WriteRefused) throw error
    // Where choosing fails, which 'starts' will tell, due times are recorded all the same.
    store.together(record)
    return
  }
  if (claimed !== null) begin(parts, claimed)
}

/** What was planned by another clock is planned anew. */
function settleClock(
  { ports, store, resting, slots, jobs }: DutyParts,
  now: Instant,
  { byMs }: ClockGap,
): void {
  if (byMs !== null) ports.log('warn', 'clock.jumped', { byMs })
  store.clampFuture(now)
  resting.clamp(now)
  slots.correctFuture(now)
  jobs.correctFuture(now)
  ports.alarms.rearm()
}

function endPauses({ store, pulse }: DutyParts, now: Instant): void {
  const isOver = (pause: { readonly until: Instant | null } | null): boolean =>
    pause !== null && pause.until !== null && pause.until <= now
  if (isOver(pulse.pause())) pulse.setPause(null)
  for (const { id, pause } of store.threads.due(now))
    if (isOver(pause)) store.threads.change(id, { pause: null })
}
