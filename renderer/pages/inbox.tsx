import { useInfiniteQuery } from '@tanstack/react-query'
import { MoreHorizontal } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ALERT_STATES, type Alert, type AlertState } from '../../shared/alert.ts'
import { incidentOf } from '../../shared/incident.ts'
import type { AlertId } from '../../shared/ids.ts'
import { messageOf } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Button, Kbd } from '../components/button.tsx'
import { Select } from '../components/field.tsx'
import { Menu } from '../components/menu.tsx'
import { Card, Empty, Page, SectionTitle, Skeleton } from '../components/parts.tsx'
import { Pill } from '../components/pill.tsx'
import { INBOX } from '../copy/inbox.ts'
import { AlertRow } from '../inbox/alert-row.tsx'
import { causeOf, useAlertActions, type MuteKey } from '../inbox/alert-actions.ts'
import { BulkBar } from '../inbox/bulk-bar.tsx'
import { useHandOver } from '../inbox/hand-over.tsx'
import { Incidents } from '../inbox/incident-card.tsx'
import { useFleet, useLive } from '../live.ts'
import { navigate, PLACES, runPath, threadPath, useHashSearch } from '../navigation.ts'
import { tableTime, useMinute } from '../time.ts'

const PAGE = 50
type Grouping = 'one' | 'cause'

/** Everything that was found and wants a person, until it is gone. */
export function InboxPage(): ReactNode {
  const search = useHashSearch()
  const asked = search.get('state')
  const state = ALERT_STATES.find((s) => s === asked) ?? 'open'
  return <InboxList key={state} state={state} />
}

function InboxList({ state }: { state: AlertState }): ReactNode {
  const { api } = useBridge()
  const page = useInfiniteQuery(api.alerts.page.infiniteOptions({
    input: (after: string | undefined) => ({ state, after, limit: PAGE }), initialPageParam: undefined as string | undefined, getNextPageParam: (last) => last.next ?? undefined,
  }))
  const inbox = useFleet((fleet) => fleet.inbox)
  const now = useMinute()
  const [grouping, setGrouping] = useState<Grouping>('one')
  const counts = page.data?.pages[0]?.counts ?? { ...inbox, resolved: 0 }
  const alerts = useMemo(() => page.data?.pages.flatMap((p) => p.alerts) ?? [], [page.data])
  const wake = inbox.nextWakeAt === null ? null : tableTime(inbox.nextWakeAt, now)
  return (
    <Page title="Inbox" sub={INBOX.sub} actions={<Select label={INBOX.group} value={grouping} options={{ one: INBOX.groupOff, cause: INBOX.groupOn }} onChange={setGrouping} />}>
      <div className="mb-3 flex flex-wrap gap-1.5">
        {ALERT_STATES.map((s) => <Pill key={s} pressed={s === state} onClick={() => navigate(s === 'open' ? PLACES.inbox : `${PLACES.inbox}?state=${s}`)}>{INBOX.states[s]} {counts[s]}</Pill>)}
      </div>
      {state === 'open' && <Incidents known />}
      {page.isError && alerts.length === 0 && <Empty title={INBOX.failed} text={messageOf(page.error)} actions={<Button onClick={() => void page.refetch()}>Try again</Button>} />}
      {page.isPending && <Card><Skeleton rows={5} height={56} /></Card>}
      {page.data !== undefined && alerts.length === 0 && (
        <Empty
          title={INBOX.empty[state]} text={state === 'open' && counts.snoozed > 0 ? INBOX.snoozedUntil(counts.snoozed, wake) : undefined}
          actions={state === 'open' && counts.snoozed > 0 ? <Button onClick={() => navigate(`${PLACES.inbox}?state=snoozed`)}>Show snoozed</Button> : undefined}
        />
      )}
      {alerts.length > 0 && <Rows alerts={alerts} state={state} now={now} grouping={grouping} />}
      {page.hasNextPage && <div className="mt-3 flex justify-center"><Button disabled={page.isFetchingNextPage} onClick={() => void page.fetchNextPage()}>{INBOX.more}</Button></div>}
      {state === 'open' && alerts.length > 0 && counts.snoozed > 0 && <p className="mt-3 text-12 text-ink-3">{INBOX.snoozedUntil(counts.snoozed, wake)}</p>}
    </Page>
  )
}

