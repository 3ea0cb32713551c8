import type { GateMode, SessionMode, SuggestionMode } from './modes.ts'
import { type ActiveHours, activeHoursProblem } from '../schedule/active-hours.ts'
import type { AgentConfig } from '../agents/agent-config.ts'
import type { ThreadId } from '../base/ids.ts'
import { err, ok, type Result } from '../base/result.ts'
import { type EventSource, SOURCE_DEFAULT, type SourceSwitch, switchesOf } from '../events/system-event.ts'
import type { HeartbeatConfig } from './heartbeat-json.ts'
import type { TierState } from '../schedule/tier.ts'
import { DAY, givenDuration, MINUTE, parseClock, type Instant } from '../base/time.ts'

export interface Pause {
  readonly reason: string
  readonly until: Instant | null // null: until resumed
  readonly by: 'person' | 'failures'
}

/** One repository with its agent, settings and HEARTBEAT.md. */
export interface Thread {
  readonly id: ThreadId
  readonly number: number // what people, prompts and the CLI use; 1 is reserved for the master
  readonly name: string
  readonly repoPath: string // real path
  readonly role: 'worker' | 'master'
  readonly agent: AgentConfig
  readonly session: SessionMode
  /** As the person set it; how it is kept for this thread's agent: `gateModeOf`. */
  readonly gate: GateMode
  /** As the person set it; how it is kept for this thread's agent: `suggestionsOf`. */
  readonly suggestions: SuggestionMode
  /** Its daily beats ask their agent to reflect, where its work is not measured. */
  readonly reflects: boolean
  /** Other machines of the fleet may read the tasks of its list. */
  readonly sharesList: boolean
  readonly intervalMs: number // 0: off; else 1 min … 24 h
  readonly activeHours: ActiveHours | null // null: always
  readonly dailyAt: string | null // "HH:MM" local; null: by elapsed time
  readonly trustedAt: Instant | null // null: nothing of the repository is read or run yet
  readonly pause: Pause | null
  readonly phaseMs: number // place of the thread's slots on the grid of its interval
  readonly nextDueAt: Instant | null // null: off, or the active hours cannot be read
  readonly scheduleProblem: string | null // why there is no next due time although the thread is on
  readonly tiers: TierState
  readonly failures: number // broken runs in a row; 3rd: delay doubles, 5th: paused
  readonly createdAt: Instant
  readonly sources: SourceSwitches // absent: the source's default
  readonly delivery: Partial<Delivery> // the thread's own; absent: the app's setting. See deliveryOf
  /** The newest commit, edit or deed of a person that was seen; long ago: the thread is dormant. */
  readonly activeAt: Instant
  /** HEARTBEAT.json as last read; the fields above already follow it. null: there is none. */
  readonly config: ThreadConfig | null
  /** A person's own words for it, in their order, each once. */
  readonly tags: readonly string[]
  readonly pinned: boolean // stands first among threads of the same state
  /**
   * Taken away by a person; until then it can be put back. Not shown and not trusted meanwhile. null:
   * stays.
   */
  readonly removeAt: Instant | null
  /** As the person set it, whatever HEARTBEAT.json says of the model. */
  readonly ownAgent: AgentConfig
}
/**
 * How `gate` is kept: a program of the person's own was chosen to be called with the whole list, so nothing
 * of it is worked before.
 */
export const gateModeOf = ({ agent, gate }: Pick<Thread, 'agent' | 'gate'>): GateMode =>
  agent.kind === 'command' && gate === 'needed' ? 'changes' : gate

/** How `suggestions` is kept: local checks cannot weigh anything, so there a person decides. */
export const suggestionsOf = ({
  agent,
  suggestions,
}: Pick<Thread, 'agent' | 'suggestions'>): SuggestionMode =>
  agent.kind === 'local' && suggestions === 'agent' ? 'person' : suggestions

export type SourceSwitches = Partial<Record<EventSource, SourceSwitch>>
/** A position that this source does not offer counts as the usual one. */
export function switchOf(thread: Pick<Thread, 'sources'>, source: EventSource): SourceSwitch {
  const own = thread.sources[source]
  return own !== undefined && switchesOf(source).includes(own) ? own : SOURCE_DEFAULT[source]
}

/** What of a beat is shown. All off: no agent is started, for nobody would see it. */
export interface Delivery {
  readonly showOk: boolean // quiet beats are told too, as a silent notification
  readonly showAlerts: boolean // alerts are notified; else they stay in the window
  readonly indicator: boolean // alerts colour the tray and the headline
}
export function deliveryOf(
  { delivery, config }: Pick<Thread, 'delivery' | 'config'>,
  settings: Delivery,
): Delivery {
  const of = (key: keyof Delivery): boolean => config?.values[key] ?? delivery[key] ?? settings[key]
  return { showOk: of('showOk'), showAlerts: of('showAlerts'), indicator: of('indicator') }
}

