import { firstOf } from '../base/amounts.ts'
import { agentConfigSchema } from '../agents/agent-config.ts'
import { cut, inQuotes, stripHidden } from '../base/hidden-text.ts'
import { SESSION_MODES, type SessionMode } from './modes.ts'
import { activeHoursProblem, type ActiveHours } from '../schedule/active-hours.ts'
import { DAY, formatDuration, isTimeZone, MINUTE, parseClock, parseDuration, SECOND } from '../base/time.ts'

/** In this order: the first that is there counts. */
export const CONFIG_NAMES = ['HEARTBEAT.json', 'heartbeat.json', '.heartbeat.json'] as const
export const CONFIG_LIMIT_BYTES = 64 * 1024

/**
 * What a repository may say about its own beats. An absent key leaves the matter to the thread's settings.
 */
export interface HeartbeatConfig {
  readonly enabled?: boolean
  readonly intervalMs?: number // 0: off; else 1 min … 24 h
  readonly model?: string
  readonly activeHours?: ActiveHours
  readonly timeZone?: string // IANA name
  readonly dailyAt?: string // "HH:MM"
  readonly showOk?: boolean
  readonly showAlerts?: boolean
  readonly indicator?: boolean
  readonly session?: SessionMode
  readonly playbook?: 'ignore' | 'use'
}

export interface ReadConfig {
  readonly values: HeartbeatConfig
  readonly problems: readonly string[] // one sentence each; what they name does not count
  readonly isUnreadable?: true // nothing of the text could be read
}

/** `$schema` is for editors: docs/heartbeat.schema.json describes the others to them. */
export const CONFIG_KEYS = [
  '$schema',
  'enabled',
  'interval',
  'interval_secs',
  'model',
  'activeHours',
  'timeZone',
  'dailyAt',
  'showOk',
  'showAlerts',
  'indicator',
  'session',
  'playbook',
] as const
const FLAGS = ['enabled', 'showOk', 'showAlerts', 'indicator'] as const
/** Words for what is executed or allowed, so that whoever writes one learns why it does nothing. */
const POWERS =
  /^(?:agents?|cli|runner|command|commands|cmd|argv|args|program|path|exec|run|shell|hooks?|scripts?|env|environment|permissions?|profiles?|allow\w*|deny|tools?|mcp\w*|trust\w*|approv\w*|bypass\w*|sandbox|budgets?)$/i
const UNKNOWN_NAMED = 20

/**
 * Reads the text of HEARTBEAT.json key by key: what cannot be read is left out and named, the rest counts.
 * `names`: all files of that kind that are there, of which `name` is the one that counts. Total: any text
 * gives an answer.
 */
export function parseHeartbeatConfig(
  text: string,
  name: string,
  names: readonly string[] = [name],
): ReadConfig {
  const several =
    names.length > 1 ? [`There are ${names.join(', ')}: only ${name} counts. Keep one of them.`] : []
  const found = objectOf(text, name)
  if (typeof found === 'string') return { values: {}, problems: [...several, found], isUnreadable: true }
  const problems: string[] = [...several]
  const values = readKeys(found, (problem) => problems.push(`${name}: ${problem}.`))
  return { values, problems }
}

/** The object, or what is wrong with all of it. */
function objectOf(text: string, name: string): Readonly<Record<string, unknown>> | string {
  if (text.length > CONFIG_LIMIT_BYTES)
    return `${name} must be at most ${CONFIG_LIMIT_BYTES / 1024} KB, has ${Math.ceil(text.length / 1024)} KB`
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return `${name} is not JSON${/^\s*(?:\/\/|\/\*)/m.test(text) ? ' (it takes no comments)' : ''}`
  }
  if (!isObject(value)) return `${name} must be an object { … }, is ${shown(value)}`
  return value
}

function readKeys(
  found: Readonly<Record<string, unknown>>,
  problem: (text: string) => void,
): HeartbeatConfig {
  const values: { -readonly [K in keyof HeartbeatConfig]: HeartbeatConfig[K] } = {}
  const has = (key: (typeof CONFIG_KEYS)[number]): boolean => Object.hasOwn(found, key)
  const bad = (key: string, bound: string, value: unknown): undefined =>
    void problem(`${key} must be ${bound}, got ${shown(value)}`)

  for (const key of FLAGS) {
    if (!has(key)) continue
    const value = found[key]
    if (typeof value === 'boolean') values[key] = value
    else bad(key, 'true or false', value)
  }
  const intervalMs = intervalOfBoth(found, bad, problem)
  if (intervalMs !== undefined) values.intervalMs = intervalMs
  if (has('model')) {
    const model = found['model']
    const fits =
      typeof model === 'string' &&
      agentConfigSchema.safeParse({ kind: 'cli', cli: 'claude', models: { message: model } }).success
    if (fits) values.model = model
    else bad('model', 'a name of at most 120 letters, digits and . : / @ - _', model)
  }
  if (has('timeZone')) {
    const zone = found['timeZone']
    if (typeof zone === 'string' && isTimeZone(zone)) values.timeZone = zone
    else bad('timeZone', 'a zone such as "Europe/Berlin"', zone)
  }
  if (has('activeHours')) {
    const window = activeHoursOf(
      found['activeHours'],
      values.timeZone ?? '',
      has('timeZone') && values.timeZone === undefined,
    )
    if (typeof window === 'string') problem(`activeHours: ${window}`)
    else values.activeHours = window
  }
  if (has('dailyAt')) {
    const clock = found['dailyAt']
    if (typeof clock === 'string' && parseClock(clock) !== null) values.dailyAt = clock.trim()
    else bad('dailyAt', 'HH:MM from "00:00" to "23:59"', clock)
  }
  if (has('session')) {
    const mode = SESSION_MODES.find((known) => known === found['session'])
    if (mode !== undefined) values.session = mode
    else bad('session', SESSION_MODES.map((mode) => `"${mode}"`).join(' or '), found['session'])
  }
  if (has('playbook')) {
    const playbook = found['playbook']
    if (playbook === 'ignore' || playbook === 'use') values.playbook = playbook
    else bad('playbook', '"ignore" or "use"', playbook)
  }
  nameUnknown(
    Object.keys(found).filter((key) => !(CONFIG_KEYS as readonly string[]).includes(key)),
    problem,
  )
  return values
}

