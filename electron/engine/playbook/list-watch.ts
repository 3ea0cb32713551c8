import type { ThreadId } from '../../../shared/base/ids.ts'
import { LIST_KEY } from '../../../shared/runs/judge/alert-key.ts'
import { flagAlerts, goneFlagKeys, unreadAlert } from '../../../shared/runs/judge/standing.ts'
import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { DocFacts } from '../../../shared/views/thread-view.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Documents } from './documents.ts'
import { takenFlags } from './taken-flags.ts'

interface ListWatchParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'threads' | 'alerts' | 'versions'>
  readonly documents: Documents
  /** Something was raised or is over. */
  readonly changed: () => void
}

/**
 * A line under Urgent Flags is urgent as soon as its file has been read, whoever wrote it and whether or not
 * the thread beats; taken away, it is over as soon. So are lines that look as if they should count and do
 * not. What a person resolved by hand is raised again when it changes, and a flag by the next beat that
 * finds it, neither by each reading nor by each start of the app.
 */
export function watchLists({ ports, store, documents, changed }: ListWatchParts): void {
  const standing = new Map<ThreadId, readonly RaisedAlert[]>() // as read last
  documents.onChange((id) => {
    const doc = documents.facts(id)
    if (doc === null || store.threads.get(id) === null) return
    const before = standing.get(id)
    const all = alertsOf(doc)
    standing.set(id, all)
    const open = store.threads.facts(id).alerts
    const openKeys = open.flatMap((alert) => alert.key ?? [])
    const seen = before?.map(printOf) ?? []
    const known = new Set([...open.map(printOf), ...seen])
    const byHand = new Set<string | null>(before === undefined ? store.alerts.resolvedByHand(id) : [])
    const raised = all.filter((alert) => !known.has(printOf(alert)) && !byHand.has(alert.key))
    const goneFlags = goneFlagKeys(openKeys, doc.flags)
    const gone = [...goneFlags, ...openKeys.filter((key) => key === LIST_KEY && doc.unread.length === 0)]
    // A run that took a flag away may have ended it already.
    const wentFrom = (before ?? []).flatMap(({ key }) => key ?? [])
    const taken = takenFlags(id, [...new Set([...goneFlags, ...goneFlagKeys(wentFrom, doc.flags)])], store)
    if (raised.length === 0 && gone.length === 0 && taken === null) return
    const now = ports.clock.now()
    for (const alert of [...raised, ...(taken === null ? [] : [taken])]) store.alerts.raise(id, alert, now)
    store.alerts.resolve(id, gone, now)
    changed()
  })
}

function alertsOf({ flags, unread }: DocFacts): readonly RaisedAlert[] {
  const lines = unreadAlert(unread)
  return [...flagAlerts(flags), ...(lines === null ? [] : [lines])]
}

/** A flag is its key; what is not read may be other lines under the same one. */
const printOf = ({ key, text }: Pick<RaisedAlert, 'key' | 'text'>): string =>
  key === LIST_KEY ? `${key}\n${text}` : (key ?? '')
