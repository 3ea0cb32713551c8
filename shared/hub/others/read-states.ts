import { UNTIL_CHANGE } from '../../alerts/alert.ts'
import { cut } from '../../base/hidden-text.ts'
import type { AlertId, RunId, ThreadId } from '../../base/ids.ts'
import type { Severity } from '../../base/severity.ts'
import type { Instant } from '../../base/time.ts'
import { RUN_OUTCOMES } from '../../runs/run.ts'
import { THREAD_STATES } from '../../threads/states.ts'
import type { Machine } from '../machine.ts'
import { isId, isInstant } from '../order.ts'
import type { RemoteAlert, RemoteThread } from './others.ts'
import type { RemoteState } from '../status.ts'

/*
 * What another machine told, field by field, by the clock of the teller: what is not as it must be is left out. A text
 * has an end, so that whoever keeps many knows how much they are.
 */

type Value = RemoteState['body'][string]

const SEVERITIES: readonly Severity[] = ['notice', 'warning', 'urgent']
const NAME_CHARS = 200
const TEXT_CHARS = 1000
const PATH_CHARS = 4096 // the longest of Linux

export const textOf = (value: Value, chars: number): string =>
  typeof value === 'string' ? cut(value, chars) : ''
export const instantOf = (value: Value): Instant | null => (isInstant(value) ? value : null)
export const oneOf = <T extends string>(all: readonly T[], value: Value): T | null =>
  all.find((each) => each === value) ?? null
export const idOf = <T extends string>(value: Value, prefix: string): T | null =>
  isId(value, prefix) ? (value as T) : null
const fieldsOf = (value: Value): RemoteState['body'] =>
  typeof value === 'object' && value !== null ? (value as RemoteState['body']) : {}

/** null: it is no thread, is none any more, or what must be known of one is not there. */
export function readThread({ machine, id, kind, at, body }: RemoteState): RemoteThread | null {
  const known = idOf<ThreadId>(id, 'thr')
  const { number, name } = body
  const state = oneOf(THREAD_STATES, body['state'])
  const isNumbered = typeof number === 'number' && Number.isSafeInteger(number) && number > 0
  if (kind !== 'thread' || known === null || state === null || !isNumbered || typeof name !== 'string')
    return null
  const last = fieldsOf(body['last'])
  const open = body['openAlerts']
  return {
    machine,
    id: known,
    number,
    name: cut(name, NAME_CHARS),
    repoPath: textOf(body['repoPath'], PATH_CHARS),
    state,
    because: textOf(body['because'], TEXT_CHARS),
    isPaused: typeof body['pause'] === 'object' && body['pause'] !== null,
    lastOutcome: oneOf(RUN_OUTCOMES, last['outcome']),
    lastAt: instantOf(last['finishedAt']),
    lastRun: idOf<RunId>(last['runId'], 'run'),
    openAlerts: isInstant(open) ? open : 0,
    toldAt: at,
  }
}

/** null: it is no alert, does not stand any more, or what must be known of one is not there. */
export function readAlert({ machine, id, kind, at, body }: RemoteState): RemoteAlert | null {
  const known = idOf<AlertId>(id, 'alt')
  const severity = oneOf(SEVERITIES, body['severity'])
  const raisedAt = instantOf(body['raisedAt'])
  const isStanding = body['step'] !== 'removed' && (body['resolvedAt'] ?? null) === null
  if (kind !== 'alert' || known === null || severity === null || raisedAt === null || !isStanding) return null
  return {
    machine,
    id: known,
    thread: idOf<ThreadId>(body['thread'], 'thr'),
    severity,
    text: textOf(body['text'], TEXT_CHARS),
    raisedAt,
    acknowledgedAt: instantOf(body['acknowledgedAt']),
    // The largest instant is none.
    snoozedUntil: body['snoozedUntil'] === UNTIL_CHANGE ? UNTIL_CHANGE : instantOf(body['snoozedUntil']),
    toldAt: at,
  }
}

/** How far a machine's clock is ahead of this one. `skewMs`: this clock less the hub's. */
export const aheadOf = ({ skewMs: theirs }: Pick<Machine, 'skewMs'>, skewMs: number): number =>
  theirs - skewMs

const moved = (at: Instant | null, aheadMs: number): Instant | null => (at === null ? null : at - aheadMs)

/** By this machine's clock, of which the teller's is so far ahead. */
export const threadHere = (thread: RemoteThread, aheadMs: number): RemoteThread => ({
  ...thread,
  lastAt: moved(thread.lastAt, aheadMs),
  toldAt: thread.toldAt - aheadMs,
})

export const alertHere = (alert: RemoteAlert, aheadMs: number): RemoteAlert => ({
  ...alert,
  raisedAt: alert.raisedAt - aheadMs,
  acknowledgedAt: moved(alert.acknowledgedAt, aheadMs),
  // The largest instant is none: it says that only other news ends it.
  snoozedUntil: alert.snoozedUntil === UNTIL_CHANGE ? UNTIL_CHANGE : moved(alert.snoozedUntil, aheadMs),
  toldAt: alert.toldAt - aheadMs,
})
