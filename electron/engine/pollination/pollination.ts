import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type {
  IdeaView,
  PollinationView,
  RuleView,
  SuggestionView,
} from '../../../shared/contract/pollination.ts'
import { readFleet } from '../../../shared/pollination/fleet-reading.ts'
import { offerWords } from '../../../shared/pollination/lines/offer-words.ts'
import { nameWords } from '../../../shared/pollination/lines/name-words.ts'
import { patternOf, titleFor } from '../../../shared/pollination/lines/task-pattern.ts'
import { CHECK_KINDS, titleOf } from '../../../shared/pollination/kinds/check-kinds.ts'
import { suggest } from '../../../shared/pollination/likely.ts'
import { keepsAway, NEW_IN_A_DAY, OPEN_OF_ONE_THREAD } from '../../../shared/pollination/lines/life.ts'
import { matrixOf } from '../../../shared/pollination/lines/matrix.ts'
import { becauseOfIdea } from '../../../shared/pollination/lines/idea-words.ts'
import {
  ruleAgainst,
  scopesOf,
  whereWords,
  type RuleScope,
  type SuggestionRule,
} from '../../../shared/pollination/rules.ts'
import type { History } from '../../../shared/pollination/state.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { createBulk, type Bulk } from './bulk.ts'
import { linesToPick } from './own-lines.ts'
import { createComparison } from './compare.ts'
import { mayUndo, outcomeOf, ruleScopes } from './outcome.ts'
import { createRules, type Rules } from './rules.ts'
import { createDecisionLog, type DecisionLog } from './decision-log.ts'
import type { Compared, ComparedFleet } from './fleet.ts'

const DECIDED_SHOWN = 200

export interface Pollination extends Bulk, Rules {
  readonly log: DecisionLog
  view(): Promise<PollinationView>
  /** What is suggested to this thread now, and worth a thought for it; null: it cannot be read. */
  of(id: ThreadId): Promise<{
    readonly suggested: readonly SuggestionView[]
    readonly ideas: readonly IdeaView[]
    /** What a no can be about, the narrowest first; empty: its repository has no commit. */
    readonly scopes: readonly RuleScope[]
  } | null>
}

type Worlds = Pick<Ports, 'clock' | 'files' | 'repositories' | 'decisions' | 'neighbours'>
type Rooms = Pick<Store, 'threads' | 'pollination' | 'backtests' | 'tasks' | 'together' | 'meta'>

export function createPollination(ports: Worlds, store: Rooms): Pollination {
  const compare = createComparison(ports, store)
  const log = createDecisionLog(ports.decisions, store)
  const ideas = (fleet: ComparedFleet): readonly (readonly IdeaView[])[] =>
    ideasOf(fleet, store.pollination.rules(), ports.clock.now())
  return {
    log,
    ...createRules(log, ports, store),
    ...createBulk(async () => (await compare()).fleet, ports, store),
    async view() {
      // First, for it may bring back what was decided.
      const troubles = await log.check()
      const { fleet, open, held } = await compare()
      await log.settle()
      const now = ports.clock.now()
      const rules = store.pollination.rules()
      const stillOpen = store.pollination.open()
      const records = store.pollination.list(null, DECIDED_SHOWN)
      const texts = new Map(records.map(({ pattern, text }) => [pattern, text]))
      const names = new Map(store.threads.list().map(({ id, name }) => [id, name]))
      return {
        suggestions: open,
        held,
        ideas: spread(ideas(fleet)),
        decided: records
          .filter(({ state }) => state !== 'proposed')
          .map((one) => ({
            ...one,
            outcome: outcomeOf(one, fleet.threads, store, now),
            mayUndo: mayUndo(one, fleet.threads, stillOpen),
            title: titleFor(one.pattern, one.text),
            from: one.offered === null ? null : offerWords(one.offered),
            scopes: ruleScopes(one, fleet.threads, rules),
          })),
        matrix: matrixOf(fleet.threads.map((thread) => ({ ...thread, kept: keptOf(thread, rules, now) }))),
        offered: ports.neighbours?.offered() ?? [],
        rules: rules.map((rule) => ruleView(rule, names, texts)),
        troubles,
        decisionsPath: ports.decisions.path,
        lines: linesToPick(fleet.threads),
        compared: fleet.threads.length,
        ignoring: fleet.threads
          .filter(({ suggestions }) => suggestions === 'ignore')
          .map(({ number, name }) => ({ number, name })),
        unread: fleet.unread,
      }
    },
    async of(id) {
      await log.check()
      const { fleet, open } = await compare()
      const thread = fleet.threads.find(({ threadId }) => threadId === id)
      if (thread === undefined) return null
      const own = ideas(fleet).flat()
      return {
        suggested: open.filter(({ threadId }) => threadId === id),
        ideas: own.filter(({ threadId }) => threadId === id),
        scopes: thread.state === null ? [] : scopesOf(thread.state),
      }
    },
  }
}

