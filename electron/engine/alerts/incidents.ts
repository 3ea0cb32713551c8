import { isOpen } from '../../../shared/alerts/alert.ts'
import type { IncidentId, ThreadId } from '../../../shared/base/ids.ts'
import {
  INCIDENT_WORDS,
  incidentOf,
  INCIDENT_WINDOW_MS,
  incidentsIn,
  isOver,
  SAME_INCIDENT_MS,
  withBeat,
  type Incident,
} from '../../../shared/alerts/incident.ts'
import type { IncidentView } from '../../../shared/views/snapshot.ts'
import { HOUR, type Instant } from '../../../shared/base/time.ts'
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

/** `again`: a beat of this thread soon, as the schedule would ask for it. */
export function createIncidents(
  { log }: Pick<Ports, 'log'>,
  store: Store,
  again: (id: ThreadId) => void,
): Incidents {
  const going = (now: Instant): readonly Incident[] =>
    store.incidents.list(now).filter((i) => i.resolvedAt === null)
  const find = (id: IncidentId): Incident | null =>
    going(Number.MAX_SAFE_INTEGER).find((i) => i.id === id) ?? null
  const failingOf = (incident: Incident): readonly ThreadId[] =>
    incident.members.filter((m) => m.failing).map((m) => m.threadId)
  /** What a person knows covers who joins later, and what is raised again under another text. */
  function acknowledgeFolded(incident: Incident, now: Instant): void {
    const folded = failingOf(incident)
      .flatMap((threadId) => store.threads.facts(threadId).alerts)
      .filter((a) => isOpen(a, now) && incidentOf(a, [incident]) !== null)
    if (folded.length > 0)
      store.alerts.acknowledge(
        folded.map((a) => a.id),
        now,
      )
  }

  return {
    look(now) {
      const open = going(now)
      let isAnyOver = false
      const beats = store.incidents.beatsSince(now - (open.length > 0 ? HOUR : INCIDENT_WINDOW_MS))
      for (const incident of open) {
        // The newest beat of a thread decides, so the same beats may be counted in again.
        const members = beats
          .reduce((all, beat) => withBeat(all, incident.class, beat), incident.members)
          .filter((m) => store.threads.get(m.threadId) !== null)
        const over = isOver(members, now)
        isAnyOver ||= over
        if (!over && incident.acknowledgedAt !== null) acknowledgeFolded({ ...incident, members }, now)
        if (!over && JSON.stringify(members) === JSON.stringify(incident.members)) continue
        store.together(() => {
          store.incidents.change(incident.id, { members, ...(over ? { resolvedAt: now } : {}) })
          if (over) store.alerts.unfold(members.map((m) => m.threadId))
        })
        // One that is well shows that the cause may be gone: the others need not wait out their delay.
        const isBetter = incident.members.some(
          (m) => m.failing && members.some((n) => n.threadId === m.threadId && !n.failing),
        )
        if (!over && isBetter)
          for (const m of members)
            if (m.failing && store.queue.waitingBeat(m.threadId) === null) again(m.threadId)
        if (over) log('info', 'incident.over', { class: incident.class, threads: members.length })
      }
      for (const { class: cause, threadIds } of incidentsIn(beats, now)) {
        if (open.some((i) => i.class === cause)) continue
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
      return isAnyOver
    },
    view: (now) =>
      going(now).map((incident) => {
        const { title, text, repair } = INCIDENT_WORDS[incident.class]
        return { ...incident, title: title(failingOf(incident).length), text, repair }
      }),
    acknowledge(id, now) {
      const incident = find(id)
      if (incident === null) return false
      store.together(() => {
        store.incidents.change(id, { acknowledgedAt: now })
        acknowledgeFolded(incident, now)
      })
      return true
    },
    failing: (id) => {
      const incident = find(id)
      return incident === null ? null : failingOf(incident)
    },
  }
}
