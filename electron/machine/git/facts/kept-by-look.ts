import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { isSettled, sightingOf } from './sighting.ts'

/** How some files looked. */
interface Look {
  readonly print: string
  readonly isSettled: (nowMs: number) => boolean
}

/** null: they cannot be seen. */
async function lookAt(paths: readonly string[]): Promise<Look | null> {
  const seen = await Promise.all(paths.map(sightingOf)).catch(() => null)
  if (seen === null) return null
  return {
    print: seen.map(({ print }) => print).join('\n'),
    isSettled: (nowMs) => seen.every((sighting) => isSettled(sighting, nowMs)),
  }
}

const KEPT_AT_MOST = 2000

/** `nowMs`: the system's clock. */
interface Asked<T> {
  readonly key: string
  readonly paths: readonly string[]
  readonly find: (print: string | null) => Promise<Result<T, Fault>>
  readonly nowMs: () => number
}

/**
 * What was found last under a key, as long as the files that it follows from look as they did; else it is found anew.
 * `doesLast`: whether it follows from them alone.
 */
export function keptByLook<T>(doesLast: (value: T) => boolean = () => true) {
  const known = new Map<string, { readonly print: string; readonly value: T }>()
  return async ({ key, paths, find, nowMs }: Asked<T>): Promise<Result<T, Fault>> => {
    const askedMs = nowMs()
    const before = await lookAt(paths)
    const kept = known.get(key)
    if (kept !== undefined && kept.print === before?.print) return ok(kept.value)
    known.delete(key)
    const found = await find(before?.print ?? null)
    // What changed just before, or meanwhile, may not be what was read.
    const isKept =
      found.ok &&
      doesLast(found.value) &&
      before?.isSettled(askedMs) === true &&
      (await lookAt(paths))?.print === before.print
    if (!isKept) return found
    if (known.size >= KEPT_AT_MOST) known.clear()
    known.set(key, { print: before.print, value: found.value })
    return found
  }
}
