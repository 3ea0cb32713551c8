import { ecosystemOf, factsOf, type Ecosystem, type Fact } from './facts.ts'
import { likenessOf, type Likeness } from './kin.ts'
import { CHECK_KINDS } from './kinds/check-kinds.ts'
import { WINDOW, type FleetHistory, type History, type RepositoryState } from './state.ts'

/** Of the repositories that lacked a check, how many took it up. */
export interface Uptake {
  readonly adopted: number
  readonly atRisk: number
}

/** What the fleet's own past says of one check. */
export interface CheckRecord {
  /** Repositories that have it now. */
  readonly holders: number
  /** In the last 18 months. */
  readonly window: Uptake
  /** As `window`, by ecosystem. */
  readonly byEcosystem: ReadonlyMap<Ecosystem, Uptake>
  /** Who took it up in the last 18 months. */
  readonly adopters: readonly string[]
  /** Half-year in which it was first seen, counted from the start of the histories; null: never. */
  readonly first: number | null
  /** Facts that all its holders have in common; null: it has no holder. */
  readonly shared: ReadonlySet<Fact> | null
}

/** One repository as it is now. */
export interface Resident {
  readonly name: string
  readonly history: History
  readonly now: RepositoryState
  readonly have: ReadonlySet<string>
  /** What it had within the last 18 months and has no more. */
  readonly removed: ReadonlySet<string>
  readonly facts: ReadonlySet<Fact>
  readonly ecosystem: Ecosystem
}

/** A fleet, counted once: what all suggestions of one moment are made from. */
export interface FleetReading {
  /** Index of the last half-year. */
  readonly last: number
  readonly residents: ReadonlyMap<string, Resident>
  /** Every check that anybody has or had, and those of the table that existed at the time. */
  readonly records: ReadonlyMap<string, CheckRecord>
  readonly likeness: Likeness
}

type Checks = readonly (ReadonlySet<string> | null)[]

/**
 * Counts a fleet as it is at the end of its histories. `month`: when that is, `2026-03`; checks that did not
 * exist then are left out.
 */
export function readFleet(fleet: FleetHistory, month: string): FleetReading {
  const checks = new Map<string, Checks>()
  const residents = new Map<string, Resident>()
  let last = -1
  for (const [name, history] of fleet) {
    last = Math.max(last, history.length - 1)
    checks.set(
      name,
      history.map((state) => (state === null ? null : new Set(state.checks))),
    )
    const resident = residentOf(name, history)
    if (resident !== null) residents.set(name, resident)
  }
  const names = new Set<string>()
  for (const each of checks.values()) for (const had of each) for (const check of had ?? []) names.add(check)
  for (const [id, { since = '' }] of CHECK_KINDS) if (since <= month) names.add(id)
  const records = new Map<string, CheckRecord>()
  for (const check of names) records.set(check, recordOf(check, checks, residents, last))
  const likeness = likenessOf(new Map([...residents].map(([name, { now }]) => [name, now])))
  return { last, residents, records, likeness }
}

function residentOf(name: string, history: History): Resident | null {
  const now = history.at(-1) ?? null
  if (now === null) return null
  const have = new Set(now.checks)
  const before = history.slice(-1 - WINDOW, -1).flatMap((state) => state?.checks ?? [])
  return {
    name,
    history,
    now,
    have,
    removed: new Set(before.filter((check) => !have.has(check))),
    facts: factsOf(now),
    ecosystem: ecosystemOf(now),
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

function uptake(check: string, all: Iterable<Checks>, { from, to }: Span): Uptake {
  let adopted = 0
  let atRisk = 0
  for (const checks of all) {
    const then = checks[from]
    const now = checks[to]
    if (then == null || now == null || then.has(check)) continue
    atRisk++
    if (now.has(check)) adopted++
  }
  return { adopted, atRisk }
}

function recordOf(
  check: string,
  all: ReadonlyMap<string, Checks>,
  residents: ReadonlyMap<string, Resident>,
  last: number,
): CheckRecord {
  const every = [...all.values()]
  const window = { from: Math.max(0, last - WINDOW), to: last }
  let first: number | null = null
  for (let at = last; at >= 0; at--) if (every.some((checks) => checks[at]?.has(check))) first = at
  const byEcosystem = new Map<Ecosystem, Uptake>()
  for (const ecosystem of new Set([...residents.values()].map((r) => r.ecosystem))) {
    const same = [...residents.values()].filter((r) => r.ecosystem === ecosystem)
    byEcosystem.set(
      ecosystem,
      uptake(
        check,
        same.map(({ name }) => all.get(name) ?? []),
        window,
      ),
    )
  }
  const adopters = [...residents.values()].filter(({ name, have }) => {
    const then = all.get(name)?.[window.from]
    return have.has(check) && then != null && !then.has(check)
  })
  const holders = [...residents.values()].filter(({ have }) => have.has(check))
  return {
    holders: holders.length,
    shared: sharedOf(holders),
    window: uptake(check, every, window),
    byEcosystem,
    adopters: adopters.map(({ name }) => name),
    first,
  }
}

function sharedOf([first, ...others]: readonly Resident[]): ReadonlySet<Fact> | null {
  if (first === undefined) return null
  return new Set([...first.facts].filter((fact) => others.every(({ facts }) => facts.has(fact))))
}
