import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { PollinationView, SuggestionView } from '../../../shared/contract/pollination.ts'
import { readFleet } from '../../../shared/pollination/fleet-reading.ts'
import { CHECK_KINDS } from '../../../shared/pollination/kinds/check-kinds.ts'
import { suggest } from '../../../shared/pollination/likely.ts'
import type { History } from '../../../shared/pollination/state.ts'
import { DECLINED_MS, type DecidedSuggestion } from '../../../shared/pollination/lines/decided.ts'
import { adviseLines, becauseOfLine } from '../../../shared/pollination/lines/line-advice.ts'
import { becauseOfIdea } from '../../../shared/pollination/lines/idea-words.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { createFleet, WORTH_DAYS, type Compared, type ComparedFleet } from './fleet.ts'

/** So that nobody is overrun: of one thread, and of the fleet. */
const OF_ONE_THREAD = 3
const OF_THE_FLEET = 10
const DECIDED_SHOWN = 200

export interface Pollination {
  view(): Promise<PollinationView>
  /** What is suggested to this thread now, and what was decided for it, newest first; null: it cannot be read. */
  of(id: ThreadId): Promise<{
    readonly suggested: readonly SuggestionView[]
    readonly decided: readonly DecidedSuggestion[]
  } | null>
}

type Worlds = Pick<Ports, 'clock' | 'files' | 'repositories'>

export function createPollination(ports: Worlds, store: Pick<Store, 'threads' | 'pollination'>): Pollination {
  const read = createFleet(ports, store)
  return {
    async view() {
      const fleet = await read()
      const decided = store.pollination.decided(null, DECIDED_SHOWN)
      const names = new Map(store.threads.list().map(({ id, name }) => [id, name]))
      return {
        suggestions: spread(await Promise.all(fleet.threads.map((to) => suggestionsFor(to, fleet, ports)))),
        ideas: spread(ideasOf(fleet, ports.clock.now())),
        decided: decided.flatMap((d) => {
          const name = names.get(d.threadId)
          return name === undefined ? [] : [{ ...d, name }]
        }),
        compared: fleet.threads.length,
        unread: fleet.unread,
      }
    },
    async of(id) {
      const fleet = await read()
      const to = fleet.threads.find(({ threadId }) => threadId === id)
      return to === undefined
        ? null
        : { suggested: await suggestionsFor(to, fleet, ports), decided: to.decided }
    },
  }
}

/** The best of each thread before the second best of any. */
function spread<T>(ofThreads: readonly (readonly T[])[]): readonly T[] {
  const best = Array.from({ length: OF_ONE_THREAD }, (_, rank) =>
    ofThreads.flatMap((own) => own.slice(rank, rank + 1)),
  )
  return best.flat().slice(0, OF_THE_FLEET)
}

async function suggestionsFor(
  to: Compared,
  { threads }: ComparedFleet,
  { clock, repositories }: Worlds,
): Promise<readonly SuggestionView[]> {
  const { threadId, number, name, repoPath } = to
  const closed = new Set(
    to.decided.filter((decided) => isClosed(decided, clock.now())).map(({ pattern }) => pattern),
  )
  const advised = adviseLines(threads, to)
    .filter(({ check }) => !closed.has(check))
    .slice(0, OF_ONE_THREAD)
  const lines = advised.map(({ check, tier, text }) => ({ key: check, tier, text }))
  // As it would be approved now: its program is on this machine, and the very script stands in a file of the repository.
  const runnable = new Set<string>()
  for (const line of lines) {
    const [command] = await repositories.listCommands(repoPath, [line])
    if (command?.files.some(({ aside }) => aside !== true) === true) runnable.add(line.key)
  }
  return advised
    .filter(({ check }) => runnable.has(check))
    .map((advice) => ({
      threadId,
      number,
      name,
      pattern: advice.check,
      title: advice.title,
      tier: advice.tier,
      text: advice.text,
      because: becauseOfLine(advice, WORTH_DAYS),
    }))
}

/** What was accepted is not suggested again, also where the line was taken out since; a no holds for a while. */
const isClosed = ({ state, at }: DecidedSuggestion, now: Instant): boolean =>
  state !== 'declined' || now - at < DECLINED_MS

/** What one repository alone has may be its own taste. */
const isShared = ({ because }: ReturnType<typeof suggest>[number]): boolean => because.holders >= 2

function ideasOf({ threads }: ComparedFleet, now: Instant): readonly PollinationView['ideas'][] {
  const reading = readFleet(
    new Map(threads.map((thread) => [calledOf(thread), thread.history])),
    new Date(now).toISOString().slice(0, 7),
  )
  return threads.map(({ threadId, number, name, history }) =>
    suggest(reading, calledOf({ number, name }), { most: OF_ONE_THREAD })
      .filter(isShared)
      .map(({ check, because }) => {
        const kind = CHECK_KINDS.get(check)
        return {
          threadId,
          number,
          name,
          pattern: check,
          title: kind?.title ?? check,
          command: hasPackageJson(history) ? (kind?.command ?? null) : null,
          because: becauseOfIdea(because),
        }
      }),
  )
}

/** As a person reads it; no two threads have the same number. */
const calledOf = ({ number, name }: Pick<Compared, 'number' | 'name'>): string => `${number} ${name}`

/** The examples are of its world. */
const hasPackageJson = (history: History): boolean => history.at(-1)?.files.includes('package.json') === true
