import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FAULT_WORDS } from '../../shared/base/faults.ts'
import { incidentOf } from '../../shared/alerts/incident.ts'
import type { IncidentView } from '../../shared/views/snapshot.ts'
import { useActions } from '../commands/actions.tsx'
import { ALERT_COPY } from '../commands/alert-copy.ts'
import { TODAY } from './copy.ts'
import { needs, type Need } from './attention.ts'
import { useAlertActions } from '../commands/alert-actions.ts'
import { HandOverMenu } from '../parts/hand-over.tsx'
import { isTyping } from '../kit/keys.ts'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, runPath, threadPath } from '../client/navigation.ts'
import { span, useMinute } from '../kit/time.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { FateChip } from '../parts/chips.tsx'
import { Menu } from '../kit/menu.tsx'
import { SectionTitle } from '../kit/parts.tsx'
import { Ticks } from '../kit/text/ticks.tsx'

const FIRST_SHOWN = 7
const MOST_CARDS = 4

export function NeedsYou(): ReactNode {
  const threads = useLive((live) => live.threads)
  const alerts = useFleet((fleet) => fleet.alerts)
  const act = useAlertActions()
  const [all, setAll] = useState(false)
  const incidents = useFleet((fleet) => fleet.incidents)
  // What an incident says for many threads is not said again for each.
  const cards = useMemo(
    () => needs(threads.values(), alerts).filter((n) => !isFolded(n, incidents)),
    [threads, alerts, incidents],
  )
  if (cards.length === 0) return null
  const shown = all ? cards : cards.slice(0, FIRST_SHOWN)
  // A few stand as cards; a crowd keeps its first two and becomes a list, so that the fleet stays in sight.
  const asCards = shown.length <= MOST_CARDS ? shown.length : 2
  const open = cards.flatMap((c) => c.alerts.map((a) => a.id))
  return (
    <section aria-labelledby="needs-title" data-list className="mb-4">
      <SectionTitle
        id="needs-title"
        right={
          open.length > 1 && (
            <Button look="ghost" size="s" onClick={() => void act.acknowledge(open)}>
              {TODAY.needs.acknowledgeAll(open.length)}
            </Button>
          )
        }
      >
        {TODAY.needs.title}
      </SectionTitle>
      <div className={`grid gap-3 ${cards.length === 1 ? '' : 'grid-cols-2 max-[860px]:grid-cols-1'}`}>
        {shown.slice(0, asCards).map((need) => (
          <NeedCard key={need.thread.id} need={need} />
        ))}
      </div>
      {shown.length > asCards && (
        <div className="card mt-3 overflow-hidden rounded-card border border-line bg-surface">
          {shown.slice(asCards).map((need) => (
            <NeedLine key={need.thread.id} need={need} />
          ))}
        </div>
      )}
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

/** What a card and a line can do, and its keys. */
function useNeed(need: Need) {
  const { thread, alerts, kind } = need
  const actions = useActions()
  const act = useAlertActions()
  const now = useMinute()
  const open = (): void => {
    const runId = alerts[0]?.runId ?? (kind === 'broken' || kind === 'permit' ? thread.last?.runId : null)
    navigate(
      runId == null
        ? threadPath(thread.id, kind === 'approve' || kind === 'trust' ? 'settings' : 'overview')
        : runPath(runId),
    )
  }
  const acknowledge = (): void => void act.acknowledge(alerts.map((a) => a.id))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.nativeEvent)) return
    if (event.key === 'a' && alerts.length > 0) acknowledge()
    else if (event.key === 'b' && thread.trusted) actions.beat(thread)
    else if (event.key === 'Enter' && event.target === event.currentTarget) open()
    else return
    event.preventDefault()
  }
  const since = [need.since !== null && span(now - need.since), need.seen > 1 && TODAY.needs.seen(need.seen)]
    .filter(Boolean)
    .join(' · ')
  return {
    actions,
    act,
    open,
    acknowledge,
    onKeyDown,
    since,
    label: `${need.chip}: ${thread.name}. ${need.title}`,
  }
}

const EDGE: Partial<Record<Need['outcome'], string>> = { urgent: 'bg-urgent-fill', broken: 'bg-broken-fill' }
const Edge = ({ outcome }: { outcome: Need['outcome'] }): ReactNode => (
  <span aria-hidden className={`absolute inset-y-0 left-0 w-[3px] ${EDGE[outcome] ?? 'bg-alert-fill'}`} />
)

