import type { DryRun, Explanation, Foreseen, Foresight } from '../../../shared/contract/beats.ts'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { inTheWay } from '../../../shared/runs/in-the-way.ts'
import { describeSchedule, nextJobDue } from '../../../shared/jobs/job-schedule.ts'
import type { QueueItem } from '../../../shared/queue/queue.ts'
import { beatsRestUntil } from '../../../shared/queue/quiet-hours.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import { isActive, slotsSince } from '../../../shared/schedule/schedule.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { AMBIENT_KEPT_MS } from '../../../shared/events/system-event.ts'
import { deliveryOf, isDormant, isOverruled, type Thread } from '../../../shared/threads/thread.ts'
import {
  dueTiers,
  highest,
  isSnoozed,
  TIERS,
  upTo,
  type Tier,
  type TierState,
} from '../../../shared/schedule/tier.ts'
import { formatDuration, formatLocal, HOUR, nextLocalTime, type Instant } from '../../../shared/base/time.ts'
import { mergeReasons } from '../../../shared/queue/wake.ts'
import { HOLD_WORD, OUTCOME_WORD, plural, SKIP_WORD } from '../../../shared/views/words.ts'
import { rightsOf } from '../runs/agent-turn.ts'
import type { Documents } from '../playbook/documents.ts'
import { applyFitting } from '../playbook/edit-heartbeat.ts'
import type { Engine } from '../loop/engine.ts'
import { heartbeatFacts, type BeatAsk } from '../runs/heartbeat-prompt.ts'
import { paceOf, zoneOf } from '../schedule/pace.ts'
import type { Ports } from '../ports/ports.ts'
import { interruptedEdits, readOrDraft } from '../playbook/run-edits.ts'
import type { Store } from '../ports/store.ts'

const ENTRIES_SHOWN = 500
/** Of one thread: two days of a beat a minute. */
const ENTRIES_MADE = 2 * 24 * 60

/**
 * What will happen by itself, why things are as they are, and what a beat would do; nothing of it starts or
 * writes anything.
 */
export interface ForesightView {
  foresee(id: ThreadId | undefined, hours: number): Foresight
  explain(thread: Thread): Promise<Explanation>
  /**
   * The beat that waits, or else one that is due now (`tier` null) or asked for by hand, with the very
   * prompt its agent would get at this instant. Only a run can know whether Threadbeat's tools can be
   * served to it: here they can. Assumes a trusted thread.
   */
  dryRun(thread: Thread, tier: Tier | null): Promise<DryRun>
}