function Rows({ alerts, state, now, grouping }: { alerts: readonly Alert[]; state: AlertState; now: number; grouping: Grouping }): ReactNode {
  const threads = useLive((live) => live.threads)
  const incidents = useFleet((fleet) => fleet.incidents)
  const letterKeys = useFleet((fleet) => fleet.settings.letterKeys)
  const act = useAlertActions()
  const hand = useHandOver()
  const [current, setCurrent] = useState<AlertId | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<AlertId>>(new Set())
  const elements = useRef(new Map<AlertId, HTMLElement>())
  const wanted = useRef<AlertId | null>(null) // gets the focus when what had it is gone
  const groups = useMemo(() => grouped(alerts, grouping, (a) => incidentOf(a, incidents)?.title ?? null), [alerts, grouping, incidents])
  const order = groups.flatMap((g) => g.alerts)
  const here = order.find((a) => a.id === current) ?? order[0]
  const chosen = order.filter((a) => selected.has(a.id)).map((a) => a.id)

  const focus = (id: AlertId | undefined): void => {
    if (id === undefined) return
    setCurrent(id)
    elements.current.get(id)?.focus()
  }
  useEffect(() => {
    const id = wanted.current
    if (id === null || !elements.current.has(id)) return
    wanted.current = null
    elements.current.get(id)?.focus()
  }, [alerts])

  /** Acts on what is selected, else on this one, and moves on to the next that stays. */
  const on = (alert: Alert, work: (ids: readonly AlertId[]) => Promise<boolean>): void => {
    const ids = chosen.length > 0 ? chosen : [alert.id]
    const at = order.findIndex((a) => a.id === alert.id)
    const next = [...order.slice(at + 1), ...order.slice(0, at).reverse()].find((a) => !ids.includes(a.id))
    void work(ids).then((done) => {
      if (!done) return
      setSelected(new Set())
      wanted.current = next?.id ?? null
      focus(next?.id)
    })
  }
  const open = (alert: Alert): void => navigate(alert.runId === null ? threadPath(alert.threadId) : runPath(alert.runId))
  const toggle = (id: AlertId, isOn: boolean): void => setSelected((before) => {
    const after = new Set(before)
    if (isOn) after.add(id)
    else after.delete(id)
    return after
  })
  const mute = (alert: Alert, key: MuteKey): void => {
    const thread = threads.get(alert.threadId)
    if (thread !== undefined) void act.mute(thread, key)
  }
  const keyed = (alert: Alert) => (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
    const at = order.findIndex((a) => a.id === alert.id)
    const plain = letterKeys === 'off' ? (event.key.length > 1 ? event.key : '') : event.key.toLowerCase()
    if (plain === 'j' || event.key === 'ArrowDown') focus(order[Math.min(at + 1, order.length - 1)]?.id)
    else if (plain === 'k' || event.key === 'ArrowUp') focus(order[Math.max(0, at - 1)]?.id)
    else if (plain === 'a' && state !== 'resolved') on(alert, act.acknowledge)
    else if (plain === 's' && state !== 'resolved') on(alert, (ids) => act.snooze(ids, 'hour'))
    else if (plain === 'e' && state !== 'resolved') on(alert, act.resolve)
    else if (plain === 'u' && state !== 'open') on(alert, act.reopen)
    else if (plain === 'x') toggle(alert.id, !selected.has(alert.id))
    else if (plain === 'm') mute(alert, threads.get(alert.threadId)?.mutedUntil == null ? 'tomorrow' : 'off')
    else if (event.key === 'Enter') open(alert)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const buttons = (alert: Alert, isCurrent: boolean): ReactNode => {
    const thread = threads.get(alert.threadId)
    const muted = thread?.mutedUntil != null
    return (
      <>
        {isCurrent && state !== 'resolved' && state !== 'acknowledged' && <Button size="s" className="max-[1000px]:hidden" onClick={() => on(alert, act.acknowledge)}>{INBOX.acknowledge} <Kbd keys="A" /></Button>}
        <Menu
          trigger={<Button size="icon" look="ghost" aria-label={INBOX.moreActions(thread?.name ?? '')}><MoreHorizontal size={16} /></Button>}
          entries={[
            ...(state !== 'resolved' ? [{ label: INBOX.acknowledge, keys: 'A', run: () => on(alert, act.acknowledge) }, null, ...INBOX.snoozes.map((s) => ({ label: s.label, ...(s.key === 'hour' ? { keys: 'S' } : {}), run: () => on(alert, (ids) => act.snooze(ids, s.key)) })), null, { label: INBOX.resolve, keys: 'E', run: () => on(alert, act.resolve) }] : []),
            ...(state !== 'open' && (state !== 'resolved' || alert.resolvedBy === 'person') ? [{ label: INBOX.takeBack, keys: 'U', run: () => on(alert, act.reopen) }] : []),
            null,
            ...(muted ? [{ label: INBOX.mute.off, keys: 'M', run: () => mute(alert, 'off') }] : (['hour', 'tomorrow', 'forever'] as const).map((key) => ({ label: INBOX.mute[key], ...(key === 'tomorrow' ? { keys: 'M' } : {}), run: () => mute(alert, key) }))),
            ...(state !== 'resolved' ? [null, { label: INBOX.handOver.agent, run: () => hand.start(alert.id, 'agent') }, { label: INBOX.handOver.terminal, run: () => hand.start(alert.id, 'terminal') }] : []),
          ]}
        />
      </>
    )
  }
  return (
    <>
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title === '' ? INBOX.states[state] : group.title} className="mb-4">
          {group.title !== '' && <SectionTitle count={String(group.alerts.length)}>{group.title}</SectionTitle>}
          <Card className="overflow-hidden">
            {group.alerts.map((alert) => (
              <AlertRow
                key={alert.id} alert={alert} thread={threads.get(alert.threadId)} state={state} now={Math.max(now, alert.lastSeenAt)} isCurrent={alert.id === here?.id} isSelected={selected.has(alert.id)}
                onFocus={() => setCurrent(alert.id)} onOpen={() => open(alert)} onSelect={(isOn) => toggle(alert.id, isOn)} onKeyDown={keyed(alert)} actions={buttons(alert, alert.id === here?.id)}
                register={(element) => void (element === null ? elements.current.delete(alert.id) : elements.current.set(alert.id, element))}
              />
            ))}
          </Card>
        </section>
      ))}
      {chosen.length > 0 && here !== undefined && (
        <BulkBar
          count={chosen.length} state={state} onClear={() => setSelected(new Set())} onAcknowledge={(note) => on(here, (ids) => act.acknowledge(ids, note))}
          onSnooze={(key) => on(here, (ids) => act.snooze(ids, key))} onResolve={() => on(here, act.resolve)} onReopen={() => on(here, act.reopen)}
        />
      )}
      {hand.dialog}
    </>
  )
}

/** Members of an incident stand below it, whatever the grouping; '' is the group without a title. */
function grouped(alerts: readonly Alert[], grouping: Grouping, incidentTitle: (alert: Alert) => string | null): readonly { readonly title: string; readonly alerts: readonly Alert[] }[] {
  const groups = new Map<string, Alert[]>()
  for (const alert of alerts) {
    const title = incidentTitle(alert) ?? (grouping === 'cause' ? causeTitle(alert) : '')
    groups.set(title, [...(groups.get(title) ?? []), alert])
  }
  return [...groups].map(([title, members]) => ({ title, alerts: members }))
}
const causeTitle = (alert: Alert): string => causeOf(alert).replace(/^[a-z]+:/, '').replace(/[-_]/g, ' ').trim() || 'Other'
