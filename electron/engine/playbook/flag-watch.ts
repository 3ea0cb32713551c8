import type { ThreadId } from '../../../shared/base/ids.ts'
import { flagAlerts, goneFlagKeys } from '../../../shared/runs/judge/standing.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Documents } from './documents.ts'

interface FlagWatchParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'threads' | 'alerts'>
  readonly documents: Documents
  /** Something was raised or is over. */
  readonly changed: () => void
}

/**
 * A line under Urgent Flags is urgent as soon as its file has been read, whoever wrote it and whether or not
 * the thread beats; taken away, it is over as soon. A flag that a person resolved by hand is raised again by
 * the next beat that finds it, neither by each reading nor by each start of the app.
 */
export function watchFlags({ ports, store, documents, changed }: FlagWatchParts): void {
  const standing = new Map<ThreadId, readonly string[]>() // as read last
  documents.onChange((id) => {
    const doc = documents.facts(id)
    if (doc === null || store.threads.get(id) === null) return
    const before = standing.get(id)
    standing.set(id, doc.flags)
    const open = store.threads.facts(id).alerts.flatMap((alert) => alert.key ?? [])
    const seen =
      before === undefined ? store.alerts.resolvedByHand(id) : flagAlerts(before).map((alert) => alert.key)
    const known = new Set<string | null>([...open, ...seen])
    const raised = flagAlerts(doc.flags).filter((alert) => !known.has(alert.key))
    const gone = goneFlagKeys(open, doc.flags)
    if (raised.length === 0 && gone.length === 0) return
    const now = ports.clock.now()
    for (const alert of raised) store.alerts.raise(id, alert, now)
    store.alerts.resolve(id, gone, now)
    changed()
  })
}