export interface ThreadConfig {
  readonly file: string // its name: HEARTBEAT.json, heartbeat.json or .heartbeat.json
  readonly values: HeartbeatConfig
  readonly problems: readonly string[] // keys that do not count, each with its reason
}
/** Which keys of HEARTBEAT.json overrule a thread's own field. */
const OVERRULED: Record<
  'intervalMs' | 'activeHours' | 'dailyAt' | 'session',
  readonly (keyof HeartbeatConfig)[]
> = {
  intervalMs: ['enabled', 'intervalMs'],
  activeHours: ['activeHours', 'timeZone'],
  dailyAt: ['dailyAt'],
  session: ['session'],
}
export const isOverruled = (thread: Pick<Thread, 'config'>, field: keyof typeof OVERRULED): boolean =>
  OVERRULED[field].some((key) => thread.config?.values[key] !== undefined)

/** A thread's own fields as HEARTBEAT.json overrules them; what is shown has deliveryOf. Without it the same object. */
export function withConfig(own: Thread): Thread {
  const values = own.config?.values
  if (values === undefined) return own
  const hours = values.activeHours ?? own.activeHours
  return {
    ...own,
    intervalMs: values.enabled === false ? 0 : (values.intervalMs ?? own.intervalMs),
    activeHours:
      hours !== null && values.timeZone !== undefined ? { ...hours, timeZone: values.timeZone } : hours,
    dailyAt: values.dailyAt ?? own.dailyAt,
    session: values.session ?? own.session,
    agent:
      values.model !== undefined && own.agent.kind === 'cli'
        ? {
            ...own.agent,
            models: { ...own.agent.models, quick: values.model, hourly: values.model, daily: values.model },
          }
        : own.agent,
  }
}

/** Nothing happened for so long that one look a day will do. `afterMs` 0: never. */
export const isDormant = (thread: Pick<Thread, 'activeAt'>, afterMs: number, now: Instant): boolean =>
  afterMs > 0 && now - thread.activeAt >= afterMs
/** Between beats, as they are really planned; 0: off. */
export const effectiveIntervalMs = (
  thread: Pick<Thread, 'activeAt' | 'intervalMs'>,
  dormantAfterMs: number,
  now: Instant,
): number =>
  thread.intervalMs > 0 && isDormant(thread, dormantAfterMs, now)
    ? Math.max(thread.intervalMs, DAY)
    : thread.intervalMs

/** What a person may change about a thread; an absent key stays as it is. */
export interface ThreadChange {
  readonly name?: string | undefined
  readonly intervalMs?: number | undefined
  readonly activeHours?: ActiveHours | null | undefined
  readonly dailyAt?: string | null | undefined
  readonly session?: SessionMode | undefined
  readonly gate?: GateMode | undefined
  readonly suggestions?: SuggestionMode | undefined
  readonly reflects?: boolean | undefined
  readonly sharesList?: boolean | undefined
  readonly sources?: SourceSwitches | undefined
  readonly delivery?: Partial<Delivery> | undefined
  readonly tags?: string[] | undefined
  readonly pinned?: boolean | undefined
}

/** More would not fit into a row, and nobody remembers them. */
export const MAX_TAGS = 8
const TAG = /^[\p{L}\p{N}][\p{L}\p{N}._/-]{0,23}$/u
/** null: fine. A tag stands in addresses and filters, so it is one short word. */
export const tagProblem = (tag: string): string | null =>
  TAG.test(tag)
    ? null
    : `a tag is one word of up to 24 letters, digits and . _ / -, got "${tag.slice(0, 40)}"`

export function validateChange(change: ThreadChange, name: string): Result<ThreadChange, string> {
  const { intervalMs, activeHours, dailyAt } = change
  if (change.name !== undefined && (change.name.trim() === '' || change.name.length > 100))
    return err(`the name of "${name}" must have 1 to 100 characters, got ${change.name.length}`)
  if (intervalMs !== undefined && intervalMs !== 0 && !(intervalMs >= MINUTE && intervalMs <= DAY))
    return err(`the interval of "${name}" must be 0 (off) or 1 min to 24 h, got ${givenDuration(intervalMs)}`)
  if (change.tags !== undefined) {
    if (change.tags.length > MAX_TAGS)
      return err(`"${name}" can have ${MAX_TAGS} tags, got ${change.tags.length}`)
    const problem = change.tags.map(tagProblem).find((p) => p !== null)
    if (problem != null) return err(`the tags of "${name}": ${problem}`)
    if (new Set(change.tags).size < change.tags.length) return err(`a tag of "${name}" stands twice`)
  }
  if (dailyAt != null && parseClock(dailyAt) === null)
    return err(`the daily time of "${name}" must be HH:MM, got "${dailyAt}"`)
  if (activeHours != null) {
    const problem = activeHoursProblem(activeHours)
    if (problem !== null) return err(`active hours of "${name}": ${problem}`)
  }
  return ok(change)
}
