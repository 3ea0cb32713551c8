import { plural } from '../../../shared/base/amounts.ts'
import { atATime } from '../../../shared/base/at-a-time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { trialText } from '../../../shared/pollination/backtest/verdict.ts'
import type { SuggestionRecord } from '../../../shared/pollination/lines/life.ts'
import type { SuggestionRule } from '../../../shared/pollination/rules.ts'
import type { DecisionsFile } from '../ports/disk.ts'
import type { Store } from '../ports/store.ts'
import { decisionOf, lineOf, type Decision, type RuleDecision } from './decision-lines.ts'

/** decisions.md beside the history. */
export interface DecisionLog {
  /** Adds what was decided since. */
  settle(): Promise<void>
  /** A rule that the history has no more; what it has is added by `settle`. */
  removed(rule: SuggestionRule, at: Instant): Promise<void>
  /**
   * Holds file and history against each other: an empty history gets back what stands in the file, and the file what it
   * lacks. Returns what a person should know, as sentences.
   */
  check(): Promise<readonly string[]>
}

type Rooms = Pick<Store, 'threads' | 'pollination' | 'backtests' | 'together' | 'meta'>
/** The newest of them are held against the file. */
const RECORDS_HELD = 10_000
/** How many lines the file had when it was last written. */
const LINES = 'decisionLines'

export function createDecisionLog(file: DecisionsFile, store: Rooms): DecisionLog {
  const inTurn = atATime(1)
  const pathOf = (id: ThreadId | null): string | null =>
    id === null ? null : (store.threads.get(id)?.repoPath ?? null)
  const entryOf = (record: SuggestionRecord): Decision => ({
    what: 'suggestion',
    record,
    path: pathOf(record.threadId),
    tried: triedOf(record, store),
  })

  const ruleOf = (rule: SuggestionRule): RuleDecision => ({ what: 'rule', rule, path: pathOf(rule.threadId) })
  /** What happened to the file since the start; said as long as the app runs. */
  const happened = new Set<string>()

  /** What the file lacks of the history, and `more`. Returns what is the matter; null: nothing. */
  async function write(found: Found, more: readonly Decision[]): Promise<string | null> {
    const { records, rules } = endOf([...found.decisions, ...found.after, ...more], store)
    const added = [
      ...missing(store.pollination.list(null, RECORDS_HELD), records).map(entryOf),
      ...more,
      ...store.pollination
        .rules()
        .map(ruleOf)
        .filter((one) => !rules.has(keyOfRule(one))),
    ]
    if (added.length === 0) return null
    const written = await file.append(added.map(lineOf))
    if (written.ok) store.meta.set(LINES, String(found.lines + added.length))
    return written.ok ? null : written.error
  }
  const add = (more: readonly Decision[]): Promise<void> =>
    inTurn(async () => {
      const found = foundIn(await file.read())
      if (typeof found !== 'string') await write(found, more)
    })

  return {
    settle: () => add([]),
    removed: (rule, at) =>
      add([{ what: 'rule removed', rule: { ...rule, at }, path: pathOf(rule.threadId) }]),
    check: () =>
      inTurn(async () => {
        const found = foundIn(await file.read())
        if (typeof found === 'string') return [found]
        const before = Number(store.meta.get(LINES) ?? 0)
        const cut = cutText(found, before, file.path)
        if (cut !== null) happened.add(cut)
        const back = restore(found, before, store)
        if (found.problem === null && found.lines > before) store.meta.set(LINES, String(found.lines))
        if (back !== null)
          happened.add(
            `${back.words} taken from ${file.path}: the history did not have ${back.isOne ? 'it' : 'them'}.`,
          )
        const failed = await write(found, [])
        const now = found.problem === null ? [] : [`${file.path}, ${found.problem}.`]
        return [...now, ...happened, ...(failed === null ? [] : [failed])]
      }),
  }
}

function triedOf({ threadId, pattern, tier }: SuggestionRecord, { backtests }: Rooms): string | null {
  const kept = threadId === null ? null : backtests.get(threadId, pattern)
  return kept?.backtest == null ? null : trialText(kept.backtest, tier)
}

interface Found {
  readonly decisions: readonly (Decision | null)[] // one for each line; null: it is none of ours
  /** Behind the first break: they say what need not be written again, and are nothing to restore. */
  readonly after: readonly Decision[]
  readonly lines: number
  readonly problem: string | null
}

function foundIn(read: Awaited<ReturnType<DecisionsFile['read']>>): Found | string {
  if (!read.ok) return read.error
  const { lines, rest, problem } = read.value ?? { lines: [], rest: [], problem: null }
  const after = rest.flatMap((line) => decisionOf(line) ?? [])
  return { decisions: lines.map(decisionOf), after, lines: lines.length + rest.length, problem }
}

