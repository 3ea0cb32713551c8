import type { Fault } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { isNewState, removedBody, threadBody } from '../../../shared/views/told/thread-body.ts'
import type { Fact } from '../../../shared/hub/fact.ts'
import type { HubSession } from '../ports/hub.ts'
import type { Ports } from '../ports/ports.ts'
import type { RemoteState } from '../../../shared/hub/status.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { Store } from '../ports/store.ts'
import type { Views } from '../views/views.ts'
import { STATES_AT_ONCE } from './others/read-others.ts'

export interface StateParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'hub' | 'threads' | 'alerts' | 'pollination' | 'together'>
  readonly views: Pick<Views, 'threads'>
}

const { redactIn } = createRedactor()
export const withoutSecrets = (fact: Fact): Fact => ({ ...fact, body: redactIn(fact.body) })

const bodyOf = (view: ThreadView): Fact['body'] => redactIn(threadBody(view))

/** What was looked at last: a view that is the same object says the same. */
export type Looked = Map<ThreadId, ThreadView>

/** Marks become rows, and so do states that are others than were told. */
export function writeStates(parts: StateParts, looked: Looked): void {
  const { store } = parts
  const shown = new Map(parts.views.threads().map((view) => [view.id, view]))
  const others = [...shown].flatMap(([id, view]) => (looked.get(id) === view ? [] : [id]))
  const ids = new Set([...store.hub.marks(), ...others])
  if (ids.size === 0) return
  store.together(() => ids.forEach((id) => writeState(id, shown.get(id), parts)))
  for (const id of ids) {
    const view = shown.get(id)
    if (view === undefined) looked.delete(id)
    else looked.set(id, view)
  }
}

function writeState(
  id: ThreadId,
  view: ThreadView | undefined,
  { ports: { clock }, store }: StateParts,
): void {
  const thread = store.threads.get(id)
  if (thread === null) return store.hub.dropMark(id) // its end has a row of its own
  // Out of sight: it is being taken away.
  const body = view === undefined ? removedBody(thread) : bodyOf(view)
  if (isNewState(store.hub.lastState(id), body)) store.hub.writeState(id, body, clock.now())
  else store.hub.dropMark(id)
}

/**
 * Writes a row for each thread and alert of which the hub says something else than is so here: after a folder was
 * restored from an older copy, or a hub was, and after what happened while nobody watched.
 */
export function writeDifferences(known: readonly RemoteState[], parts: StateParts): void {
  const { store } = parts
  const bodies = new Map(parts.views.threads().map((view) => [view.id, bodyOf(view)]))
  const told = {
    thread: new Map(known.flatMap((state) => (state.kind === 'thread' ? [[state.id, state.body]] : []))),
    alert: new Map(known.flatMap((state) => (state.kind === 'alert' ? [[state.id, state.body]] : []))),
  }
  store.together(() => {
    for (const id of new Set([...told.thread.keys(), ...bodies.keys()] as ThreadId[]))
      threadDifference(id, told.thread.get(id) ?? null, bodies.get(id), parts)
    const standing = store.threads.list().flatMap(({ id }) => store.threads.facts(id).alerts)
    for (const { id } of standing) if (!told.alert.has(id)) store.hub.restateAlert(id)
    for (const [id, body] of told.alert)
      if (isOtherAlert(body, store.alerts.get(id as never))) store.hub.restateAlert(id as never)
  })
}

/** The same of suggestions: `told` stand as open there. */
export function writeOtherSuggestions(told: readonly Fact['body'][], { ports, store }: StateParts): void {
  const now = ports.clock.now()
  const open = new Set(store.pollination.open().map(({ number }) => number))
  const there = new Set(told.map(({ number }) => number))
  store.together(() => {
    for (const body of told)
      if (typeof body['number'] === 'number' && !open.has(body['number']))
        store.hub.restateSuggestion(body['number'], { ...body, ...IS_GONE, at: now }, now)
    for (const number of open) if (!there.has(number)) store.hub.restateSuggestion(number, {}, now)
  })
}
const IS_GONE = {
  state: 'expired',
  by: 'app',
  reason: 'its machine goes on from an older copy of its history',
} as const

function threadDifference(
  id: ThreadId,
  told: Fact['body'] | null,
  now: Fact['body'] | undefined,
  { ports: { clock }, store }: StateParts,
): void {
  if (now === undefined && told?.['state'] === 'removed') return
  const body = now ?? removedBody(store.threads.get(id) ?? told ?? {})
  if (isNewState(told, body)) store.hub.writeState(id, body, clock.now())
}

/** Whether what was told of it is not how it stands; what is over and is forgotten here is over. */
function isOtherAlert(told: Fact['body'], now: ReturnType<Store['alerts']['get']>): boolean {
  const isOver = told['step'] === 'removed' || typeof told['resolvedAt'] === 'number'
  if (now === null) return !isOver
  return (
    isOver !== (now.resolvedAt !== null) ||
    (told['acknowledgedAt'] ?? null) !== now.acknowledgedAt ||
    (told['snoozedUntil'] ?? null) !== now.snoozedUntil
  )
}

/** What the hub says of this machine's threads and alerts. */
export async function ownStates(
  session: HubSession,
  machine: string,
): Promise<Result<readonly RemoteState[], Fault>> {
  const own: RemoteState[] = []
  for (let after = 0; ; ) {
    const page = await session.states(after, STATES_AT_ONCE)
    if (!page.ok) return page
    own.push(...page.value.filter((state) => state.machine === machine))
    if (page.value.length < STATES_AT_ONCE) return ok(own)
    after = page.value.at(-1)!.rev
  }
}
