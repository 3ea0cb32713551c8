import { MINUTE } from '../base/time.ts'
import type { FleetView } from './snapshot.ts'
import type { ThreadView } from './thread-view.ts'
import type { FleetPatch, ThreadPatch } from './live.ts'

// What of a view is news for whoever has the one before.

/** What differs; all of it for a thread that was not there, null when nothing does. */
export function patchOf(before: ThreadView | undefined, after: ThreadView): ThreadPatch | null {
  if (before === undefined) return after
  const moved = (Object.keys(after) as (keyof ThreadView)[]).filter(
    (field) =>
      before[field] !== after[field] && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (moved.length === 0) return null
  const fields = Object.fromEntries(moved.map((field) => [field, after[field]])) as Partial<ThreadView>
  return { ...fields, id: after.id }
}

/** The fleet as it was told last: its fields as texts, and when. */
interface FleetTold {
  readonly fields: ReadonlyMap<string, string>
  readonly at: number
}

export const NOT_TOLD: FleetTold = { fields: new Map(), at: -Infinity }

/** null: nothing is news. */
export function fleetNews(
  before: FleetTold,
  fleet: FleetView,
): { readonly patch: FleetPatch; readonly told: FleetTold } | null {
  const moved = Object.entries(gistOf(fleet))
    .map(([field, value]) => [field, JSON.stringify(value)] as const)
    .filter(([field, text]) => before.fields.get(field) !== text)
  if (moved.length === 0 && fleet.at - before.at < MINUTE) return null
  const { at, lastTickAt, watch } = fleet
  const fields = Object.fromEntries(moved.map(([field]) => [field, fleet[field as keyof FleetView]]))
  return {
    patch: { ...fields, at, lastTickAt, watch },
    told: { fields: new Map([...before.fields, ...moved]), at },
  }
}

/**
 * The pulse alone is news once a minute, and a forecast only by the cent, so that a quiet window stays
 * quiet.
 */
function gistOf({ at: _at, lastTickAt: _tick, ...fleet }: FleetView): Readonly<Record<string, unknown>> {
  const { tomorrow } = fleet.spend
  return {
    ...fleet,
    watch: fleet.watch.ok || fleet.watch,
    spend: {
      ...fleet.spend,
      tomorrow: tomorrow === null ? null : { ...tomorrow, usd: Math.round(tomorrow.usd * 100) },
    },
  }
}
