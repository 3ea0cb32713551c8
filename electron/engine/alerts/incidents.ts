import { isOpen } from '../../../shared/alerts/alert.ts'
import {
  INCIDENT_WINDOW_MS,
  INCIDENT_WORDS,
  incidentOf,
  incidentsIn,
  isOver,
  SAME_INCIDENT_MS,
  withBeat,
  type BeatTrouble,
  type Incident,
  type IncidentClass,
} from '../../../shared/alerts/incident.ts'
import type { IncidentId, ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, type Instant } from '../../../shared/base/time.ts'
import type { IncidentView } from '../../../shared/views/snapshot.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

export interface Incidents {
  /**
   * Brings them up to date with the beats that have ended. May be called at any time, any number of times.
   * true: one is over, so what it folded is to be told.
   */
  look(now: Instant): boolean
  view(now: Instant): readonly IncidentView[]
  /**
   * A person knows: its card and its members' alerts are out of the way until it is over. false: there is
   * none.
   */
  acknowledge(id: IncidentId, now: Instant): boolean
  /** Threads that fail for it; null: there is none. */
  failing(id: IncidentId): readonly ThreadId[] | null
}

interface IncidentParts {
  readonly log: Ports['log']
  readonly store: Pick<Store, 'threads' | 'queue' | 'alerts' | 'incidents' | 'together'>
  /** A beat of this thread soon, as the schedule would ask for it. */
  readonly beatAgain: (id: ThreadId) => void
}

export function createIncidents(parts: IncidentParts): Incidents {
  const { store } = parts
  const find = (id: IncidentId): Incident | null =>
    openIncidents(store, Number.MAX_SAFE_INTEGER).find((i) => i.id === id) ?? null

  return {
    look(now) {
      const open = openIncidents(store, now)
      const since = now - (open.length > 0 ? HOUR : INCIDENT_WINDOW_MS)
      // Asked after each beat, where hardly ever any ends so.
      if (open.length === 0 && !store.incidents.isTroubledSince(since)) return false
      const beats = store.incidents.beatsSince(since)
      const over = open.filter((incident) => isOverAfter(parts, incident, beats, now))
      for (const { class: cause, threadIds } of incidentsIn(beats, now))
        if (!open.some((i) => i.class === cause)) begin(parts, cause, threadIds, now)
      return over.length > 0
    },
    view: (now) =>
      openIncidents(store, now).map((incident) => {
        const { title, text, repair } = INCIDENT_WORDS[incident.class]
        return { ...incident, title: title(failingOf(incident).length), text, repair }
      }),
    acknowledge(id, now) {
      const incident = find(id)
      if (incident === null) return false
      store.together(() => {
        store.incidents.change(id, { acknowledgedAt: now })
        acknowledgeFolded(store, incident, now)
      })
      return true
    },
    failing(id) {
      const incident = find(id)
      return incident === null ? null : failingOf(incident)
    },
  }
}

const openIncidents = (store: Pick<Store, 'incidents'>, now: Instant): readonly Incident[] =>
  store.incidents.list(now).filter((i) => i.resolvedAt === null)
const failingOf = (incident: Incident): readonly ThreadId[] =>
  incident.members.filter((m) => m.failing).map((m) => m.threadId)

/** Counts the beats in; the newest beat of a thread decides, so the same beats may be counted in again. */
function isOverAfter(
  { log, store, beatAgain }: IncidentParts,
  incident: Incident,
  beats: readonly BeatTrouble[],
  now: Instant,
): boolean {
  const members = beats
    .reduce((all, beat) => withBeat(all, incident.class, beat), incident.members)
    .filter((m) => store.threads.get(m.threadId) !== null)
  if (isOver(members, now)) {
    store.together(() => {
      store.incidents.change(incident.id, { members, resolvedAt: now })
      store.alerts.unfold(members.map((m) => m.threadId))
    })
    log('info', 'incident.over', { class: incident.class, threads: members.length })
    return true
  }
  if (incident.acknowledgedAt !== null) acknowledgeFolded(store, { ...incident, members }, now)
  if (JSON.stringify(members) === JSON.stringify(incident.members)) return false
  store.incidents.change(incident.id, { members })
  // One that is well shows that the cause may be gone: the others need not wait out their delay.
  const isBetter = incident.members.some(
    (m) => m.failing && members.some((n) => n.threadId === m.threadId && !n.failing),
  )
  if (isBetter)
    for (const id of failingOf({ ...incident, members }))
      if (store.queue.waitingBeat(id) === null) beatAgain(id)
  return false
}

/** What a person knows covers who joins later, and what is raised again under another text. */
function acknowledgeFolded(store: Pick<Store, 'threads' | 'alerts'>, incident: Incident, now: Instant): void {
  const folded = failingOf(incident)
    .flatMap((threadId) => store.threads.facts(threadId).alerts)
    .filter((a) => isOpen(a, now) && incidentOf(a, [incident]) !== null)
  if (folded.length > 0)
    store.alerts.acknowledge(
      folded.map((a) => a.id),
      now,
    )
}

/** A new one, or one that was over for a short while and is back. */
function begin(
  { log, store }: IncidentParts,
  cause: IncidentClass,
  threadIds: readonly ThreadId[],
  now: Instant,
): void {
  const members = threadIds
    .filter((id) => store.threads.get(id) !== null)
    .map((threadId) => ({ threadId, failing: true, lastFailedAt: now }))
  const before = store.incidents
    .list(now - SAME_INCIDENT_MS)
    .find((i) => i.class === cause && i.resolvedAt !== null && i.resolvedAt > now - SAME_INCIDENT_MS)
  if (before === undefined) store.incidents.add(cause, members, now)
  else
    store.incidents.change(before.id, {
      resolvedAt: null,
      cameBack: before.cameBack + 1,
      members: [...before.members.filter((m) => !threadIds.includes(m.threadId)), ...members],
    })
  log('warn', 'incident.raised', {
    class: cause,
    threads: members.length,
    cameBack: before !== undefined,
  })
}
