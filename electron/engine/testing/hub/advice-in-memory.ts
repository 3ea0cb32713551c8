import type { Fact } from '../../../../shared/hub/fact.ts'
import type { RemoteAdvice } from '../../../../shared/hub/status.ts'

type Kept = RemoteAdvice & { readonly from: string }

/** Of a list the words are not kept with what happened. */
export const eventOf = (fact: Fact): Fact => (fact.kind === 'list' ? { ...fact, body: {} } : fact)

/** With this fact, where it is the newest of its list, or of its suggestion. */
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
    { machine, id, kind, at: fact.at, body: bodyOf(fact), ...place },
  ]
}

const idOf = ({ kind, thread, body }: Fact): string | null =>
  kind === 'list' ? thread : String(body['number'])

const bodyOf = ({ kind, thread, body }: Fact): Fact['body'] =>
  kind === 'suggestion' ? { ...body, thread } : body

/** What this machine reads of it. */
export const isFor = (own: string, { kind, machine }: Kept): boolean => kind === 'list' || machine !== own

/** Its suggestions that stand as open. */
export const openIn = (advice: readonly Kept[], own: string): readonly Fact['body'][] =>
  advice
    .filter(
      ({ machine, kind, body }) => machine === own && kind === 'suggestion' && body['state'] === 'proposed',
    )
    .map(({ body }) => body)
