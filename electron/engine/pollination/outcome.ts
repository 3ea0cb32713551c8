import { DAY, type Instant } from '../../../shared/base/time.ts'
import type { DecidedView } from '../../../shared/contract/pollination.ts'
import {
  isLineOf,
  isTaken,
  WORTH_DAYS,
  type SuggestionRecord,
} from '../../../shared/pollination/lines/life.ts'
import { scopesOf, type RuleScope, type SuggestionRule } from '../../../shared/pollination/rules.ts'
import { checkOf, isForAgent } from '../../../shared/runs/check-id.ts'
import { commandToApprove } from '../../../shared/runs/shell/task-command.ts'
import type { Store } from '../ports/store.ts'
import type { Compared } from './fleet.ts'
import { hasSame } from './own-lines.ts'

/** Of so many beats it is told how long a line took. */
const BEATS = 10

/** What became of a suggestion that was taken up; null: it was not, or its thread cannot be read now. */
export function outcomeOf(
  record: SuggestionRecord,
  threads: readonly Compared[],
  store: Pick<Store, 'pollination' | 'tasks'>,
  now: Instant,
): DecidedView['outcome'] {
  const of = threads.find(({ threadId }) => threadId === record.threadId)
  if (of === undefined || !isTaken(record)) return null
  const line = of.lines.find((one) => isLineOf(record, one))
  if (line === undefined)
    return {
      stands: false,
      raised: 0,
      confirmed: 0,
      worstMs: null,
      beats: 0,
      needs: null,
      mayRetire: false,
    }
  const days = Math.min(WORTH_DAYS * DAY, now - record.at)
  const worth = store.pollination.worth(of.threadId, now - days).get(line.key)
  const timing = store.tasks.times(of.threadId, BEATS).find(({ key }) => key === line.key)
  const raised = worth?.raised ?? 0
  // A command that nobody approved was tried all the same, and took no time.
  const wasTried = store.tasks.known(of.threadId).get(line.key)?.triedAt != null
  const isCommand = commandToApprove(line.text) !== null
  const isForNobody =
    of.isLocal && !isCommand && (checkOf(line.text) === null || isForAgent(checkOf(line.text)!))
  const hasRun = wasTried && !isForNobody && (timing !== undefined || !isCommand)
  const ofProse = isForNobody ? 'agent' : 'beat'
  const wants = isCommand ? 'approval' : ofProse
  return {
    stands: true,
    raised,
    confirmed: worth?.confirmed ?? 0,
    worstMs: timing?.worstMs ?? null,
    beats: timing?.beats ?? 0,
    needs: hasRun ? null : wants,
    mayRetire: record.replaces === null && hasRun && raised === 0 && days >= WORTH_DAYS * DAY,
  }
}

/**
 * Whether it can be undone now: of what was taken up, as long as the line stands as it was written, or is gone; of a no and
 * of what was retired always, but where the same is open anew or its thread is gone. Of an edit the line must stand.
 */
export function mayUndo(
  record: SuggestionRecord,
  threads: readonly Compared[],
  open: readonly SuggestionRecord[],
): boolean {
  const { threadId, pattern } = record
  if (threadId === null) return false
  if (open.some((one) => one.threadId === threadId && one.pattern === pattern)) return false
  if (!isTaken(record)) return record.state === 'declined' || record.state === 'retired'
  const of = threads.find((one) => one.threadId === threadId)
  if (of === undefined) return false
  if (record.replaces !== null) return of.lines.some((line) => isLineOf(record, line))
  return !hasSame(of, record) || of.lines.some((line) => isLineOf(record, line) && line.isPlain)
}

/** What a no for a while can be made a rule for; empty: it is none, its thread cannot be read, or a rule was made of it. */
export function ruleScopes(
  { number, threadId, state, replaces }: SuggestionRecord,
  threads: readonly Compared[],
  rules: readonly SuggestionRule[],
): readonly RuleScope[] {
  const of = threads.find((one) => one.threadId === threadId)
  const isRuled = rules.some(({ suggestion }) => suggestion === number)
  return state !== 'declined' || replaces !== null || of?.state == null || isRuled ? [] : scopesOf(of.state)
}