/** What a person does not want there, by a rule or for a while. */
function keptOf(
  { threadId, state, records }: Compared,
  rules: readonly SuggestionRule[],
  now: Instant,
): ReadonlySet<string> {
  const declined = records.filter((record) => record.state === 'declined' && keepsAway(record, now))
  const ruled = rules.filter(
    (rule) => state !== null && ruleAgainst([rule], rule.pattern, threadId, state) !== null,
  )
  return new Set([...declined, ...ruled].map(({ pattern }) => pattern))
}

function ruleView(
  rule: SuggestionRule,
  names: ReadonlyMap<ThreadId, string>,
  texts: ReadonlyMap<string, string>,
): RuleView {
  const thread = (rule.threadId === null ? undefined : names.get(rule.threadId)) ?? 'a thread that is gone'
  const where = whereWords(rule.scope, thread)
  return { ...rule, title: titleFor(rule.pattern, texts.get(rule.pattern) ?? rule.pattern), where }
}

/** The best of each thread before the second best of any. */
function spread<T>(ofThreads: readonly (readonly T[])[]): readonly T[] {
  const best = Array.from({ length: OPEN_OF_ONE_THREAD }, (_, rank) =>
    ofThreads.flatMap((own) => own.slice(rank, rank + 1)),
  )
  return best.flat().slice(0, NEW_IN_A_DAY)
}

/** Of which those that a rule keeps away leave enough. */
const IDEAS_WEIGHED = 12
/** What one repository alone has may be its own taste. */
const isShared = ({ because }: ReturnType<typeof suggest>[number]): boolean => because.holders >= 2

function ideasOf(
  { threads }: ComparedFleet,
  rules: readonly SuggestionRule[],
  now: Instant,
): readonly (readonly IdeaView[])[] {
  const reading = readFleet(
    new Map(threads.map((thread) => [calledOf(thread), thread.history])),
    new Date(now).toISOString().slice(0, 7),
  )
  return threads.map((thread) => {
    const { threadId, number, name, history, state, suggestions } = thread
    if (state === null || suggestions === 'ignore') return []
    const listed = new Set([...thread.lines.map(({ text }) => text), ...thread.paused].map(patternOf))
    return suggest(reading, calledOf(thread), { most: IDEAS_WEIGHED })
      .filter(({ check }) => !listed.has(check) && ruleAgainst(rules, check, threadId, state) === null)
      .slice(0, OPEN_OF_ONE_THREAD)
      .filter(isShared)
      .map(({ check, because }) => ({
        threadId,
        number,
        name,
        pattern: check,
        title: titleOf(check),
        command: hasPackageJson(history) ? (CHECK_KINDS.get(check)?.command ?? null) : null,
        because: becauseOfIdea(because),
        scopes: scopesOf(state),
      }))
  })
}

/** As a person reads it; no two threads have the same number. */
const calledOf = ({ number, name }: Pick<Compared, 'number' | 'name'>): string =>
  `${number} ${nameWords(name)}`

/** The examples are of its world. */
const hasPackageJson = (history: History): boolean => history.at(-1)?.files.includes('package.json') === true
