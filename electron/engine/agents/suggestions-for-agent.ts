import { DAY, type Instant } from '../../../shared/base/time.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { tierByTrial, trialText } from '../../../shared/pollination/backtest/verdict.ts'
import {
  isReopened,
  OPEN_MS,
  OPEN_OF_ONE_THREAD,
  type SuggestionRecord,
} from '../../../shared/pollination/lines/life.ts'
import { nameWords } from '../../../shared/pollination/lines/name-words.ts'
import { offerWords } from '../../../shared/pollination/lines/offer-words.ts'
import { patternFor } from '../../../shared/pollination/lines/task-pattern.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import type { SuggestionForAgent } from '../../../shared/runs/prompt/suggestions-block.ts'
import { suggestionsOf, type Thread } from '../../../shared/threads/thread.ts'
import type { Store } from '../ports/store.ts'

/** An agent that left one unanswered is told of it again after so long. */
const AGAIN_MS = DAY

interface Listed {
  readonly doc: HeartbeatDoc
  /** Git tracks the list: a heartbeat leaves it as it is, so a person decides. */
  readonly isTracked: boolean
}
type Rooms = Pick<Store, 'pollination' | 'backtests'>

/**
 * What the prompt of a beat that starts anyway asks its agent to decide: what is open as it was last compared, was not
 * told within a day, was not taken back by a person, is no edit, and holds no words that are meant for an agent. Nothing
 * of it is a reason to start one.
 */
export function suggestionsForAgent(
  thread: Thread,
  { doc, isTracked }: Listed,
  store: Rooms,
  now: Instant,
): readonly SuggestionForAgent[] {
  if (suggestionsOf(thread) !== 'agent' || isTracked) return []
  const told = store.pollination.toldOf(thread.id)
  const listed = new Set(doc.tasks.map(({ text }) => patternFor(text)))
  return store.pollination
    .open()
    .filter(
      (record) =>
        record.threadId === thread.id &&
        !isReopened(record) &&
        record.replaces === null &&
        now - record.proposedAt < OPEN_MS &&
        Math.abs(now - (told.get(record.number) ?? -Infinity)) >= AGAIN_MS &&
        !listed.has(record.pattern) &&
        withheldBecause(record.text) === null,
    )
    .slice(0, OPEN_OF_ONE_THREAD)
    .map((record) => forAgent(withoutNames(record), store))
}

/** A name that looks like an attack is left out of what is told, and keeps nothing from anybody. */
function withoutNames(record: SuggestionRecord): SuggestionRecord {
  const bad = record.sources.filter(({ name }) => withheldBecause(name) !== null)
  const because = bad.reduce((words, { name }) => words.replaceAll(` ${nameWords(name)}`, ''), record.because)
  return {
    ...record,
    because: withheldBecause(because) === null ? because : '',
    sources: record.sources.map((source) => (bad.includes(source) ? { ...source, name: '' } : source)),
  }
}

function forAgent(
  { number, threadId, pattern, tier, text, because, sources, offered }: SuggestionRecord,
  { backtests }: Rooms,
): SuggestionForAgent {
  const backtest = threadId === null ? null : (backtests.get(threadId, pattern)?.backtest ?? null)
  return {
    number,
    text,
    tier: backtest === null ? tier : tierByTrial(backtest, tier),
    because: because.replace(/^you (proposed it|on )/, 'a person $1'),
    from: offered === null ? null : offerWords(offered).replace(/^you /, 'a person '),
    sources: sources.map(({ number: of, name }) => ({ number: of, name })),
    tried: backtest === null ? null : trialText(backtest, tier),
  }
}
