import { useMemo, useState, type ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import { incidentOf } from '../../shared/alerts/incident.ts'
import type { IncidentView } from '../../shared/views/snapshot.ts'
import { useBridge } from '../client/bridge.ts'
import { useFleet, useLive } from '../client/live.ts'
import { acknowledge } from '../commands/actions/alerts.ts'
import { Button } from '../kit/button.tsx'
import { SectionTitle } from '../kit/parts.tsx'
import { needs, type Need } from './attention.ts'
import { TODAY } from './copy.ts'
import { NeedRow } from './need-row.tsx'

/** So that the fleet stays in sight. */
const FIRST_SHOWN = 4

export function NeedsYou(): ReactNode {
  const threads = useLive((live) => live.threads)
  const alerts = useFleet((fleet) => fleet.alerts)
  const app = useBridge()
  const [all, setAll] = useState(false)
  const [chosen, choose] = useState<ThreadId | null>(null)
  const incidents = useFleet((fleet) => fleet.incidents)
  // What an incident says for many threads is not said again for each.
  const cards = useMemo(
    () => needs(threads.values(), alerts).filter((n) => !isFolded(n, incidents)),
    [threads, alerts, incidents],
  )
  if (cards.length === 0) return null
  const shown = all ? cards : cards.slice(0, FIRST_SHOWN)
  const isChosen = shown.some(({ thread }) => thread.id === chosen)
  const open = cards.flatMap((c) => c.alerts.map((a) => a.id))
  return (
    <section aria-labelledby="needs-title" data-list className="mb-4">
      <SectionTitle
        id="needs-title"
        right={
          open.length > 1 && (
            <Button look="ghost" size="s" onClick={() => void acknowledge(app, open)}>
              {TODAY.needs.acknowledgeAll(open.length)}
            </Button>
          )
        }
      >
        {TODAY.needs.title}
      </SectionTitle>
      <div className="card overflow-hidden rounded-card border border-line bg-surface">
        {shown.map((need, i) => (
          <NeedRow
            key={need.thread.id}
            need={need}
            isOpen={isChosen ? need.thread.id === chosen : i === 0}
            onOpen={() => choose(need.thread.id)}
          />
        ))}
      </div>
      {cards.length > shown.length && (
        <Button look="ghost" size="s" className="mt-2" onClick={() => setAll(true)}>
          {TODAY.needs.showAll(cards.length)}
        </Button>
      )}
    </section>
  )
}

function isFolded({ kind, thread, alerts }: Need, incidents: readonly IncidentView[]): boolean {
  if (kind === 'broken')
    return incidents.some((i) => i.members.some((m) => m.failing && m.threadId === thread.id))
  return kind === 'alert' && alerts.length > 0 && alerts.every((a) => incidentOf(a, incidents) !== null)
}
