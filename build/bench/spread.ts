import path from 'node:path'
import { type FleetReading, readFleet } from '../../shared/pollination/fleet-reading.ts'
import { suggest } from '../../shared/pollination/likely.ts'
import type { FleetHistory } from '../../shared/pollination/state.ts'
import { baselines } from './spread/baselines.ts'
import { outcomeOf, ratioOf, type Picks } from './spread/outcome.ts'
import { fleetAt, readStates } from './spread/states-file.ts'
import { windowsOf, type Window } from './spread/windows.ts'

/**
 * `npm run bench:spread [-- [--seed N] [--least SCORE] FILE…]`: which checks do repositories take up? Each
 * FILE has the states of real repositories, half a year apart. At each date the product's own comparer
 * suggests at most three checks, knowing only what was known then, and is compared with what the
 * maintainers added in the next 18 months; beside it what needs no comparer: what most have, what similar
 * ones have, what is spreading, chance, and an oracle that knows the future.
 *
 * Precision at three has the same divisor for all: three places in each window in which something was
 * added. A place left empty is a miss there; `made` is the precision of what was really said. A window in
 * which nothing was added is left out for all of them.
 *
 * Of the fleet nothing later than the date is known. The product's own tables (how often a check is taken up
 * elsewhere, and the weights) are fitted on other repositories of the same years: measure with repositories
 * that were not among those.
 */
const BASE = 'popularity'

function main(args: string[]): void {
  const option = (name: string): number | null => {
    const at = args.indexOf(name)
    return at === -1 ? null : Number(args.splice(at, 2)[1])
  }
  const seed = option('--seed') ?? 1
  const least = option('--least')
  if (args.length === 0) throw new Error('usage: npm run bench:spread -- FILE…')
  for (const file of args) measure(file, seed, least === null ? {} : { least })
}

function measure(file: string, seed: number, limits: { readonly least?: number }): void {
  const states = readStates(file)
  const windows = windowsOf(states)
  if (windows.length === 0) throw new Error(`${file}: no window in which a check was added`)
  const fleets = new Map<number, { readonly fleet: FleetHistory; readonly reading: FleetReading }>()
  for (const at of new Set(windows.map((window) => window.at))) {
    const fleet = fleetAt(states.fleet, at)
    fleets.set(at, { fleet, reading: readFleet(fleet, states.dates[at] ?? '') })
  }
  const ours = windows.map(({ at, name }) =>
    suggest(fleets.get(at)!.reading, name, limits).map(({ check }) => check),
  )
  const all = new Map<string, Picks>([['ours', ours]])
  for (const [name, recommend] of baselines(seed))
    all.set(
      name,
      windows.map((window) => recommend(fleets.get(window.at)!.fleet, window)),
    )
  report(path.basename(file), { states: states.fleet.size, windows, all, seed })
}

interface Measured {
  readonly states: number
  readonly windows: readonly Window[]
  readonly all: ReadonlyMap<string, Picks>
  readonly seed: number
}

function report(file: string, { states, windows, all, seed }: Measured): void {
  const base = all.get(BASE)!
  console.log(`${file}: ${states} repositories, ${windows.length} windows with additions, seed ${seed}`)
  console.log('                          P@3   R@3  ratio to popularity    made: P of  N  removed')
  for (const [name, picks] of all) {
    const { precision, recall, precisionMade, made, ofRemoved } = outcomeOf(windows, picks)
    const { value, low, high } = ratioOf(windows, picks, base, seed)
    console.log(
      `  ${name.padEnd(23)} ${precision.toFixed(3)} ${recall.toFixed(3)}  ${value.toFixed(2)} ` +
        `[${low.toFixed(2)}, ${high.toFixed(2)}]        ${(precisionMade ?? 0).toFixed(3)} ` +
        `${String(made).padStart(5)}  ${ofRemoved}`,
    )
  }
  const { precision, ofRemoved } = outcomeOf(windows, all.get('ours')!)
  const { value, low, high } = ratioOf(windows, all.get('ours')!, base, seed)
  console.log(
    `precision@3 ${precision.toFixed(3)}, ratio ${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`,
  )
  if (ofRemoved > 0) process.exitCode = 1
}

main(process.argv.slice(2))