/** null: all lines that were written are there. */
function cutText({ problem, lines }: Found, before: number, path: string): string | null {
  if (problem !== null || lines >= before) return null
  return lines === 0
    ? `${path} was taken away, with ${plural(before, 'line')}. What the history has is written anew.`
    : `${path} has ${plural(lines, 'line')} where ${before} were written: the last ones were taken out.`
}

/** What these lines leave behind: the last record of each suggestion, and the rules that hold. */
interface End {
  readonly records: ReadonlyMap<number, SuggestionRecord>
  readonly rules: ReadonlyMap<string, Omit<SuggestionRule, 'id'>>
}

function endOf(decisions: readonly (Decision | null)[], store: Rooms): End {
  const byPath = new Map(store.threads.list().map(({ id, repoPath }) => [repoPath, id]))
  const records = new Map<number, SuggestionRecord>()
  const rules = new Map<string, Omit<SuggestionRule, 'id'>>()
  for (const decision of decisions) {
    if (decision === null) continue
    const threadId = decision.path === null ? null : (byPath.get(decision.path) ?? null)
    if (decision.what === 'suggestion') {
      records.set(decision.record.number, { ...decision.record, threadId })
      continue
    }
    const { rule } = decision
    if (decision.what === 'rule removed') rules.delete(keyOfRule(decision))
    else rules.set(keyOfRule(decision), { ...rule, threadId: rule.scope === 'thread' ? threadId : null })
  }
  return { records, rules }
}

const keyOfRule = ({ rule, path }: RuleDecision): string => `${rule.pattern} ${rule.scope} ${path}`

/** Of these one is open at a time. */
const keyOfOpen = ({ threadId, pattern }: SuggestionRecord): string => `${threadId} ${pattern}`

/** Decided or undone, and not in the file as they are now; oldest first. */
const missing = (
  records: readonly SuggestionRecord[],
  written: End['records'],
): readonly SuggestionRecord[] =>
  records
    .filter((record) => {
      const before = written.get(record.number)
      if (record.state !== 'proposed') return before?.state !== record.state
      // What is open is no decision, unless it was one before: then that was undone.
      return before !== undefined && before.state !== 'proposed' && record.at > before.at
    })
    .toReversed()

interface Restored {
  readonly words: string // how much came back
  readonly isOne: boolean
}

/**
 * What the file has and the history has not, as after a return to a backup: decisions, the threads of those whose
 * repository is here again, and rules. Only lines behind the `before` that the history knew, so that an older file
 * brings nothing back; of a file with a break only where the history has nothing at all. null: nothing came back.
 */
function restore(found: Found, before: number, store: Rooms): Restored | null {
  const isEmpty = store.pollination.list(null, 1).length === 0
  if (found.problem !== null && !isEmpty) return null
  const { records, rules } = endOf(found.decisions, store)
  const news = found.decisions.slice(isEmpty ? 0 : before)
  const isNews = ({ number, threadId }: SuggestionRecord): boolean =>
    threadId !== null || news.some((one) => one?.what === 'suggestion' && one.record.number === number)
  const gone = [...records.values()].filter(isNews).filter((record) => {
    const known = store.pollination.byNumber(record.number)
    if (known === null || known.at < record.at) return true
    return known.at === record.at && known.threadId === null && record.threadId !== null
  })
  const open = new Map(store.pollination.open().map((record) => [keyOfOpen(record), record.number]))
  const lost = gone.filter((record) => {
    if (record.state !== 'proposed') return true
    const other = open.get(keyOfOpen(record)) ?? record.number
    open.set(keyOfOpen(record), other)
    return other === record.number
  })
  const has = new Set(
    store.pollination.rules().map(({ pattern, scope, threadId }) => `${pattern} ${scope} ${threadId}`),
  )
  const newRules = new Set(
    news.flatMap((one) => (one === null || one.what === 'suggestion' ? [] : [keyOfRule(one)])),
  )
  const lostRules = [...rules].flatMap(([key, rule]) => {
    const { pattern, scope, threadId } = rule
    const isThere = has.has(`${pattern} ${scope} ${threadId}`) || (scope === 'thread' && threadId === null)
    return isThere || !newRules.has(key) ? [] : [rule]
  })
  if (lost.length + lostRules.length === 0) return null
  store.together(() => {
    store.pollination.restore(lost)
    for (const rule of lostRules) store.pollination.addRule(rule)
  })
  const parts = [
    ...(lost.length > 0 ? [plural(lost.length, 'suggestion')] : []),
    ...(lostRules.length > 0 ? [plural(lostRules.length, 'rule')] : []),
  ]
  const isOne = lost.length + lostRules.length === 1
  return { words: `${parts.join(' and ')} ${isOne ? 'was' : 'were'}`, isOne }
}