/** `interval` goes before `interval_secs`, where both can be read. */
function intervalOfBoth(
  found: Readonly<Record<string, unknown>>,
  bad: (key: string, bound: string, value: unknown) => undefined,
  problem: (text: string) => void,
): number | undefined {
  const read = (key: 'interval' | 'interval_secs'): number | undefined =>
    Object.hasOwn(found, key) ? intervalOf(key, found[key], bad) : undefined
  const [byText, bySeconds] = [read('interval'), read('interval_secs')]
  if (Object.hasOwn(found, 'interval') && Object.hasOwn(found, 'interval_secs')) {
    const isTextUnread = byText === undefined && bySeconds !== undefined
    const which = isTextUnread ? 'interval_secs counts, since interval cannot be read' : 'interval counts'
    problem(`interval and interval_secs are both there, ${which}`)
  }
  return byText ?? bySeconds
}

function nameUnknown(unknown: readonly string[], problem: (text: string) => void): void {
  const powers = unknown.filter((key) => POWERS.test(key))
  const others = unknown.filter((key) => !POWERS.test(key))
  const list = (keys: readonly string[]): string =>
    firstOf(
      keys.map((key) => inQuotes(key, 60)),
      UNKNOWN_NAMED,
    )
  const count = (keys: readonly string[]): string => (keys.length === 1 ? 'does not count' : 'do not count')
  if (powers.length > 0)
    problem(
      `${list(powers)} ${count(powers)}: nothing that names what is executed or allowed does here; a ` +
        'person sets that in Threadbeat',
    )
  if (others.length > 0)
    problem(`${list(others)} ${count(others)}: the keys are ${CONFIG_KEYS.slice(1).join(', ')}`)
}

function intervalOf(
  key: 'interval' | 'interval_secs',
  value: unknown,
  bad: (key: string, bound: string, value: unknown) => undefined,
): number | undefined {
  const ms = key === 'interval' ? durationOf(value) : secondsOf(value)
  if (ms === null) return bad(key, key === 'interval' ? durationBound(value) : 'a number of seconds', value)
  if (ms === 0 || (ms >= MINUTE && ms <= DAY)) return ms
  return bad(key, `0 (off) or 1 min to 24 h${ms > 0 ? ` (this is ${formatDuration(ms)})` : ''}`, value)
}

const durationOf = (value: unknown): number | null =>
  typeof value === 'string' ? parseDuration(value, 'm') : null
const secondsOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Math.round(value * SECOND) : null
const durationBound = (value: unknown): string =>
  `a duration in quotation marks such as "30m" or "1h30m"` +
  (typeof value === 'number' ? ' (for seconds: interval_secs)' : '')

/** A zone of its own goes before the one beside it. What is wrong with it as text. */
function activeHoursOf(value: unknown, zoneBeside: string, badZoneBeside: boolean): ActiveHours | string {
  if (!isObject(value))
    return `must be an object such as {"start": "08:00", "end": "18:00"}, got ${shown(value)}`
  const unknown = Object.keys(value).filter((key) => !['start', 'end', 'timeZone'].includes(key))
  if (unknown.length > 0)
    return `takes start, end and timeZone only, got ${unknown
      .slice(0, UNKNOWN_NAMED)
      .map((key) => inQuotes(key, 60))
      .join(', ')}`
  const { start, end } = value
  if (typeof start !== 'string' || typeof end !== 'string')
    return `start and end must be texts such as "08:00", got ${shown(start)} and ${shown(end)}`
  const hasOwnZone = Object.hasOwn(value, 'timeZone')
  const zone = hasOwnZone ? value['timeZone'] : zoneBeside
  if (typeof zone !== 'string') return `timeZone must be a zone such as "Europe/Berlin", got ${shown(zone)}`
  // In another zone than was meant, the hours would be wrong.
  if (!hasOwnZone && badZoneBeside) return 'its timeZone cannot be read'
  const window = { start: start.trim(), end: end.trim(), timeZone: zone }
  const problem = activeHoursProblem(window)
  return problem === null ? window : cut(stripHidden(problem).replace(/\s+/g, ' '), 200)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'string') return inQuotes(value, 60)
  return String(value)
}
