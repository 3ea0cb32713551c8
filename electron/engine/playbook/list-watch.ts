import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import { LIST_KEY, SUSPECT_KEY } from '../../../shared/runs/judge/alert-key.ts'
import { flagAlerts, goneFlagKeys, unreadAlert } from '../../../shared/runs/judge/standing.ts'
import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import { suspectAlert } from '../../../shared/runs/judge/suspect-alert.ts'
import { withoutLine } from '../../../shared/views/doc-facts.ts'
import type { Suspects } from '../../../shared/playbook/lint/suspects.ts'
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
  const readings = new Map<ThreadId, DocFacts>() // the last of each
  documents.onChange((id) => {
    const doc = documents.facts(id)
    if (doc === null || store.threads.get(id) === null) return
    const before = readings.get(id) ?? null
    readings.set(id, doc)
    const open = store.threads.facts(id).alerts
    const openKeys = open.flatMap((alert) => alert.key ?? [])
    const raised = [
      ...newsOf(doc, before, open, () => store.alerts.resolvedByHand(id)),
      ...suspectNews(doc.suspects, documents.takeSuspectNews(id), open),
    ]
    const goneFlags = goneFlagKeys(openKeys, doc.flags)
    const isOver = (key: string): boolean =>
      (key === LIST_KEY && doc.unread.length === 0) ||
      (key === SUSPECT_KEY && doc.suspects.lines.length === 0)
    const gone = [...goneFlags, ...openKeys.filter(isOver)]
    // A run that took a flag away may have ended it already.
    const wentFrom = before === null ? [] : alertsOf(before).flatMap(({ key }) => key ?? [])
    const taken = takenFlags(id, [...new Set([...goneFlags, ...goneFlagKeys(wentFrom, doc.flags)])], store)
    if (raised.length === 0 && gone.length === 0 && taken === null) return
    const now = ports.clock.now()
    for (const alert of [...raised, ...(taken === null ? [] : [taken])]) store.alerts.raise(id, alert, now)
    store.alerts.resolve(id, gone, now)
    changed()
  })
}

/** `before`: the reading before, which is compared word for word; null: none since the start of the app. */
function newsOf(
  doc: DocFacts,
  before: DocFacts | null,
  open: readonly Alert[],
  resolvedByHand: () => readonly string[],
): readonly RaisedAlert[] {
  const openKeys = new Set(open.map(({ key }) => key))
  const last = before === null ? null : flagAlerts(before.flags)
  const byHand = new Set<string | null>(before === null ? resolvedByHand() : [])
  const flags = flagAlerts(doc.flags).filter(({ key, text }) => {
    const same = last?.find((flag) => flag.key === key)
    return same === undefined ? !openKeys.has(key) && !byHand.has(key) : same.text !== text
  })
  const notice = unreadAlert(doc.unread)
  if (notice === null || before?.unread.join('\n') === doc.unread.join('\n')) return flags
  const standing = open.find(({ key }) => key === LIST_KEY)
  const known = new Set((before?.unread ?? standing?.text.split('\n') ?? []).map(withoutLine))
  if (doc.unread.every((line) => known.has(withoutLine(line))))
    // Fewer of them, or on other lines: the notice says so, and stays acknowledged.
    return standing === undefined ? flags : [...flags, { ...notice, foldedBy: 'cause', times: 0 }]
  return before === null && byHand.has(LIST_KEY) ? flags : [...flags, notice]
}

/** One notice for all of them, told once for each text; where only some are left the notice says so, without a word. */
function suspectNews(suspects: Suspects, news: number, open: readonly Alert[]): readonly RaisedAlert[] {
  const notice = suspectAlert(suspects)
  if (notice === null) return []
  if (news > 0) return [notice]
  const standing = open.find(({ key }) => key === SUSPECT_KEY)
  const isOther = standing !== undefined && standing.text !== notice.text
  return isOther ? [{ ...notice, foldedBy: 'cause', times: 0 }] : []
}

function alertsOf({ flags, unread }: DocFacts): readonly RaisedAlert[] {
  const lines = unreadAlert(unread)
  return [...flagAlerts(flags), ...(lines === null ? [] : [lines])]
}
