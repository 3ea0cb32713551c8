import { asSentence, faultSentence, FAULT_WORDS } from '../../../shared/base/faults.ts'
import { localTimeToday, SECOND } from '../../../shared/base/time.ts'
import type { UpdateView } from '../../../shared/contract/app.ts'
import { quietUntil, startsAt } from '../../../shared/queue/quiet-hours.ts'
import { hasOwnPlace, limitsOf, type Limits } from '../../../shared/queue/queue.ts'
import { stretchOf } from '../../../shared/schedule/schedule.ts'
import { readSettings } from '../../../shared/settings/settings.ts'
import type { FleetView, Problem, WatchView } from '../../../shared/views/snapshot.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { isForAgent } from '../../../shared/queue/for-agent.ts'
import { verdictOf } from '../../../shared/views/verdict.ts'
import { isHalted } from './is-halted.ts'
import { soonestStart } from '../jobs/due-times.ts'
import type { Engine } from '../loop/engine.ts'
import type { Store } from '../ports/store.ts'
import type { ThreadViewSources } from './threads/derived.ts'

type FleetViewSources = ThreadViewSources & { readonly store: Pick<Store, 'pollination' | 'webhooks'> }

export interface FleetConfig {
  readonly watch: () => WatchView
  readonly dataDir: string
  readonly demo: boolean
  /** Absent: no hub can be joined from here. */
  readonly others?: {
    view(): FleetView['others']
    /** Returns its end. */
    onChange(listener: () => void): () => void
  }
}

const ALERTS_SHOWN = 50
const WEBHOOKS_NAMED = 3

/** Everything but the threads. `outside`: what is wrong with the app itself, from outside the engine. */
export function fleetView(
  threads: readonly ThreadView[],
  outside: readonly Problem[],
  { ports, store, engine }: FleetViewSources,
  config: FleetConfig,
): FleetView {
  const { clock, power, notifier } = ports
  const now = clock.now()
  const { settings, problems } = readSettings(store.settings.values())
  const pause = engine.pause()
  const halted = isHalted({ store, engine })
  const today = store.runs.countsSince(localTimeToday('00:00', now, clock.timeZone) ?? now)
  const limits = limitsOf(settings)
  const watch = config.watch()
  const waiting = threads.flatMap((t) => t.waiting)
  return {
    at: now,
    engine: halted ? 'halted' : pausedOr(pause !== null),
    pause,
    verdict: verdictOf(threads, pause, halted),
    running: threads.filter((t) => t.running !== null).length,
    limits,
    waiting: waiting.filter((w) => !isForAgent(w)).length,
    forAgent: waiting.filter(isForAgent).length,
    nextDueAt: halted ? null : startsAt(store.threads.nextDueAt(), settings, ports.clock.timeZone),
    nextJobAt: halted ? null : soonestStart(store, now),
    watch,
    power: { onBattery: power.onBattery(), metered: power.metered(), ...engine.power() },
    lastTickAt: engine.live.lastTickAt(),
    resting: engine.resting.list(),
    spend: engine.budget.view(settings, today.startsSaved),
    inbox: store.alerts.inboxCounts(now),
    suggestions: store.pollination.openCount(),
    incidents: engine.incidents.view(now),
    quietUntil: quietUntil(settings.quietHours, now, clock.timeZone),
    doNotDisturb: notifier.doNotDisturb?.() ?? null,
    alerts: store.alerts.list('open', ALERTS_SHOWN, now),
    openAlerts: threads.reduce((sum, t) => sum + t.openAlerts, 0),
    today,
    stretch: stretchIn(threads, limits),
    timeStyle: clock.style,
    settings,
    others: config.others?.view() ?? null,
    update: updateOf(ports.updates?.view() ?? null, settings.skippedUpdate),
    problems: [
      ...outside,
      // Of a damaged history it is told what is damaged.
      ...(outside.some((p) => p.code === 'history') ? [] : diskProblem(store.writeProblem(), config.dataDir)),
      ...problemsIn(problems, watch, engine.live),
      ...webhookProblem(store),
    ],
    dataDir: config.dataDir,
    demo: config.demo,
  }
}

function updateOf(view: UpdateView | null, skipped: string | null): FleetView['update'] {
  if (view === null || (view.state.kind !== 'found' && view.state.kind !== 'ready')) return null
  const { kind, version } = view.state
  return version === skipped ? null : { version, isReady: kind === 'ready' }
}

const pausedOr = (isPaused: boolean): FleetView['engine'] => (isPaused ? 'paused' : 'running')

/** Taken for a thread that has no beat on record. */
const TYPICAL_BEAT_MS = 2 * SECOND

/** Of the places that local checks have of their own, and of the others, the one that is fuller. */
function stretchIn(threads: readonly ThreadView[], limits: Limits): FleetView['stretch'] {
  const on = threads.filter((t) => t.pause === null && t.trusted)
  const isOwn = (t: ThreadView): boolean => hasOwnPlace(limits, 'heartbeat', t.agent)
  const [one, other] = [on.filter(isOwn), on.filter((t) => !isOwn(t))].map((lane) =>
    stretchOf(lane.map(loadOf), limits.heartbeats),
  )
  return (other?.factor ?? 0) > (one?.factor ?? 0) ? other! : (one ?? null)
}

const loadOf = ({ intervalMs, last }: ThreadView): Parameters<typeof stretchOf>[0][number] => ({
  intervalMs,
  typicalMs: last?.durationMs || TYPICAL_BEAT_MS,
})

/** Nothing that happens is kept meanwhile, so nothing may be said to be quiet. */
const diskProblem = (refused: string | null, dataDir: string): readonly Problem[] =>
  refused === null
    ? []
    : [
        {
          code: 'disk',
          text: `Nothing can be written to ${dataDir}: ${refused}. Beats wait until it can.`,
          repair: 'Free some space there; it goes on by itself within half a minute.',
        },
      ]

/** It stands until a delivery, or a test, arrives there. */
function webhookProblem({ webhooks }: FleetViewSources['store']): readonly Problem[] {
  const gone = webhooks.list().filter(({ target, last }) => target.enabled && last?.givenUp === true)
  if (gone.length === 0) return []
  const names = gone.slice(0, WEBHOOKS_NAMED).map(({ target }) => JSON.stringify(target.name))
  const more = gone.length - names.length
  return [
    {
      code: 'webhooks_out',
      text: `News did not reach ${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')} and were given up.`,
      repair:
        'Settings → Integrations shows what came back; this ends with the next delivery or test that arrives.',
    },
  ]
}

/** `unread`: settings that could not be read. */
function problemsIn(unread: readonly string[], watch: WatchView, live: Engine['live']): readonly Problem[] {
  const problems: Problem[] = []
  if (unread.length > 0)
    problems.push({
      code: 'settings',
      text: `Some settings could not be read: ${unread.join('; ')}.`,
      repair: 'Set them again.',
    })
  const fault = live.notifierFault()
  if (fault !== null)
    problems.push({
      code: 'notifications',
      text: asSentence(faultSentence(fault)),
      repair: FAULT_WORDS[fault.code].repair,
    })
  if (!watch.ok)
    problems.push({
      code: 'schedule',
      text: watch.text,
      repair: 'What could be mended was; the log says more.',
    })
  if (live.halted())
    problems.push({
      code: 'engine',
      text: 'The scheduler failed three times in a row.',
      repair: 'It tries again every half minute; the log says why.',
    })
  return problems
}