export function createForesight(
  ports: Ports,
  store: Store,
  engine: Engine,
  documents: Documents,
): ForesightView {
  const { clock } = ports
  const local = (at: Instant, thread?: Thread): string =>
    formatLocal(at, thread === undefined ? clock.timeZone : zoneOf(thread, ports))

  /** Why nothing of this thread starts by itself; null: it does. */
  function standing(thread: Thread): string | null {
    const pause = thread.pause ?? engine.pause()
    if (thread.trustedAt === null) return HOLD_WORD.untrusted
    if (pause !== null) return `paused: ${pause.reason}`
    const rest = engine.resting.of(thread.agent)
    if (rest !== null && rest.until > clock.now()) return `${rest.name} rests until ${local(rest.until)}`
    const { policy, because } = engine.power()
    if (policy === 'hold') return because
    const quietEnd = beatsRestUntil(engine.settings(), clock.now(), clock.timeZone)
    if (quietEnd !== null) return `quiet hours until ${local(quietEnd)}`
    return engine.budget.objection(thread, false, engine.settings())
  }

  const snoozedWords = (thread: Thread, now: Instant): string | null => {
    const snoozed = TIERS.filter((t) => isSnoozed(thread.tiers[t], now))
    return snoozed.length === 0
      ? null
      : `Snoozed: ${snoozed.map((t) => `${t} until ${local(thread.tiers[t].snoozedUntil ?? now, thread)}`).join(', ')}.`
  }
  const tierWordsAt = (thread: Thread, at: Instant, settings: Settings): string => {
    const due = dueTiers(thread.tiers, [], at, paceOf(thread, ports, settings))
    return due.length === 0 ? 'skipped, for its tiers are snoozed' : `${highest(due)} tier`
  }

  function beatsOf(thread: Thread, until: Instant): readonly Foreseen[] {
    const intervalMs = engine.slots.intervalOf(thread)
    if (thread.nextDueAt === null || intervalMs === 0) return []
    const held = standing(thread)
    const timed = documents.timed(thread.id)
    const pace = paceOf(thread, ports, engine.settings())
    const found: Foreseen[] = []
    let tiers: TierState = thread.tiers
    for (const at of slotsSince(
      { ...thread, intervalMs },
      thread.nextDueAt,
      until,
      ENTRIES_MADE,
      clock.timeZone,
    ).slots) {
      const due = dueTiers(tiers, [], at, pace)
      const rests = due.length === 0 ? 'its tiers are snoozed' : null
      tiers = Object.fromEntries(
        Object.entries(tiers).map(([tier, times]) => [
          tier,
          due.includes(tier as Tier) ? { ...times, lastDoneAt: at } : times,
        ]),
      ) as unknown as TierState
      const tier = highest(due)
      found.push({
        at,
        kind: 'beat',
        threadId: thread.id,
        threadName: thread.name,
        tier,
        jobId: null,
        text: runnerName(thread.agent),
        held: held ?? rests,
      })
    }
    for (const { text, times } of timed)
      for (const clockTime of times)
        for (
          let at = nextLocalTime(clockTime, clock.now(), zoneOf(thread, ports));
          at !== null && at <= until;
          at = nextLocalTime(clockTime, at, zoneOf(thread, ports))
        )
          found.push({
            at,
            kind: 'timed',
            threadId: thread.id,
            threadName: thread.name,
            tier: null,
            jobId: null,
            text: `At the first beat from then on: ${text}`,
            held,
          })
    return found
  }

  function jobsOf(thread: Thread, until: Instant): readonly Foreseen[] {
    return store.jobs.list(thread.id).flatMap((job) => {
      const found: Foreseen[] = []
      const needsAgent = job.action.kind === 'agent' || job.action.kind === 'reflect'
      const held =
        job.pause !== null
          ? 'paused'
          : needsAgent && thread.agent.kind === 'local'
            ? HOLD_WORD.no_agent
            : thread.trustedAt === null
              ? HOLD_WORD.untrusted
              : (thread.pause ?? engine.pause()) !== null
                ? HOLD_WORD.paused
                : null
      for (
        let at = job.nextDueAt;
        at !== null && at <= until && found.length < ENTRIES_MADE;
        at = nextJobDue(job.schedule, at, clock.timeZone)
      )
        found.push({
          at,
          kind: 'job',
          threadId: thread.id,
          threadName: thread.name,
          tier: null,
          jobId: job.id,
          text: `${job.name} (${describeSchedule(job.schedule, clock.timeZone)})`,
          held,
        })
      return found
    })
  }

  return {
    foresee(id, hours) {
      const from = clock.now()
      const to = from + hours * HOUR
      const threads = store.threads.list().filter((t) => id === undefined || t.id === id)
      const all = threads.flatMap((t) => [...beatsOf(t, to), ...jobsOf(t, to)]).sort((a, b) => a.at - b.at)
      const byAgent = new Set(threads.filter((t) => t.agent.kind !== 'local').map((t) => t.id))
      const agentJobs = new Set(
        store.jobs
          .list()
          .filter((j) => j.action.kind === 'agent' || j.action.kind === 'reflect')
          .map((j) => j.id),
      )
      const starts = all.filter(
        (e) =>
          e.held === null &&
          (e.kind === 'beat' ? byAgent.has(e.threadId) : e.jobId !== null && agentJobs.has(e.jobId)),
      ).length
      return {
        from,
        to,
        entries: all.slice(0, ENTRIES_SHOWN),
        more: Math.max(0, all.length - ENTRIES_SHOWN),
        agentStarts: starts,
      }
    },

    async explain(thread) {
      const now = clock.now()
      const settings = engine.settings()
      const facts = store.threads.facts(thread.id)
      const slot = store.runs.slots(thread.id, 1).at(-1)
      const waiting = store.queue.waiting().find((i) => i.threadId === thread.id && i.kind === 'heartbeat')
      const hold = waiting === undefined ? null : engine.holds()(waiting)
      const way =
        settings.outOfTheWay && thread.trustedAt !== null
          ? await ports.repositories.wayFacts(thread.repoPath, now)
          : null
      const inWay = way?.ok === true ? inTheWay(way.value, { skippedBefore: false }) : null
      const pause = thread.pause ?? engine.pause()
      const rest = engine.resting.of(thread.agent)
      const power = engine.power()
      const over = engine.budget.objection(thread, false, settings)
      const quietEnd = beatsRestUntil(settings, now, clock.timeZone)
      const shown = deliveryOf(thread, settings)
      const hidden = thread.agent.kind !== 'local' && !shown.showOk && !shown.showAlerts && !shown.indicator
      const intervalMs = engine.slots.intervalOf(thread)
      const dormant = isDormant(thread, settings.dormantAfterMs, now)
      const doc = documents.facts(thread.id)
      const tasks =
        doc === null
          ? null
          : doc.tasks.quick + doc.tasks.hourly + doc.tasks.daily + doc.flags.length + doc.pendingWork
      const gate = (name: string, open: boolean, text: string) => ({ gate: name, open, text })
      const from = (overruled: boolean, own: boolean): 'HEARTBEAT.json' | 'this thread' | 'the app' =>
        overruled ? 'HEARTBEAT.json' : own ? 'this thread' : 'the app'
      const values = thread.config?.values ?? {}
      const word = (on: boolean): string => (on ? 'on' : 'off')
      return {
        lastTick:
          slot === undefined
            ? null
            : {
                at: slot.dueAt,
                text: `${OUTCOME_WORD[slot.outcome]}${slot.cause === null ? '' : `: ${slot.cause}`}${slot.runId !== null && facts.last?.id === slot.runId && facts.last.summary !== null ? ` – ${facts.last.summary}` : ''}`,
              },
        next:
          waiting !== undefined
            ? `A beat waits${hold === null ? ' and starts at once.' : `: ${hold === 'not_before' ? `until ${local(waiting.notBefore, thread)}` : HOLD_WORD[hold]}.`}`
            : thread.nextDueAt !== null
              ? `The next beat is due at ${local(thread.nextDueAt, thread)}, in ` +
                `${formatDuration(Math.max(0, thread.nextDueAt - now))}: ` +
                `${tierWordsAt(thread, thread.nextDueAt, settings)}.`
              : (thread.scheduleProblem ?? 'No beat is due by itself.'),
        gates: [
          gate(
            'Trust',
            thread.trustedAt !== null,
            thread.trustedAt === null ? 'Not trusted yet: nothing of it is read or run.' : 'Trusted.',
          ),
          gate(
            'Runner',
            rest === null || rest.until <= now,
            rest !== null && rest.until > now
              ? `${rest.name} rests until ${local(rest.until)}: ${rest.message}`
              : `Ready, as far as is known: ${runnerName(thread.agent)}.`,
          ),
          gate(
            'On',
            thread.intervalMs > 0,
            thread.intervalMs > 0
              ? `On${dormant ? `; nothing has happened since ${local(thread.activeAt, thread)}, so once a day` : ''}.`
              : 'Off: only beats that you ask for.',
          ),
          gate('Pause', pause === null, pause === null ? 'Not paused.' : `Paused: ${pause.reason}.`),
          gate(
            'Tiers',
            !TIERS.every((t) => isSnoozed(thread.tiers[t], now)),
            snoozedWords(thread, now) ?? 'None is snoozed.',
          ),
          gate('Power', power.policy !== 'hold', power.because ?? 'Nothing to save.'),
          gate(
            'Quiet hours',
            quietEnd === null,
            quietEnd !== null
              ? `Quiet until ${local(quietEnd, thread)}: beats that nobody asked for wait.`
              : settings.quietHours === null
                ? 'None are set.'
                : settings.quietPausesBeats
                  ? 'Not now.'
                  : 'They silence notifications, not beats.',
          ),
          gate(
            'Active hours',
            thread.scheduleProblem === null && isActive(thread.activeHours, now, clock.timeZone),
            thread.scheduleProblem ??
              (thread.activeHours === null
                ? 'At any time.'
                : `${thread.activeHours.start} to ` +
                  `${thread.activeHours.end}${thread.activeHours.timeZone === '' ? '' : `, ${thread.activeHours.timeZone}`}.`),
          ),
          gate(
            'Tasks',
            tasks !== 0,
            tasks === null
              ? 'HEARTBEAT.md has not been read yet.'
              : tasks === 0
                ? 'HEARTBEAT.md has nothing to work: only wakes and events start a beat.'
                : `${tasks} tasks, flags and queued items in HEARTBEAT.md.`,
          ),
          gate(
            'Shown',
            !hidden,
            hidden ? 'Nothing of it is shown, so no agent is started.' : 'Something of it is shown.',
          ),
          gate(
            'Changes',
            true,
            thread.agent.kind === 'local'
              ? 'Local checks always look.'
              : thread.gate === 'always'
                ? 'Looks at each beat.'
                : 'No agent starts while nothing has changed since all was proven well.',
          ),
          gate(
            'Your way',
            inWay === null,
            inWay ??
              (settings.outOfTheWay
                ? 'Nobody seems to be at work here.'
                : 'Beats do not look whether you are at work.'),
          ),
          gate('Budget', over === null, over ?? 'Within its budget.'),
        ],
        settings: [
          {
            label: 'Interval',
            value: thread.intervalMs === 0 ? 'off' : formatDuration(intervalMs),
            source: dormant ? 'the app' : from(isOverruled(thread, 'intervalMs'), true),
          },
          {
            label: 'Active hours',
            value:
              thread.activeHours === null
                ? 'always'
                : `${thread.activeHours.start}–${thread.activeHours.end}`,
            source: from(isOverruled(thread, 'activeHours'), true),
          },
          {
            label: 'Daily at',
            value: thread.dailyAt ?? 'by elapsed time',
            source: from(isOverruled(thread, 'dailyAt'), true),
          },
          {
            label: 'Time zone',
            value: zoneOf(thread, ports),
            source:
              values.timeZone !== undefined
                ? 'HEARTBEAT.json'
                : thread.activeHours?.timeZone
                  ? 'this thread'
                  : 'the app',
          },
          {
            label: 'Session',
            value: thread.session === 'resume' ? 'one session' : 'fresh each time',
            source: from(isOverruled(thread, 'session'), true),
          },
          {
            label: 'Model',
            value: thread.agent.kind !== 'cli' ? '–' : (thread.agent.models.quick ?? 'the smallest'),
            source:
              values.model !== undefined
                ? 'HEARTBEAT.json'
                : thread.agent.kind === 'cli' && thread.agent.models.quick !== undefined
                  ? 'this thread'
                  : 'built in',
          },
          ...(['showOk', 'showAlerts', 'indicator'] as const).map((key) => ({
            label: { showOk: 'Show quiet beats', showAlerts: 'Show alerts', indicator: 'Indicator' }[key],
            value: word(shown[key]),
            source: from(values[key] !== undefined, thread.delivery[key] !== undefined),
          })),
          {
            label: 'HEARTBEAT.md',
            value: values.playbook === 'ignore' ? 'ignored' : 'used',
            source: values.playbook === undefined ? 'built in' : 'HEARTBEAT.json',
          },
        ],
      }
    },

    async dryRun(thread, tier) {
      const now = clock.now()
      const waiting = store.queue.waiting('heartbeat').find((i) => i.threadId === thread.id)
      const { events: all, dropped } = store.events.waiting(thread.id)
      // As the tick that starts the beat would leave them.
      const events = all.filter((e) => !e.ambient || e.lastAt >= now - AMBIENT_KEPT_MS)
      const refuse = (because: string): DryRun => ({
        would: 'refuse',
        because,
        tiers: [],
        tasks: [],
        prompt: null,
        events: events.length,
      })
      const tracked = await ports.repositories.isTracked(thread.repoPath)
      if (!tracked.ok) return refuse(tracked.error.message)
      const found = await readOrDraft(thread, tracked.value, ports)
      if (!found.ok) return refuse(found.error.message)
      const before = parse(found.value.text)
      const doc = parse(
        serialize(applyFitting(before, interruptedEdits(before, now, thread, tracked.value, ports))),
      )
      const ask: BeatAsk = {
        ...askOf(waiting, tier),
        kind: 'heartbeat',
        sender: null,
        events,
        dropped,
        startedAt: now,
      }
      const facts = await heartbeatFacts(ask, thread, doc, tracked.value, {
        ports,
        store,
        settings: engine.settings(),
      })
      const { planned, runner } = facts
      if ('refuse' in planned) return refuse(planned.refuse)
      if ('skip' in planned)
        return {
          would: 'skip',
          because: `It would be skipped: ${SKIP_WORD[planned.skip]}.`,
          tiers: planned.tiers,
          tasks: [],
          prompt: null,
          events: events.length,
        }
      const { run } = planned
      const held = tier === null ? standing(thread) : null
      return {
        would: 'start',
        because:
          held === null
            ? `${runner === 'local' ? 'Local checks' : runnerName(thread.agent)} would work ` +
              `${plural(run.tasks.length, 'task')} of ${upTo(highest(run.tiers)).join(', ')}.`
            : `It would wait: ${held}.`,
        tiers: run.tiers,
        tasks: run.tasks.map((t) => t.text),
        events: events.length,
        prompt:
          runner === 'local'
            ? null
            : facts.prompt(run, {
                tools: true,
                lookOnly: rightsOf(ask, thread, highest(run.tiers), now).profile === 'look',
              }),
      }
    },
  }
}

/**
 * What would be claimed: the beat that waits, joined by a person's wish for a tier; without both, one that
 * only the clock asks for.
 */
function askOf(
  waiting: QueueItem | undefined,
  tier: Tier | null,
): Pick<BeatAsk, 'reasons' | 'askedTier' | 'withDue'> {
  if (tier === null)
    return waiting === undefined
      ? { reasons: ['interval'], askedTier: null, withDue: true }
      : { reasons: waiting.reasons, askedTier: waiting.tier, withDue: waiting.withDue }
  return {
    reasons: mergeReasons(waiting?.reasons ?? [], ['manual']),
    askedTier: highest([tier, ...(waiting?.tier == null ? [] : [waiting.tier])]),
    withDue: waiting?.withDue ?? false,
  }
}
