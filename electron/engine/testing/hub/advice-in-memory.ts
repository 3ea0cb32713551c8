import type { Fact } from '../../../../shared/hub/fact.ts'
import type { RemoteAdvice } from '../../../../shared/hub/status.ts'

type Kept = RemoteAdvice & { readonly from: string }

/** Of a list the words are not kept with what happened. */
export const eventOf = (fact: Fact): Fact => (fact.kind === 'list' ? { ...fact, body: {} } : fact)

/** With this fact, where it is the newest of its list, or of its suggestion that another machine offered. */
export function withAdvice(
  before: readonly Kept[],
  machine: string,
  fact: Fact,
  place: { readonly from: string; readonly rev: number },
): Kept[] {
  const { kind } = fact
  const id = idOf(fact)
  if ((kind !== 'list' && kind !== 'suggestion') || id === null) return [...before]
  const isSame = (one: Kept): boolean => one.machine === machine && one.kind === kind && one.id === id
  if (before.some((one) => isSame(one) && one.from > place.from)) return [...before]
  return [
    ...before.filter((one) => !isSame(one)),
    { machine, id, kind, at: fact.at, body: fact.body, ...place },
  ]
}

function idOf({ kind, thread, body }: Fact): string | null {
  if (kind === 'list') return thread
  return typeof body['offeredBy'] === 'string' ? String(body['number']) : null
}

/** What this machine reads of it. */
export const isFor = (machine: string, { kind, body }: Kept): boolean =>
  kind === 'list' || body['offeredBy'] === machine
