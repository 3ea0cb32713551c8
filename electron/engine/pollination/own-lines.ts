import { firstOf, plural } from '../../../shared/base/amounts.ts'
import { normalise } from '../../../shared/playbook/doc.ts'
import {
  isLineOf,
  type ListedText,
  type SuggestionRecord,
  type SuggestionSource,
} from '../../../shared/pollination/lines/life.ts'
import { nameWords } from '../../../shared/pollination/lines/name-words.ts'
import { patternFor, runsScript } from '../../../shared/pollination/lines/task-pattern.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import { ruleAgainst, ruleReason, type SuggestionRule } from '../../../shared/pollination/rules.ts'
import { checkOf, isForAgent } from '../../../shared/runs/check-id.ts'
import { commandToApprove } from '../../../shared/runs/shell/task-command.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { Ports } from '../ports/ports.ts'
import type { Compared } from './fleet.ts'

/** A line that a person proposes. */
export interface OwnLine {
  /** The check that it is; of one that is not known, a name made of its words. */
  readonly pattern: string
  readonly tier: Tier
  readonly text: string
}

export const ownLine = (tier: Tier, text: string): OwnLine => ({ pattern: patternFor(text), tier, text })

/** The line of this list that is the same, or the same check in other words; null: it has none. */
const twinIn = ({ lines }: Pick<Compared, 'lines'>, line: OwnLine): Compared['lines'][number] | null =>
  lines.find(({ text }) => isSame(line, text)) ?? null

/** Whether a list has this line, or one that does the same, also paused. */
export const hasSame = (
  {
    lines,
    paused,
  }: { readonly lines: readonly { readonly text: string }[]; readonly paused: readonly string[] },
  line: Omit<OwnLine, 'tier'>,
): boolean => [...lines.map(({ text }) => text), ...paused].some((text) => isSame(line, text))

const isSame = ({ pattern, text }: Omit<OwnLine, 'tier'>, other: string): boolean =>
  normalise(other) === normalise(text) || patternFor(other) === pattern

/** A line, or an edit of one that is listed. */
type ProposedLine = OwnLine & { readonly replaces?: ListedText | null }

/** Why the thread cannot have the line, as the end of a sentence; null: it can. */
export async function cannotHave(
  line: ProposedLine,
  to: Compared,
  rules: readonly SuggestionRule[],
  repositories: Ports['repositories'],
): Promise<string | null> {
  if (to.suggestions === 'ignore') return 'nothing is suggested to it, as you set it'
  if (to.state === null) return 'its repository has no commit yet'
  const replaced = line.replaces ?? null
  const beside = replaced === null ? to.lines : to.lines.filter((one) => !isLineOf(replaced, one))
  if (replaced !== null && beside.length !== to.lines.length - 1)
    return `its list has not, or not once, the line that it changes: ${replaced.text}`
  const twin = twinIn({ lines: beside }, line)
  if (twin !== null) return `its list has it already, among the ${twin.tier} tasks: ${twin.text}`
  const paused = to.paused.find((text) => isSame(line, text))
  if (paused !== undefined) return `its list has it already, paused: ${paused}`
  const rule = ruleAgainst(rules, line.pattern, to.threadId, to.state)
  return rule === null ? cannotRun(line, to, repositories) : ruleReason(rule)
}

/**
 * As it would be approved now; a line for an agent needs one, unless it stands in the place of another such line. The end
 * of a sentence; null: it can run.
 */
export async function cannotRun(
  { pattern, tier, text, replaces }: ProposedLine,
  { repoPath, isLocal }: Pick<Compared, 'repoPath' | 'isLocal'>,
  repositories: Ports['repositories'],
): Promise<string | null> {
  const command = commandToApprove(text)
  if (command === null)
    return isForNobody({ text, replaces: replaces ?? null }, isLocal)
      ? 'it needs an agent, and this thread has local checks'
      : null
  const [request] = await repositories.listCommands(repoPath, [{ key: pattern, tier, text }])
  if (request === undefined) return 'the program of its command is not there'
  const hasFile = request.files.some(({ aside }) => aside !== true)
  return runsScript(command.text) && !hasFile ? 'its repository has no such script' : null
}

/** It needs an agent, where there is none and the line in whose place it stands needs none either. `isLocal`: local checks. */
export const isForNobody = (
  { text, replaces }: { readonly text: string; readonly replaces: ListedText | null },
  isLocal: boolean,
): boolean => isLocal && needsAgent(text) && !(replaces !== null && needsAgent(replaces.text))

/** Neither a command nor a check that is built in. */
function needsAgent(text: string): boolean {
  const check = checkOf(text)
  return commandToApprove(text) === null && (check === null || isForAgent(check))
}

/** Why it is suggested, and what it rests on: the lists that have it. */
export function groundsOf(
  line: OwnLine,
  to: Compared,
  threads: readonly Compared[],
): Pick<SuggestionRecord, 'because' | 'sources'> {
  const sources = threads.flatMap((other): readonly SuggestionSource[] => {
    const twin = other.threadId === to.threadId ? null : twinIn(other, line)
    if (twin === null) return []
    const { tier, text, worth } = twin
    return [{ number: other.number, name: other.name, tier, text, ...worth }]
  })
  const names = firstOf(
    sources.map(({ number, name }) => `${number} ${nameWords(name)}`),
    3,
  )
  const have =
    sources.length === 0
      ? ''
      : `; ${plural(sources.length, 'list')} of yours ${sources.length === 1 ? 'has' : 'have'} it (${names})`
  return { because: `you proposed it${have}`, sources }
}

const PICKED = 100

/** Lines that lists have, what most have first, without what is not passed on. */
export function linesToPick(
  threads: readonly Pick<Compared, 'lines'>[],
): readonly { readonly tier: Tier; readonly text: string; readonly lists: number }[] {
  const found = new Map<string, { readonly tier: Tier; readonly text: string; readonly lists: number }>()
  for (const { tier, text } of threads.flatMap(({ lines }) => lines)) {
    if (withheldBecause(text) !== null) continue
    const before = found.get(normalise(text))
    found.set(normalise(text), { tier, text, ...before, lists: (before?.lists ?? 0) + 1 })
  }
  return [...found.values()].toSorted((a, b) => b.lists - a.lists).slice(0, PICKED)
}
