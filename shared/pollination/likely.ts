import { applies } from './applies.ts'
import type { CheckRecord, FleetReading, Resident, Uptake } from './fleet-reading.ts'
import { CHECK_KINDS } from './kinds/check-kinds.ts'
import { scoreOf, signalsOf } from './signals.ts'

/** Why a check is suggested, in figures that a person can check. */
interface Because {
  /** Repositories of the fleet that have it, of how many; 0: it comes from the table of checks alone. */
  readonly holders: number
  readonly repositories: number
  /** Of those that lacked it 18 months ago, how many have it now. */
  readonly window: Uptake
  /** The same among repositories of its ecosystem. */
  readonly kindred: Uptake
  /** Names of those that took it up in the last 18 months. */
  readonly adopters: readonly string[]
  /** Tools that it has already and that are used for this check. */
  readonly tools: readonly string[]
}

interface Suggestion {
  /** Id of the check. */
  readonly check: string
  /** How likely it is, 0 to 1, that it takes this check up within 18 months, where it takes up any. */
  readonly score: number
  readonly because: Because
}

interface Limits {
  /** At most so many suggestions; 3. */
  readonly most?: number
  /** Nothing less likely than this is suggested; `LEAST_SCORE`. */
  readonly least?: number
}

/** Below this, silence is better advice. */
const LEAST_SCORE = 0.05

/**
 * The checks that a repository lacks and is likely to take up, the likeliest first; empty where nothing is
 * likely or there is no such repository. Never what it has, what it removed within 18 months, what does the
 * same as one that it has, or what cannot apply to it.
 */
export function suggest(
  fleet: FleetReading,
  name: string,
  { most = 3, least = LEAST_SCORE }: Limits = {},
): readonly Suggestion[] {
  const resident = fleet.residents.get(name)
  if (resident === undefined) return []
  const scored: { readonly check: string; readonly record: CheckRecord; readonly score: number }[] = []
  for (const [check, record] of fleet.records) {
    if (!mayHave(check, record, resident)) continue
    const score = scoreOf(signalsOf(check, fleet, resident, record))
    if (score >= least) scored.push({ check, record, score })
  }
  // Equal scores: what more repositories have, then by name, so that the same fleet gives the same advice.
  scored.sort(
    (a, b) => b.score - a.score || b.record.holders - a.record.holders || (a.check < b.check ? -1 : 1),
  )
  return scored.slice(0, most).map(({ check, record, score }) => ({
    check,
    score,
    because: becauseOf(check, record, fleet, resident),
  }))
}

/** The hard rules: no figure can overrule one of these. */
function mayHave(check: string, record: CheckRecord, { have, removed, facts }: Resident): boolean {
  if (have.has(check) || removed.has(check)) return false
  const kind = CHECK_KINDS.get(check)
  if (kind?.instead?.some((other) => have.has(other)) === true) return false
  if (record.first === null && kind?.isCommon !== true) return false
  return applies(check, facts, record.shared)
}

function becauseOf(
  check: string,
  record: CheckRecord,
  fleet: FleetReading,
  { ecosystem, now }: Resident,
): Because {
  const tools = CHECK_KINDS.get(check)?.tools
  return {
    holders: record.holders,
    repositories: fleet.residents.size,
    window: record.window,
    kindred: record.byEcosystem.get(ecosystem) ?? { adopted: 0, atRisk: 0 },
    adopters: record.adopters,
    tools: tools === undefined ? [] : now.tools.filter((tool) => tools.test(tool)),
  }
}
