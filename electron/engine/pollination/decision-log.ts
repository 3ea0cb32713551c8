import { plural } from '../../../shared/base/amounts.ts'
import { atATime } from '../../../shared/base/at-a-time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { trialText } from '../../../shared/pollination/backtest/verdict.ts'
import type { SuggestionRecord } from '../../../shared/pollination/lines/life.ts'
import type { SuggestionRule } from '../../../shared/pollination/rules.ts'
import type { DecisionsFile } from '../ports/disk.ts'
import type { Store } from '../ports/store.ts'
import { decisionOf, lineOf, type Decision } from './decision-lines.ts'

/** decisions.md beside the history. */
export interface DecisionLog {
  /** Adds what was decided since. */
  settle(): Promise<void>
  rule(what: 'rule' | 'rule removed', rule: Omit<SuggestionRule, 'id'>): Promise<void>
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

  /** What the file lacks of the history, and `more`. Returns what is the matter; null: nothing. */
  async function write(found: Found, more: readonly Decision[]): Promise<string | null> {
    const records = store.pollination.list(null, RECORDS_HELD)
    const added = [...missing(records, [...found.decisions, ...found.after]).map(entryOf), ...more]
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
    rule: (what, rule) => add([{ what, rule, path: pathOf(rule.threadId) }]),
    check: () =>
      inTurn(async () => {
        const found = foundIn(await file.read())
        if (typeof found === 'string') return [found]
        const problems = problemsOf(found, Number(store.meta.get(LINES) ?? 0), file.path)
        if (store.pollination.list(null, 1).length === 0 && found.decisions.length > 0) {
          const restored = restore(found.decisions, store)
          store.meta.set(LINES, String(found.lines))
          return [
            ...problems,
            `${plural(restored, 'suggestion')} were taken from ${file.path}: the history had none.`,
          ]
        }
        const failed = await write(found, [])
        return failed === null ? problems : [...problems, failed]
      }),
  }
}

function triedOf({ threadId, pattern, tier }: SuggestionRecord, { backtests }: Rooms): string | null {
  const kept = threadId === null ? null : backtests.get(threadId, pattern)
  return kept?.backtest == null ? null : trialText(kept.backtest, tier)
}

interface Found {
  readonly decisions: readonly Decision[]
  /** Behind the first break: they say what need not be written again, and are nothing to restore. */
  readonly after: readonly Decision[]
  readonly lines: number
  readonly problem: string | null
}

function foundIn(read: Awaited<ReturnType<DecisionsFile['read']>>): Found | string {
  if (!read.ok) return read.error
  const { lines, rest, problem } = read.value ?? { lines: [], rest: [], problem: null }
  const decisions = (of: readonly string[]): readonly Decision[] =>
    of.flatMap((line) => decisionOf(line) ?? [])
  const count = lines.length + rest.length
  return { decisions: decisions(lines), after: decisions(rest), lines: count, problem }
}

function problemsOf({ problem, lines }: Found, before: number, path: string): readonly string[] {
  if (problem !== null) return [`${path}, ${problem}.`]
  const gone = before - lines
  if (gone <= 0) return []
  return [`${path} has ${plural(lines, 'line')} where ${before} were written: the last ones were taken out.`]
}

/** Decided, and not in the file as they are now; oldest first. */
function missing(
  records: readonly SuggestionRecord[],
  decisions: readonly Decision[],
): readonly SuggestionRecord[] {
  const written = new Set(decisions.map((one) => (one.what === 'suggestion' ? keyOf(one.record) : '')))
  return records.filter((record) => record.state !== 'proposed' && !written.has(keyOf(record))).toReversed()
}
const keyOf = ({ number, state }: SuggestionRecord): string => `${number} ${state}`

/** Returns how many suggestions came back. */
function restore(decisions: readonly Decision[], store: Rooms): number {
  const byPath = new Map(store.threads.list().map(({ id, repoPath }) => [repoPath, id]))
  const threadOf = ({ path }: Decision): ThreadId | null =>
    path === null ? null : (byPath.get(path) ?? null)
  const records = new Map<number, SuggestionRecord>()
  const rules = new Map<string, Omit<SuggestionRule, 'id'>>()
  for (const decision of decisions) {
    const threadId = threadOf(decision)
    if (decision.what === 'suggestion') records.set(decision.record.number, { ...decision.record, threadId })
    else {
      const rule = { ...decision.rule, threadId: decision.rule.scope === 'thread' ? threadId : null }
      const key = `${rule.pattern} ${rule.scope} ${decision.path}`
      if (decision.what === 'rule removed') rules.delete(key)
      else if (rule.scope !== 'thread' || threadId !== null) rules.set(key, rule)
    }
  }
  store.together(() => {
    store.pollination.restore([...records.values()])
    for (const rule of rules.values()) store.pollination.addRule(rule)
  })
  return records.size
}
