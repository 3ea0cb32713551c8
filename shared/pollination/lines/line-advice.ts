import { firstOf, plural } from '../../base/amounts.ts'
import type { Tier } from '../../schedule/tier.ts'
import { ecosystemOf } from '../facts.ts'
import { KIND_TASKS } from '../../playbook/templates/templates.ts'
import { titleOf } from '../kinds/check-kinds.ts'
import type { RepositoryState } from '../state.ts'
import { nameWords } from './name-words.ts'
import { patternOf } from './task-pattern.ts'
import { scriptCommand } from './script-line.ts'

/** What a line of a thread has raised, and how much of that was true. */
export interface Worth {
  readonly raised: number
  /** Cleared by a later beat, or answered by a person. */
  readonly confirmed: number
  /** Put off by a person and standing still, or resolved by a person and back in the same words. */
  readonly dismissed: number
  /** Ids of the newest runs that raised it. */
  readonly runs: readonly string[]
}

/** A thread as the comparer of lists sees it. */
export interface ListedThread {
  readonly number: number
  readonly name: string
  /** null: it cannot be read, or has no commit; nothing is suggested to it. */
  readonly state: RepositoryState | null
  /** Checks that it took up because they were suggested: no evidence of their own, until they have found something. */
  readonly adopted: ReadonlySet<string>
  readonly lines: readonly {
    readonly tier: Tier
    readonly text: string
    readonly worth: Worth
    /** It looks like an attack: no evidence, and none of its words reaches another thread. */
    readonly isSuspect: boolean
  }[]
  /** Task lines that a person set aside under `## Paused`. */
  readonly paused: readonly string[]
}

/** A thread whose list has the line already. */
interface LineSource {
  readonly number: number
  readonly name: string
  readonly tier: Tier
  readonly text: string
  readonly worth: Worth
  /** Neither a suggestion nor a template brought it. */
  readonly isOwn: boolean
}

/** A line that the lists of threads like this one have, and that its own repository can run. */
export interface LineAdvice {
  readonly check: string
  readonly title: string
  readonly tier: Tier
  readonly text: string
  readonly sources: readonly LineSource[]
  /** Threads of its ecosystem whose repositories have the check, this one left out. */
  readonly kindred: number
}

/**
 * What `to` could have run and does not, because others like it do: first what two of them came to by themselves, then the
 * most confirmed findings less those that were dismissed, then what more of them have. Its repository has the check, and a script of its own for it: else nothing is suggested.
 */
export function adviseLines(fleet: readonly ListedThread[], to: ListedThread): readonly LineAdvice[] {
  const { state } = to
  if (state === null) return []
  // What is paused was set aside by a person, and is not missing.
  const own = new Set([...to.lines.map(({ text }) => text), ...to.paused].map(patternOf))
  const kind = ecosystemOf(state)
  const others = fleet.filter(
    (t) => t.number !== to.number && t.state !== null && ecosystemOf(t.state) === kind,
  )
  const advice = [...new Set(state.checks)].flatMap((check): readonly LineAdvice[] => {
    const command = own.has(check) ? null : scriptCommand(check, state)
    const sources = command === null ? [] : others.flatMap((other) => sourceOf(other, check))
    if (command === null || sources.length === 0) return []
    const kindred = others.filter((other) => other.state?.checks.includes(check) === true).length
    const tier = tierOf(sources)
    const title = titleOf(check)
    return [
      { check, title, tier, text: `Run \`${command}\``, sources, kindred: Math.max(kindred, sources.length) },
    ]
  })
  return advice
    .filter((one) => !isNuisance(one))
    .toSorted(
      (a, b) =>
        Number(isRediscovered(b)) - Number(isRediscovered(a)) ||
        netOf(b) - netOf(a) ||
        b.sources.length - a.sources.length ||
        (a.check < b.check ? -1 : 1),
    )
}

/** So often dismissed, and more often than confirmed, that it is not worth having. */
const NUISANCE = 3

const sumOf = ({ sources }: LineAdvice, what: 'raised' | 'confirmed' | 'dismissed'): number =>
  sources.reduce((sum, { worth }) => sum + worth[what], 0)
const netOf = (one: LineAdvice): number => sumOf(one, 'confirmed') - sumOf(one, 'dismissed')
const isNuisance = (one: LineAdvice): boolean => sumOf(one, 'dismissed') >= NUISANCE && netOf(one) < 0
const ownIn = ({ sources }: LineAdvice): number => sources.filter(({ isOwn }) => isOwn).length
/** Two threads came to it, neither from the other. */
const isRediscovered = (one: LineAdvice): boolean => ownIn(one) >= 2

function sourceOf({ number, name, lines, adopted }: ListedThread, check: string): readonly LineSource[] {
  const line = lines.find(({ text, isSuspect }) => !isSuspect && patternOf(text) === check)
  const isEcho = adopted.has(check) && line?.worth.confirmed === 0
  if (line === undefined || isEcho) return []
  const { tier, text, worth } = line
  return [{ number, name, tier, text, worth, isOwn: !adopted.has(check) && !KIND_TASKS.has(text) }]
}

const TIERS: readonly Tier[] = ['quick', 'hourly', 'daily']

/** Where most have it; of two the slower, which costs less. */
function tierOf(sources: readonly LineSource[]): Tier {
  const count = (tier: Tier): number => sources.filter((source) => source.tier === tier).length
  return TIERS.reduce((best, tier) => (count(tier) >= count(best) ? tier : best))
}

/** Why, in one sentence. `days`: how far findings were counted back. */
export function becauseOfLine(advice: LineAdvice, days: number): string {
  const { sources, kindred } = advice
  const raised = sumOf(advice, 'raised')
  const dismissed = sumOf(advice, 'dismissed')
  const found =
    raised === 0
      ? 'no finding of it is on record'
      : `it found something ${plural(raised, 'time')} in ${days} days, ${sumOf(advice, 'confirmed')} of them confirmed` +
        (dismissed === 0 ? '' : `, ${dismissed} dismissed`)
  const who = firstOf(
    sources.map(({ number, name }) => `${number} ${nameWords(name)}`),
    3,
  )
  const alone = isRediscovered(advice) ? `, ${ownIn(advice)} of them came to it by themselves` : ''
  const have = sources.length === 1 ? 'has this in its list' : 'have this in their lists'
  return `${sources.length} of ${plural(kindred, 'thread')} like it ${have} (${who})${alone}; ${found}`
}
