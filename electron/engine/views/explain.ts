import { plural } from '../../../shared/base/amounts.ts'
import { formatDuration, type Instant } from '../../../shared/base/time.ts'
import { shortMomentText, timeOfDayText, zonedText } from '../../../shared/base/clock/time-text.ts'
import type { Explanation } from '../../../shared/contract/beats.ts'
import { effortOf, isCheapest, keepsSessions, modelOf } from '../../../shared/agents/presets.ts'
import { modelWords } from '../../../shared/agents/model-words.ts'
import { inTheWay } from '../../../shared/runs/in-the-way.ts'
import { dueTiers, highest } from '../../../shared/schedule/tier.ts'
import { FAILURES_BEFORE_BACKOFF } from '../../../shared/schedule/schedule.ts'
import { deliveryOf, isDormant, isOverruled, type Thread } from '../../../shared/threads/thread.ts'
import { workForAgent } from '../../../shared/views/doc-facts.ts'
import { forAgentWords, isForAgent } from '../../../shared/queue/for-agent.ts'
import { gatesInWords } from '../../../shared/views/gate-words.ts'
import { eventsWaitWords, HOLD_WORD, quietHoursWords, sessionWords } from '../../../shared/views/words.ts'
import { OUTCOME_WORD } from '../../../shared/runs/outcome-words.ts'
import { paceOf, zoneOf } from '../schedule/pace.ts'
import type { ForesightSources } from './foresight-sources.ts'
import { gateReport } from './gate-report.ts'
import { beatsRestUntil } from '../../../shared/queue/quiet-hours.ts'
import type { Hold } from '../../../shared/queue/queue.ts'
import { isHalted } from './is-halted.ts'

type SettingLine = Explanation['settings'][number]

/** Why a thread does what it does: its last due time, what is next, its gates, and where its settings stand. */
export async function explain(thread: Thread, sources: ForesightSources): Promise<Explanation> {
  return {
    lastLook: lastLookOf(thread, sources),
    next: nextOf(thread, sources),
    eventsWait: eventsWaitOf(thread, sources),
    undone: [...undoneOf(thread, sources), ...forAgentOf(thread, sources)],
    gates: gatesInWords(gateReport(thread, await wayOf(thread, sources), sources)),
    settings: settingsOf(thread, sources),
  }
}

function eventsWaitOf({ id }: Thread, { store }: ForesightSources): Explanation['eventsWait'] {
  const count = store.events.waitingCount(id)
  return count === 0 ? null : `${plural(count, 'event')} ${eventsWaitWords(count)}.`
}

/** What was sent to it, or is due, and needs an agent. */
function forAgentOf(thread: Thread, { store, engine }: ForesightSources): readonly string[] {
  const holdOf = engine.holds()
  const items = store.queue
    .waiting()
    .filter((item) => item.threadId === thread.id && isForAgent({ hold: holdOf(item) }))
  if (items.length === 0) return []
  return [`${forAgentWords(items)}; this thread has local checks. Choose an agent, or take it back in Queue.`]
}

/** What of its list is not done as it was meant, and why. */
export function undoneOf(thread: Thread, { documents }: ForesightSources): Explanation['undone'] {
  const doc = documents.facts(thread.id)
  const ofConfig = thread.config?.problems ?? []
  if (doc === null) return ofConfig
  const work = workForAgent(thread.agent, doc)
  const has = work === 1 ? 'has' : 'have'
  return [
    ...doc.unread,
    ...ofConfig,
    ...(work === 0
      ? []
      : [
          `${plural(work, 'item')} of the Work Queue ${has} no command that can be run and ${work === 1 ? 'waits' : 'wait'} for an agent; this thread has local checks.`,
        ]),
  ]
}

async function wayOf(thread: Thread, { ports, engine }: ForesightSources): Promise<string | null> {
  if (!engine.settings().outOfTheWay || thread.trustedAt === null || thread.agent.kind === 'local')
    return null
  const facts = await ports.repositories.wayFacts(thread.repoPath, ports.clock.now())
  return facts.ok ? inTheWay(facts.value, { skippedBefore: false }) : null
}

/** The newest due time, or the newest beat where that came later: one that a person asked for has none. */
function lastLookOf(thread: Thread, { store }: ForesightSources): Explanation['lastLook'] {
  const slot = store.runs.slots(thread.id, 1).at(-1)
  const { last } = store.threads.facts(thread.id)
  const summaryOf = (run: typeof last): string => (run?.summary == null ? '' : ` – ${run.summary}`)
  if (last?.outcome != null && last.id !== slot?.runId && last.startedAt > (slot?.dueAt ?? 0))
    return { at: last.finishedAt ?? last.startedAt, text: `${OUTCOME_WORD[last.outcome]}${summaryOf(last)}` }
  if (slot === undefined) return null
  const cause = slot.cause === null ? '' : `: ${slot.cause}`
  const summary = slot.runId !== null && last?.id === slot.runId ? summaryOf(last) : ''
  return { at: slot.dueAt, text: `${OUTCOME_WORD[slot.outcome]}${cause}${summary}` }
}

