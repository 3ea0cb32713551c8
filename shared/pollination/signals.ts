import type { CheckRecord, FleetReading, Resident } from './fleet-reading.ts'
import { CHECK_KINDS } from './kinds/check-kinds.ts'
import { spreadOf } from './kinds/spread.ts'
import { WEIGHTS } from './weights.ts'

/** What speaks for or against a check, each a number of its own; see `signalsOf`. */
type Signal = keyof typeof WEIGHTS.of
type Signals = Readonly<Record<Signal, number>>

const logOdds = (share: number): number => Math.log(share / (1 - share))

/**
 * The figures of the model. Shares are log-odds, made cautious by imagined repositories that behave as
 * repositories elsewhere do (`kinds/spread.ts`), so that a small fleet does not speak too loudly.
 */
export function signalsOf(
  check: string,
  fleet: FleetReading,
  resident: Resident,
  record: CheckRecord,
): Signals {
  const kind = CHECK_KINDS.get(check)
  const { holders, window, first } = record
  const elsewhere = spreadOf(check, resident.ecosystem)
  const isUnseen = holders === 0
  return {
    holders: logOdds((holders + 3 * Math.min(0.6, 2 * elsewhere)) / (fleet.residents.size + 3)),
    windowCount: Math.log(1 + window.adopted),
    age: Math.log(1 + (first === null ? 0 : fleet.last - first)),
    unseen: isUnseen ? 1 : 0,
    kindred: amongKindred(check, holders, fleet, resident),
    kin: amongKin(check, fleet, resident),
    tools: kind?.tools !== undefined && resident.now.tools.some((tool) => kind.tools?.test(tool)) ? 1 : 0,
    toolsKnown: kind?.tools === undefined ? 0 : 1,
  }
}

/** How likely, 0 to 1. */
export function scoreOf(signals: Signals): number {
  let sum = WEIGHTS.bias
  for (const [signal, weight] of Object.entries(WEIGHTS.of)) sum += weight * signals[signal as Signal]
  return 1 / (1 + Math.exp(-sum))
}

const bounded = (share: number): number => Math.min(0.98, Math.max(0.005, share))

/** The share of the others of its ecosystem that have a check, made cautious by the whole fleet; log-odds. */
function amongKindred(
  check: string,
  holders: number,
  { residents }: FleetReading,
  { name, ecosystem }: Resident,
): number {
  const same = [...residents.values()].filter((r) => r.ecosystem === ecosystem && r.name !== name)
  const having = same.filter(({ have }) => have.has(check)).length
  const whole = (holders + 0.5) / (residents.size + 1)
  return logOdds(bounded((having + whole) / (same.length + 1)))
}

/**
 * The share of the other repositories that have a check, each counted by the square of its likeness, as
 * log-odds.
 */
function amongKin(check: string, { residents, likeness }: FleetReading, { name }: Resident): number {
  let all = 0
  let having = 0
  for (const other of residents.values()) {
    if (other.name === name) continue
    const weight = likeness(name, other.name) ** 2
    all += weight
    if (other.have.has(check)) having += weight
  }
  return logOdds(bounded(having / (all + 1e-9)))
}
