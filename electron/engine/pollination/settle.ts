import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, type Instant } from '../../../shared/base/time.ts'
import {
  isReopened,
  NEW_IN_A_DAY,
  NEW_OF_ONE_THREAD,
  OPEN_MS,
  OPEN_OF_ONE_THREAD,
  WORTH_DAYS,
  type SuggestionRecord,
} from '../../../shared/pollination/lines/life.ts'
import { becauseOfLine, type LineAdvice } from '../../../shared/pollination/lines/line-advice.ts'
import { ruleAgainst, ruleReason, type SuggestionRule } from '../../../shared/pollination/rules.ts'
import type { Store } from '../ports/store.ts'
import type { Compared } from './fleet.ts'

type Rooms = Pick<Store, 'pollination'>

export interface Advised {
  readonly to: Compared
  /** What could be suggested to it now, the best first. */
  readonly advice: readonly LineAdvice[]
  /** Open ones of a person that the thread still can have. */
  readonly own: readonly SuggestionRecord[]
}

/** So many for one thread are looked at, so that it can be said how many wait. */
export const WEIGHED = 12

export const keyOf = ({
  threadId,
  pattern,
}: {
  readonly threadId: ThreadId | null
  readonly pattern: string
}) => `${threadId} ${pattern}`

/** Returns how many more there would be, were there no limits. */
export function settle(advised: readonly Advised[], now: Instant, room: Rooms['pollination']): number {
  const rules = room.rules()
  const byThread = new Map(advised.map((one) => [one.to.threadId, one]))
  const open = room.open().filter((record) => {
    const of = record.threadId === null ? undefined : byThread.get(record.threadId)
    const advice = of?.advice.find(({ check }) => check === record.pattern)
    const isOwn = of?.own.some(({ number }) => number === record.number) === true
    const isGone = of !== undefined && advice === undefined && !isOwn
    const expired = expiryOf(record, isGone ? goneText(record, of.to, rules) : null, now)
    if (expired !== null) withdraw(record, expired, now, room)
    else if (advice !== undefined && record.origin === 'lists') renew(record, advice, room)
    return expired === null
  })
  const isOpen = new Set(open.map(keyOf))
  open.push(...advised.flatMap(({ own }) => own.filter(isIgnored)).flatMap((one) => openAnew(one, now, room)))
  const isNew = (record: SuggestionRecord): boolean =>
    record.origin === 'lists' && record.proposedAt > now - DAY && !isWithdrawn(record)
  let held = 0
  let left = NEW_IN_A_DAY - room.proposedSince(now - DAY)
  for (const { to, one } of bestFirst(advised)) {
    const { threadId, number: threadNumber, name: threadName } = to
    if (isOpen.has(keyOf({ threadId, pattern: one.check }))) continue
    const inThread = open.filter((record) => record.threadId === threadId)
    const known = to.records.filter((record) => !inThread.some(({ number }) => number === record.number))
    const newOfThread = [...inThread, ...known].filter(isNew).length
    const before = withdrawnFor(to, one, now, room)
    const mayCome = before !== null || (left > 0 && newOfThread < NEW_OF_ONE_THREAD)
    if (!mayCome || !hasRoom(one, inThread, open, now, room)) {
      held++
      continue
    }
    if (before !== null) open.push(...openAnew(before, now, room, linesOf(one)))
    else {
      const called = { threadId, threadNumber, threadName, pattern: one.check }
      const record = room.byNumber(room.propose({ ...called, ...linesOf(one), proposedAt: now }))
      if (record !== null) open.push(record)
      left--
    }
  }
  return held
}

/**
 * What did not hold for a while and holds again is the same suggestion, and not new: what comes and goes in a repository
 * uses up nothing. null: there was none.
 */
function withdrawnFor(
  to: Compared,
  one: LineAdvice,
  now: Instant,
  room: Rooms['pollination'],
): SuggestionRecord | null {
  const last = to.records.find(({ pattern }) => pattern === one.check)
  const record = last === undefined ? null : room.byNumber(last.number)
  return record === null || !isWithdrawn(record) || isTooOld(record, now) ? null : record
}

