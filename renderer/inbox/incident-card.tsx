import { CloudAlert } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { IncidentView } from '../../shared/views/snapshot.ts'
import type { Instant } from '../../shared/base/time.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { INBOX } from './copy.ts'
import { ALERT_COPY } from '../commands/actions/alert-copy.ts'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, PLACES, threadPath } from '../client/navigation.ts'
import { span, useMinute } from '../kit/time.ts'
import { isFocusLost } from './use-row-focus.ts'

/**
 * Causes that strike many threads: one card each, whatever the number of their threads. `known`: also those
 * a person has acknowledged.
 */
export function Incidents({ known = false }: { known?: boolean }): ReactNode {
  const incidents = useFleet((fleet) => fleet.incidents)
  return incidents
    .filter((i) => known || i.acknowledgedAt === null)
    .map((i) => <IncidentCard key={i.id} incident={i} />)
}

export function IncidentCard({ incident }: { incident: IncidentView }): ReactNode {
  const { client } = useBridge()
  const [isOpen, setOpen] = useState(false)
  const now = useMinute()
  const card = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  const isKnown = incident.acknowledgedAt !== null
  // The button that was pressed is gone with that: the card itself stands there still.
  useLayoutEffect(() => {
    if (isKnown && hadFocus.current && isFocusLost()) card.current?.querySelector('button')?.focus()
  }, [isKnown])
  const repair = (): void => {
    if (incident.repair.do === 'retry')
      void attempt(client.incidents.retry({ id: incident.id }).then(({ beats }) => beats)).then(
        (beats) => beats !== null && void attempt(Promise.resolve(), INBOX.incident.retried(beats)),
      )
    else navigate(PLACES[incident.repair.do])
  }
  return (
    <section
      ref={card}
      onFocus={() => (hadFocus.current = true)}
      aria-label={INBOX.incident.label(incident.title)}
      className="mb-4 rounded-card border border-broken-fill/40 bg-broken-tint px-4 py-3 text-13"
    >
      <div className="flex items-center gap-3 max-[900px]:flex-wrap">
        <CloudAlert size={18} aria-hidden className="shrink-0 text-broken" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold text-ink">
            {incident.title} <span className="font-normal text-ink-2">· {standing(incident, now)}</span>
          </p>
          <p className="text-ink-2">{incident.text}</p>
        </div>
        <Button size="s" look="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? INBOX.incident.hide : INBOX.incident.show}
        </Button>
        {!isKnown && (
          <Button
            size="s"
            onClick={() =>
              void attempt(client.incidents.acknowledge({ id: incident.id }), ALERT_COPY.did.acknowledged(1))
            }
          >
            {INBOX.acknowledge}
          </Button>
        )}
        <Button size="s" look="primary" onClick={repair}>
          {incident.repair.label}
        </Button>
      </div>
      {isOpen && <Members incident={incident} />}
    </section>
  )
}

function standing({ raisedAt, cameBack, acknowledgedAt }: IncidentView, now: Instant): string {
  const parts = [
    span(now - raisedAt),
    cameBack > 0 && INBOX.incident.came(cameBack),
    acknowledgedAt !== null && INBOX.incident.known,
  ]
  return parts.filter(Boolean).join(' · ')
}

function Members({ incident }: { incident: IncidentView }): ReactNode {
  const threads = useLive((live) => live.threads)
  const members = incident.members.filter((m) => m.failing).flatMap((m) => threads.get(m.threadId) ?? [])
  return (
    <ul className="mt-2 flex flex-col border-t border-line pt-2">
      {members.map((t) => (
        <li key={t.id} className="flex min-w-0 items-baseline gap-2 py-0.5">
          <button
            type="button"
            className="min-h-6 shrink-0 rounded-[3px] font-medium hover:underline"
            onClick={() => navigate(threadPath(t.id))}
          >
            {t.name}
          </button>
          <span className="min-w-0 truncate text-12 text-ink-2" title={t.because}>
            {t.because}
          </span>
        </li>
      ))}
    </ul>
  )
}
