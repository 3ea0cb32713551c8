import { atATime } from '../../../shared/base/at-a-time.ts'
import type { SuggestionView } from '../../../shared/contract/pollination.ts'
import { titleFor } from '../../../shared/pollination/lines/task-pattern.ts'
import { isReopened, keepsAway, type SuggestionRecord } from '../../../shared/pollination/lines/life.ts'
import { offerWords } from '../../../shared/pollination/lines/offer-words.ts'
import { adviseLines, type LineAdvice } from '../../../shared/pollination/lines/line-advice.ts'
import { ruleAgainst, scopesOf, type SuggestionRule } from '../../../shared/pollination/rules.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { cannotHave } from './own-lines.ts'
import { isIgnored, isTooOld, keyOf, settle, WEIGHED, type Advised } from './settle.ts'
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
    if (runnable.length >= WEIGHED && !open.has(one.check)) continue
    if (await isRunnable(one, repoPath, repositories)) runnable.push(one)
  }
  const own: SuggestionRecord[] = []
  for (const record of records)
    if (
      record.origin !== 'lists' &&
      (record.state === 'proposed' || isIgnored(record)) &&
      !isTooOld(record, now)
    )
      if (waitsForList(record, to) || (await cannotHave(record, to, rules, repositories)) === null)
        own.push(record)
  return { to, advice: runnable, own }
}

/** A list that is away, as while another branch is checked out, says nothing of the line that an edit would change. */
const waitsForList = ({ replaces }: SuggestionRecord, { hasList }: Compared): boolean =>
  replaces !== null && !hasList

/** As it would be approved now: its program is on this machine, and the very script stands in a file of the repository. */
async function isRunnable(
  { check, tier, text }: LineAdvice,
  repoPath: string,
  repositories: Worlds['repositories'],
): Promise<boolean> {
  const [command] = await repositories.listCommands(repoPath, [{ key: check, tier, text }])
  return command?.files.some(({ aside }) => aside !== true) === true
}

function viewOf(record: SuggestionRecord, to: Compared, room: Rooms['pollination']): SuggestionView {
  const { number: suggestion, pattern, tier, text, because, sources, replaces } = record
  const { threadId, number, name, state } = to
  const scopes = state === null || replaces !== null ? [] : scopesOf(state)
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
    from: record.offered === null ? null : offerWords(record.offered),
    replaces,
    sources,
    scopes,
    trial: null,
    agent:
      to.suggestions === 'agent' && !isReopened(record) && replaces === null
        ? { toldAt: room.toldOf(threadId).get(suggestion) ?? null }
        : null,
  }
}