/** Closed by the app, not by somebody. */
const isWithdrawn = ({ state, by }: SuggestionRecord): boolean => state === 'expired' && by === 'app'

function openAnew(
  { number, proposedAt }: SuggestionRecord,
  now: Instant,
  room: Rooms['pollination'],
  renewed: ReturnType<typeof linesOf> | null = null,
): readonly SuggestionRecord[] {
  const isOpen = room.reopen(number, { proposedAt, at: now, by: 'app' })
  if (isOpen && renewed !== null) room.renew(number, renewed)
  const record = isOpen ? room.byNumber(number) : null
  return record === null ? [] : [record]
}

/** What rests on one list gives way to what rests on several, so that one repository does not fill the places of others. */
function hasRoom(
  one: LineAdvice,
  inThread: readonly SuggestionRecord[],
  open: SuggestionRecord[],
  now: Instant,
  room: Rooms['pollination'],
): boolean {
  if (inThread.length < OPEN_OF_ONE_THREAD) return true
  const isWeak = (record: SuggestionRecord): boolean => mayGiveWay(record) && record.sources.length < 2
  const weak =
    one.sources.length < 2 || inThread.length > OPEN_OF_ONE_THREAD ? undefined : inThread.find(isWeak)
  if (weak === undefined) return false
  withdraw(weak, 'one that more lists have took its place', now, room)
  open.splice(open.indexOf(weak), 1)
  return true
}

/** What a person proposed or took back stays. */
export const mayGiveWay = (record: SuggestionRecord): boolean =>
  record.origin === 'lists' && !isReopened(record)

/** It is opened again where there is room. */
export function withdraw(
  { number, tier, text }: SuggestionRecord,
  reason: string,
  at: Instant,
  room: Pick<Rooms['pollination'], 'decide'>,
): void {
  room.decide(number, { state: 'expired', tier, text, reason, by: 'app', at })
}

export const isTooOld = ({ proposedAt }: SuggestionRecord, now: Instant): boolean =>
  now - proposedAt >= OPEN_MS

/** Why it is closed now, without a decision about it; null: it is not. */
function expiryOf(record: SuggestionRecord, gone: string | null, now: Instant): string | null {
  return isTooOld(record, now) ? `nobody decided in ${OPEN_MS / DAY} days` : gone
}

const IGNORED = 'nothing is suggested to its thread any more, as you set it'
export const isIgnored = ({ state, by, reason }: SuggestionRecord): boolean =>
  state === 'expired' && by === 'app' && reason === IGNORED

function goneText(
  { pattern }: SuggestionRecord,
  { threadId, state, suggestions }: Compared,
  rules: readonly SuggestionRule[],
): string {
  if (suggestions === 'ignore') return IGNORED
  const rule = state === null ? null : ruleAgainst(rules, pattern, threadId, state)
  return rule === null ? 'it does not hold any more' : ruleReason(rule)
}

function renew(record: SuggestionRecord, advice: LineAdvice, room: Rooms['pollination']): void {
  const now = linesOf(advice)
  const { tier, text, because, sources } = record
  if (JSON.stringify(now) !== JSON.stringify({ tier, text, because, sources })) room.renew(record.number, now)
}

const linesOf = (advice: LineAdvice): Pick<SuggestionRecord, 'tier' | 'text' | 'because' | 'sources'> => ({
  tier: advice.tier,
  text: advice.text,
  because: becauseOfLine(advice, WORTH_DAYS),
  sources: advice.sources.map(({ number, name, tier, text, worth }) => ({
    number,
    name,
    tier,
    text,
    raised: worth.raised,
    confirmed: worth.confirmed,
    runs: worth.runs,
  })),
})

/** The best of each thread before the second best of any. */
function bestFirst(
  advised: readonly Advised[],
): readonly { readonly to: Compared; readonly one: LineAdvice }[] {
  return Array.from({ length: WEIGHED }, (_, rank) =>
    advised.flatMap(({ to, advice }) => advice.slice(rank, rank + 1).map((one) => ({ to, one }))),
  ).flat()
}
