import { SETTLED_ONCE_SEEN } from '../../../shared/alerts/alert.ts'
import type { AlertId, ItemId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import { dueTiers, type Tier } from '../../../shared/schedule/tier.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { paceOf } from '../schedule/pace.ts'
import type { Engine } from './engine.ts'

// What a person does, here or at another machine: the same in the window, on the command line and by mail.

interface Parts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'threads' | 'runs' | 'alerts' | 'together'>
  readonly engine: Pick<Engine, 'settings' | 'wake' | 'noteActivity' | 'slots'>
}

type AskedBeat =
  | { readonly is: 'running'; readonly itemId: ItemId; readonly runId: RunId }
  | { readonly is: 'waiting'; readonly itemId: ItemId; readonly merged: boolean }

/** One wish, one beat: a beat already on its way is shown instead of a second one. A tick starts it. */
export function askForBeat(
  thread: Thread,
  tier: Tier | undefined,
  sessionId: string | undefined,
  { ports, store, engine }: Parts,
): AskedBeat {
  const running = store.runs.running().find((r) => r.threadId === thread.id && r.kind === 'heartbeat')
  if (running !== undefined && (tier === undefined || running.tiers.includes(tier)))
    return { is: 'running', itemId: running.itemId, runId: running.id }
  return store.together(() => {
    engine.noteActivity(thread.id)
    const pace = paceOf(thread, ports, engine.settings())
    // All that would be due is snoozed: who asks for a beat all the same gets the quick one.
    const rests = tier === undefined && dueTiers(thread.tiers, [], ports.clock.now(), pace).length === 0
    return {
      is: 'waiting',
      ...engine.wake(thread.id, 'manual', rests ? 'quick' : (tier ?? null), sessionId),
    }
  })
}

export const resumeThread = (id: ThreadId, { store, engine }: Omit<Parts, 'ports'>): void =>
  store.together(() => {
    store.threads.change(id, { pause: null, failures: 0 })
    engine.noteActivity(id)
    engine.slots.replan(id)
  })

export function acknowledgeAlerts(
  ids: readonly AlertId[],
  note: string | null,
  { ports: { clock }, store }: Omit<Parts, 'engine'>,
): void {
  store.alerts.acknowledge(ids, clock.now(), note)
  for (const alert of ids.map((id) => store.alerts.get(id)))
    if (alert?.key != null && SETTLED_ONCE_SEEN.includes(alert.key))
      store.alerts.resolve(alert.threadId, [alert.key], clock.now())
}
