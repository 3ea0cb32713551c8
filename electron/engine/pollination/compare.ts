import { atATime } from '../../../shared/base/at-a-time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, type Instant } from '../../../shared/base/time.ts'
import type { SuggestionView } from '../../../shared/contract/pollination.ts'
import { titleFor } from '../../../shared/pollination/lines/task-pattern.ts'
import {
  isReopened,
  keepsAway,
  NEW_IN_A_DAY,
  NEW_OF_ONE_THREAD,
  OPEN_MS,
  OPEN_OF_ONE_THREAD,
  WORTH_DAYS,
  type SuggestionRecord,
} from '../../../shared/pollination/lines/life.ts'
import { adviseLines, becauseOfLine, type LineAdvice } from '../../../shared/pollination/lines/line-advice.ts'
import { ruleAgainst, ruleReason, scopesOf, type SuggestionRule } from '../../../shared/pollination/rules.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { cannotHave } from './own-lines.ts'
import { createFleet, type Compared, type ComparedFleet } from './fleet.ts'

interface Comparison {
  readonly fleet: ComparedFleet
  /** What is open and holds now. */
  readonly open: readonly SuggestionView[]
  /** So many more wait, because of the limits. */
  readonly held: number
}

type Worlds = Pick<Ports, 'clock' | 'files' | 'repositories'>
type Rooms = Pick<Store, 'threads' | 'pollination' | 'together'>

/**
 * Compares the fleet and keeps the record of what is suggested: what is new is proposed as far as the limits allow, what
 * does not hold any more or was open for too long expires.
 */
export function createComparison(ports: Worlds, store: Rooms): () => Promise<Comparison> {
  const read = createFleet(ports, store)
  const inTurn = atATime(1)
  return () =>
    inTurn(async () => {
      const fleet = await read()
      const rules = store.pollination.rules()
      const advised: Advised[] = []
      for (const to of fleet.threads) advised.push(await adviceFor(to, fleet, rules, ports))
      const held = store.together(() => settle(advised, ports.clock.now(), store.pollination))
      const open = new Map(store.pollination.open().map((record) => [keyOf(record), record]))
      const views = advised.flatMap(({ to, advice, own }) => {
        const patterns = new Set([...own.map(({ pattern }) => pattern), ...advice.map(({ check }) => check)])
        return [...patterns].flatMap((pattern) => {
          const record = open.get(keyOf({ threadId: to.threadId, pattern }))
          return record === undefined ? [] : [viewOf(record, to, store.pollination)]
        })
      })
      return { fleet, held, open: views.toSorted((a, b) => a.suggestion - b.suggestion) }
    })
}

interface Advised {
  readonly to: Compared
  /** What could be suggested to it now, the best first. */
  readonly advice: readonly LineAdvice[]
  /** Open ones of a person that the thread still can have. */
  readonly own: readonly SuggestionRecord[]
}

async function adviceFor(
  to: Compared,
  { threads }: ComparedFleet,
  rules: readonly SuggestionRule[],
  { clock, repositories }: Worlds,
): Promise<Advised> {
  const { threadId, repoPath, state, records, suggestions } = to
  if (state === null || suggestions === 'ignore') return { to, advice: [], own: [] }
  const now = clock.now()
  const kept = new Set(
    records
      .filter((record) => (record.state === 'proposed' ? isTooOld(record, now) : keepsAway(record, now)))
      .map(({ pattern }) => pattern),
  )
  const advised = adviseLines(threads, to).filter(
    ({ check }) => !kept.has(check) && ruleAgainst(rules, check, threadId, state) === null,
  )
  const open = new Set(records.flatMap((one) => (one.state === 'proposed' ? [one.pattern] : [])))
  const runnable: LineAdvice[] = []
  for (const one of advised) {
    // What is open stays so while it holds, also where others are better by now.
    if (runnable.length >= OPEN_OF_ONE_THREAD && !open.has(one.check)) continue
    if (await isRunnable(one, repoPath, repositories)) runnable.push(one)
  }
  const own: SuggestionRecord[] = []
  for (const record of records)
    if (record.origin === 'person' && record.state === 'proposed' && !isTooOld(record, now))
      if ((await cannotHave(record, to, rules, repositories)) === null) own.push(record)
  return { to, advice: runnable, own }
}

/** As it would be approved now: its program is on this machine, and the very script stands in a file of the repository. */
async function isRunnable(
  { check, tier, text }: LineAdvice,
  repoPath: string,
  repositories: Worlds['repositories'],
): Promise<boolean> {
  const [command] = await repositories.listCommands(repoPath, [{ key: check, tier, text }])
  return command?.files.some(({ aside }) => aside !== true) === true
}

