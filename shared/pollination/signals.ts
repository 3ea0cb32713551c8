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
  const spread = logOdds(elsewhere)
  const isUnseen = holders === 0
  return {
    elsewhere: spread,
    elsewhereUnseen: isUnseen ? spread : 0,
    holders: logOdds((holders + 3 * Math.min(0.6, 2 * elsewhere)) / (fleet.residents.size + 3)),
    windowCount: Math.log(1 + window.adopted),
    age: Math.log(1 + (first === null ? 0 : fleet.last - first)),
    unseen: isUnseen ? 1 : 0,
    together: together(check, holders, fleet, resident),
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

/** How much more often than by chance those have this check who have what this repository has. */
function together(check: string, holders: number, { residents }: FleetReading, { have }: Resident): number {
  if (holders === 0) return 0
  let sum = 0
  for (const other of have) {
    let both = 0
    let others = 0
    for (const { have: theirs } of residents.values()) {
      if (!theirs.has(other)) continue
      others++
      if (theirs.has(check)) both++
    }
    if (others < 2 || others === residents.size) continue
    sum += Math.log((both + 1) / ((holders * others) / residents.size + 1))
  }
  return sum / (1 + have.size)
}