/** Times of day, and no lengths: the sentence stands while they pass, beside rings that count them down. */
function nextOf(thread: Thread, sources: ForesightSources): string {
  const { ports, store, engine } = sources
  if (isHalted(sources)) return 'No beat starts until the scheduler works again.'
  const local = (at: Instant): string => zonedText(at, zoneOf(thread, ports), ports.clock)
  const waiting = store.queue.waiting().find((i) => i.threadId === thread.id && i.kind === 'heartbeat')
  if (waiting !== undefined) {
    const hold = engine.holds()(waiting)
    if (hold === null) return 'A beat waits and starts at once.'
    return `A beat waits: ${heldWords(hold, waiting, local, sources)}.`
  }
  if (thread.nextDueAt === null) return thread.scheduleProblem ?? 'No beat is due by itself.'
  const due = dueTiers(thread.tiers, [], thread.nextDueAt, paceOf(thread, ports, engine.settings()))
  const tiers = due.length === 0 ? 'skipped, for its tiers are snoozed' : `${highest(due)} tier`
  const pause = thread.pause ?? engine.pause()
  if (pause !== null && (pause.until ?? Infinity) > thread.nextDueAt)
    return `The due time at ${local(thread.nextDueAt)} will be skipped: paused.`
  const delay =
    thread.failures < FAILURES_BEFORE_BACKOFF
      ? ''
      : ` It is delayed, for the last ${thread.failures} beats failed.`
  const rest = beatsRestUntil(engine.settings(), thread.nextDueAt, ports.clock.timeZone)
  if (rest !== null)
    return `The next beat is due at ${local(thread.nextDueAt)}, and waits for the end of the quiet hours at ${local(rest)}: ${tiers}.`
  return `The next beat is due at ${local(thread.nextDueAt)}: ${tiers}.${delay}`
}

function heldWords(
  hold: Hold,
  { notBefore }: { readonly notBefore: Instant },
  local: (at: Instant) => string,
  { ports: { clock }, engine }: ForesightSources,
): string {
  if (hold === 'not_before') return `until ${local(notBefore)}`
  const now = clock.now()
  const quiet = hold === 'quiet_hours' ? beatsRestUntil(engine.settings(), now, clock.timeZone) : null
  return quiet === null ? HOLD_WORD[hold] : quietHoursWords(shortMomentText(quiet, now, clock))
}

/** `own`: the thread has a value of its own; `usual`: where it comes from without one. */
const sourceOf = (
  isFromFile: boolean,
  own: boolean,
  usual: 'the app' | 'built in' = 'the app',
): SettingLine['source'] => {
  if (isFromFile) return 'HEARTBEAT.json'
  return own ? 'this thread' : usual
}

function settingsOf(thread: Thread, sources: ForesightSources): readonly SettingLine[] {
  return [
    ...scheduleSettings(thread, sources),
    {
      label: 'Session',
      value: sessionWords(thread.session, keepsSessions(thread.agent)),
      source: sourceOf(isOverruled(thread, 'session'), thread.session !== 'messages', 'built in'),
    },
    modelSetting(thread),
    ...shownSettings(thread, sources),
    {
      label: 'HEARTBEAT.md',
      value: thread.config?.values.playbook === 'ignore' ? 'ignored' : 'used',
      source: thread.config?.values.playbook === undefined ? 'built in' : 'HEARTBEAT.json',
    },
  ]
}

function scheduleSettings(thread: Thread, { ports, engine }: ForesightSources): readonly SettingLine[] {
  const isAsleep = isDormant(thread, engine.settings().dormantAfterMs, ports.clock.now())
  const hours = thread.activeHours
  const hasOwnPace = thread.intervalMs !== engine.settings().defaultIntervalMs
  const ofDay = (clock: string): string => timeOfDayText(clock, ports.clock.style)
  return [
    {
      label: 'Interval',
      value: thread.intervalMs === 0 ? 'off' : formatDuration(engine.slots.intervalOf(thread)),
      source: isAsleep ? 'the app' : sourceOf(isOverruled(thread, 'intervalMs'), hasOwnPace),
    },
    {
      label: 'Active hours',
      value: hours === null ? 'always' : `${ofDay(hours.start)}–${ofDay(hours.end)}`,
      source: sourceOf(isOverruled(thread, 'activeHours'), hours !== null, 'built in'),
    },
    {
      label: 'Daily at',
      value: thread.dailyAt === null ? 'by elapsed time' : ofDay(thread.dailyAt),
      source: sourceOf(isOverruled(thread, 'dailyAt'), thread.dailyAt !== null, 'built in'),
    },
    {
      label: 'Time zone',
      value: zoneOf(thread, ports),
      source: sourceOf(thread.config?.values.timeZone !== undefined, Boolean(hours?.timeZone)),
    },
  ]
}

function modelSetting(thread: Thread): SettingLine {
  const { agent } = thread
  if (agent.kind === 'local') return { label: 'Model', value: 'none', source: 'built in' }
  if (agent.kind === 'command')
    return { label: 'Model', value: 'the command’s own; Threadbeat cannot choose it', source: 'this thread' }
  const tiers = (['quick', 'hourly', 'daily'] as const).map((tier) => ({
    tier,
    words: modelWords({ model: modelOf(agent, tier), effort: effortOf(agent, tier) }, null),
    chosen: !isCheapest(agent, tier) || agent.efforts[tier] !== undefined,
  }))
  const [first] = tiers
  const same = tiers.every(({ words }) => words === first?.words)
  const value = same ? (first?.words ?? '') : tiers.map(({ tier, words }) => `${tier} ${words}`).join('; ')
  if (thread.config?.values.model !== undefined) return { label: 'Model', value, source: 'HEARTBEAT.json' }
  return { label: 'Model', value, source: tiers.some(({ chosen }) => chosen) ? 'this thread' : 'built in' }
}

const SHOWN = [
  ['showOk', 'Show quiet beats'],
  ['showAlerts', 'Show alerts'],
  ['indicator', 'Indicator'],
] as const

function shownSettings(thread: Thread, { engine }: ForesightSources): readonly SettingLine[] {
  const shown = deliveryOf(thread, engine.settings())
  return SHOWN.map(([key, label]) => ({
    label,
    value: shown[key] ? 'on' : 'off',
    source: sourceOf(thread.config?.values[key] !== undefined, thread.delivery[key] !== undefined),
  }))
}