function NeedCard({ need }: { need: Need }): ReactNode {
  const { thread, alerts, more, kind } = need
  const { actions, act, open, acknowledge, onKeyDown, since, label } = useNeed(need)
  const snoozes = ALERT_COPY.snoozes.map((s) => ({
    label: s.label,
    run: () =>
      void act.snooze(
        alerts.map((a) => a.id),
        s.key,
      ),
  }))
  return (
    <article
      tabIndex={0}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="card relative flex flex-col overflow-hidden rounded-card border border-line bg-surface py-3.5 pr-4 pl-4.5"
    >
      <Edge outcome={need.outcome} />
      <p className="flex items-center gap-2 text-12 text-ink-3">
        <FateChip fate={need.outcome}>{need.chip}</FateChip>
        <span className="truncate">{[thread.name, since].filter(Boolean).join(' · ')}</span>
      </p>
      <h3 className="selectable mt-1.5 text-14 font-semibold text-pretty">
        <Ticks text={need.title} />
      </h3>
      {need.detail !== '' && (
        <p className="selectable mt-0.5 line-clamp-2 text-13 text-ink-2">
          <Ticks text={need.detail} />
        </p>
      )}
      {more.slice(0, 2).map((a) => (
        <p key={a.id} className="mt-0.5 truncate text-13 text-ink-2">
          · <Ticks text={a.text.split('\n')[0] ?? ''} />
        </p>
      ))}
      {more.length > 2 && <p className="text-12 text-ink-3">{TODAY.needs.more(more.length - 2)}</p>}
      <div className="mt-auto flex flex-wrap gap-1.5 pt-3">
        <Decide need={need} />
        <Button size="s" onClick={open}>
          {kind === 'broken' ? TODAY.needs.openRun : 'Open'}
        </Button>
        {alerts.length > 0 && (
          <Button size="s" onClick={acknowledge}>
            Acknowledge <Kbd keys="A" />
          </Button>
        )}
        {alerts.length > 0 && <Menu trigger={<Button size="s">Snooze…</Button>} entries={snoozes} />}
        {alerts[0] !== undefined && <HandOverMenu id={alerts[0].id} />}
        {thread.trusted && (
          <Button size="s" onClick={() => actions.beat(thread)}>
            {thread.running === null ? (
              <>
                {TODAY.needs.beatAgain} <Kbd keys="B" />
              </>
            ) : (
              TODAY.needs.watch
            )}
          </Button>
        )}
      </div>
    </article>
  )
}

/** The same in one line, for the rest of a crowd. */
function NeedLine({ need }: { need: Need }): ReactNode {
  const { thread, alerts, kind } = need
  const { actions, open, acknowledge, onKeyDown, since, label } = useNeed(need)
  return (
    <article
      tabIndex={0}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="relative flex h-11 items-center gap-3 border-b border-line pr-2 pl-4.5 last:border-b-0 focus-visible:-outline-offset-2"
    >
      <Edge outcome={need.outcome} />
      <span className="flex w-28 shrink-0">
        <FateChip fate={need.outcome}>{need.chip}</FateChip>
      </span>
      <span className="w-28 shrink-0 truncate text-13 font-medium">{thread.name}</span>
      <h3 className="selectable min-w-0 flex-1 truncate text-13 text-ink-2" title={need.title}>
        <Ticks text={need.title} />
      </h3>
      <span className="shrink-0 text-12 text-ink-3 max-[1240px]:hidden">{since}</span>
      <span className="flex shrink-0 gap-1">
        <Decide need={need} />
        {kind !== 'trust' && kind !== 'approve' && kind !== 'permit' && (
          <Button size="s" look="ghost" onClick={open}>
            {kind === 'broken' ? TODAY.needs.openRun : 'Open'}
          </Button>
        )}
        {alerts.length > 0 && (
          <Button
            size="s"
            look="ghost"
            aria-label={TODAY.needs.acknowledgeOf(thread.name)}
            onClick={acknowledge}
          >
            Acknowledge
          </Button>
        )}
        {thread.trusted && (
          <Button
            size="s"
            look="ghost"
            aria-label={
              thread.running === null
                ? TODAY.needs.beatAgainOf(thread.name)
                : TODAY.needs.watchOf(thread.name)
            }
            onClick={() => actions.beat(thread)}
          >
            {thread.running === null ? TODAY.needs.beatAgain : 'Watch'}
          </Button>
        )}
      </span>
    </article>
  )
}

const LOST_FOLDER = [FAULT_WORDS['repo.missing'].title, FAULT_WORDS['repo.not_git'].title]

/** The step that only a person can take. */
function Decide({ need: { kind, thread, title } }: { need: Need }): ReactNode {
  const actions = useActions()
  if (kind === 'trust')
    return (
      <Button size="s" onClick={() => void actions.trust(thread, true)}>
        Trust…
      </Button>
    )
  if (kind === 'approve')
    return (
      <Button size="s" onClick={() => navigate(threadPath(thread.id, 'settings'))}>
        {TODAY.needs.review}
      </Button>
    )
  if (thread.permissionsWanted > 0)
    return (
      <Button size="s" onClick={() => navigate(threadPath(thread.id))}>
        Decide…
      </Button>
    )
  if (kind === 'broken' && LOST_FOLDER.includes(title))
    return (
      <Button size="s" onClick={() => navigate(threadPath(thread.id, 'settings'))}>
        Locate…
      </Button>
    )
  if (thread.pause?.by === 'failures')
    return (
      <Button size="s" onClick={() => actions.resume(thread)}>
        Resume
      </Button>
    )
  return null
}
