import { useMemo, type ReactNode } from 'react'
import type { IncidentView } from '../../shared/views/snapshot.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { PARTS } from '../parts/copy.ts'
import { ReviewButton } from '../parts/approval/review-button.tsx'
import { FateChip } from '../parts/chips.tsx'
import { Menu } from '../kit/menu.tsx'
import { SectionTitle } from '../kit/parts.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { INBOX } from '../inbox/copy.ts'
import { ALERT_COPY } from '../commands/actions/alert-copy.ts'
import { POPOVER } from './copy.ts'
import { needs, type Need, placeOf } from '../today/attention.ts'
import { acknowledge, snooze } from '../commands/actions/alerts.ts'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { span, useMinute } from '../kit/time.ts'

/** More would be a list, and lists stand in the main window. */
const MOST = 6
const EDGE: Partial<Record<Need['outcome'], string>> = { urgent: 'bg-urgent-fill', broken: 'bg-broken-fill' }
const CARD = 'card relative overflow-hidden rounded-card border border-line bg-surface py-2.5 pr-3 pl-3.5'

export function Cards(): ReactNode {
  const threads = useLive((live) => live.threads)
  const alerts = useFleet((fleet) => fleet.alerts)
  const all = useFleet((fleet) => fleet.incidents)
  const incidents = all.filter((i) => i.acknowledgedAt === null)
  const cards = useMemo(() => {
    // What an incident says for many threads is not said again for each.
    const folded = new Set(all.flatMap((i) => i.members.filter((m) => m.failing).map((m) => m.threadId)))
    return needs(threads.values(), alerts).filter((n) => !(n.kind === 'broken' && folded.has(n.thread.id)))
  }, [threads, alerts, all])
  const shown = cards.slice(0, Math.max(0, MOST - incidents.length))
  const rest = cards.length - shown.length
  if (cards.length + incidents.length === 0)
    // the verdict says the rest
    return threads.size === 0 ? <p className="mb-4 text-13 text-ink-2">{POPOVER.noThreads}</p> : null
  return (
    <section aria-labelledby="needs" className="mb-4">
      <SectionTitle id="needs">{POPOVER.needsYou}</SectionTitle>
      <div className="flex flex-col gap-2">
        {incidents.map((incident) => (
          <IncidentCard key={incident.id} incident={incident} />
        ))}
        {shown.map((need) => (
          <Card key={need.thread.id} need={need} />
        ))}
      </div>
      {rest > 0 && (
        <Button look="ghost" size="s" className="mt-1" onClick={() => navigate(PLACES.today)}>
          {POPOVER.more(rest)}
        </Button>
      )}
    </section>
  )
}

function Card({ need }: { need: Need }): ReactNode {
  const { thread, alerts, more } = need
  const app = useBridge()
  const now = useMinute()
  const ids = alerts.map((a) => a.id)
  return (
    <article aria-label={`${need.chip}: ${thread.name}. ${need.title}`} className={CARD}>
      <span
        aria-hidden
        className={`absolute inset-y-0 left-0 w-[3px] ${EDGE[need.outcome] ?? 'bg-alert-fill'}`}
      />
      <p className="flex items-center gap-2 text-12 text-ink-3">
        <FateChip fate={need.outcome}>{need.chip}</FateChip>
        <span className="min-w-0 truncate font-medium text-ink-2">{thread.name}</span>
        {need.since !== null && (
          <span className="ml-auto shrink-0">{span(Math.max(0, now - need.since))}</span>
        )}
      </p>
      <h3 className="selectable mt-1 line-clamp-2 text-13 font-medium" dir="auto">
        <Ticks text={need.title} />
      </h3>
      {more.length > 0 && <p className="text-12 text-ink-3">{POPOVER.alsoAlerts(more.length)}</p>}
      <div className="mt-1.5 flex flex-wrap gap-1">
        <ReviewButton thread={thread} aria-label={PARTS.approval.reviewOf(thread.name)} />
        <Button size="s" aria-label={POPOVER.openWhat(thread.name)} onClick={() => navigate(placeOf(need))}>
          {POPOVER.open}
        </Button>
        {ids.length > 0 && (
          <Button
            size="s"
            look="ghost"
            aria-label={POPOVER.acknowledgeWhat(thread.name)}
            onClick={() => void acknowledge(app, ids)}
          >
            {POPOVER.acknowledge}
          </Button>
        )}
        {ids.length > 0 && (
          <Menu
            align="start"
            trigger={
              <Button size="s" look="ghost" aria-label={POPOVER.snoozeWhat(thread.name)}>
                {POPOVER.snooze}
              </Button>
            }
            entries={ALERT_COPY.snoozes.map((s) => ({
              label: s.label,
              run: () => void snooze(app, ids, s.key),
            }))}
          />
        )}
      </div>
    </article>
  )
}

function IncidentCard({ incident }: { incident: IncidentView }): ReactNode {
  const { client } = useBridge()
  const now = useMinute()
  const members = incident.members.filter((m) => m.failing).length
  return (
    <article aria-label={INBOX.incident.label(incident.title)} className={CARD}>
      <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-broken-fill" />
      <p className="flex items-center gap-2 text-12 text-ink-3">
        <FateChip fate="broken">{POPOVER.threads(members)}</FateChip>
        <span className="ml-auto">{span(Math.max(0, now - incident.raisedAt))}</span>
      </p>
      <h3 className="mt-1 text-13 font-medium">{incident.title}</h3>
      <p className="text-12 text-ink-2">{incident.text}</p>
      <div className="mt-1.5 flex gap-1">
        <Button size="s" aria-label={POPOVER.openWhat(incident.title)} onClick={() => navigate(PLACES.inbox)}>
          {POPOVER.open}
        </Button>
        <Button
          size="s"
          look="ghost"
          aria-label={POPOVER.acknowledgeWhat(incident.title)}
          onClick={() =>
            void attempt(client.incidents.acknowledge({ id: incident.id }), ALERT_COPY.did.acknowledged(1))
          }
        >
          {POPOVER.acknowledge}
        </Button>
      </div>
    </article>
  )
}
