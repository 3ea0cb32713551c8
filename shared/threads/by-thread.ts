import type { ThreadId } from '../base/ids.ts'

/** What belongs to each thread, in the order in which it came. */
export function byThread<T extends { readonly threadId: ThreadId }>(
  all: readonly T[],
): ReadonlyMap<ThreadId, readonly T[]> {
  const parts = new Map<ThreadId, T[]>()
  for (const one of all) {
    const part = parts.get(one.threadId)
    if (part === undefined) parts.set(one.threadId, [one])
    else part.push(one)
  }
  return parts
}