const keyOf = ({ threadId, pattern }: { readonly threadId: ThreadId | null; readonly pattern: string }) =>
  `${threadId} ${pattern}`

/** Returns how many more there would be, were there no limits. */
function settle(advised: readonly Advised[], now: Instant, room: Rooms['pollination']): number {
  const rules = room.rules()
  const byThread = new Map(advised.map((one) => [one.to.threadId, one]))
  const open = room.open().filter((record) => {
    const of = record.threadId === null ? undefined : byThread.get(record.threadId)
    const advice = of?.advice.find(({ check }) => check === record.pattern)
    const isOwn = of?.own.some(({ number }) => number === record.number) === true
    const isGone = of !== undefined && advice === undefined && !isOwn
    const expired = expiryOf(record, isGone ? goneText(record, of.to, rules) : null, now)
    if (expired !== null) {
      const { tier, text } = record
      room.decide(record.number, { state: 'expired', tier, text, reason: expired, by: 'app', at: now })
    } else if (advice !== undefined && record.origin === 'lists') renew(record, advice, room)
    return expired === null
  })
  const isOpen = new Set(open.map(keyOf))
  const isNew = ({ origin, proposedAt }: SuggestionRecord): boolean =>
    origin === 'lists' && proposedAt > now - DAY
  let held = 0
  let left = NEW_IN_A_DAY - room.proposedSince(now - DAY)
  for (const { to, one } of bestFirst(advised)) {
    const { threadId, number: threadNumber, name: threadName } = to
    const inThread = open.filter((record) => record.threadId === threadId)
    if (isOpen.has(keyOf({ threadId, pattern: one.check }))) continue
    const isFull = inThread.length >= OPEN_OF_ONE_THREAD
    const before = isFull ? null : openAgain(to, one, now, room)
    const known = to.records.filter((record) => !inThread.some(({ number }) => number === record.number))
    const newOfThread = [...inThread, ...known].filter(isNew).length
    if (isFull || (before === null && (left <= 0 || newOfThread >= NEW_OF_ONE_THREAD))) {
      held++
      continue
    }
    if (before === null) left--
    const called = { threadId, threadNumber, threadName, pattern: one.check }
    const number = before ?? room.propose({ ...called, ...linesOf(one), proposedAt: now })
    const record = room.byNumber(number)
    if (record !== null) open.push(record)
  }
  return held
}

/**
 * What did not hold for a while and holds again is the same suggestion, and not new: what comes and goes in a repository
 * uses up nothing. Returns its number; null: there was none.
 */
function openAgain(to: Compared, one: LineAdvice, now: Instant, room: Rooms['pollination']): number | null {
  const last = to.records.find(({ pattern }) => pattern === one.check)
  const record = last === undefined ? null : room.byNumber(last.number)
  if (record?.state !== 'expired' || record.by !== 'app' || isTooOld(record, now)) return null
  const { number, proposedAt, at: since } = record
  if (!room.reopen(number, { proposedAt, at: Math.max(now, since + 1), by: 'app' })) return null
  room.renew(number, linesOf(one))
  return number
}

const isTooOld = ({ proposedAt }: SuggestionRecord, now: Instant): boolean => now - proposedAt >= OPEN_MS

/** Why it is closed now, without a decision about it; null: it is not. */
function expiryOf(record: SuggestionRecord, gone: string | null, now: Instant): string | null {
  return isTooOld(record, now) ? `nobody decided in ${OPEN_MS / DAY} days` : gone
}

function goneText(
  { pattern }: SuggestionRecord,
  { threadId, state, suggestions }: Compared,
  rules: readonly SuggestionRule[],
): string {
  if (suggestions === 'ignore') return 'nothing is suggested to its thread any more, as you set it'
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
  return Array.from({ length: OPEN_OF_ONE_THREAD }, (_, rank) =>
    advised.flatMap(({ to, advice }) => advice.slice(rank, rank + 1).map((one) => ({ to, one }))),
  ).flat()
}

function viewOf(record: SuggestionRecord, to: Compared, room: Rooms['pollination']): SuggestionView {
  const { number: suggestion, pattern, tier, text, because, sources } = record
  const { threadId, number, name, state } = to
  const scopes = state === null ? [] : scopesOf(state)
  return {
    suggestion,
    threadId,
    number,
    name,
    pattern,
    title: titleFor(pattern, text),
    tier,
    text,
    because,
    sources,
    scopes,
    trial: null,
    agent:
      to.suggestions === 'agent' && !isReopened(record)
        ? { toldAt: room.toldOf(threadId).get(suggestion) ?? null }
        : null,
  }
}
