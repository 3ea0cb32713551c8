import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { ALERT_STATES, type Alert, type AlertState } from '../../shared/alerts/alert.ts'
import type { AlertPage } from '../../shared/contract/threads.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Card, Empty, Page, Skeleton } from '../kit/parts.tsx'
import { Pill } from '../kit/pill.tsx'
import { INBOX } from './copy.ts'
import type { Grouping } from './alert-groups.ts'
import { AlertList } from './alert-list.tsx'
import { Incidents } from './incident-card.tsx'
import { isFocusLost, type FocusedRow } from './use-row-focus.ts'
import { useFleet } from '../client/live.ts'
import { navigate, PLACES, useHashSearch } from '../client/navigation.ts'
import { tableTime, useMinute } from '../kit/time.ts'

const PAGE = 50

/** Everything that was found and wants a person, until it is gone. */
export function InboxPage(): ReactNode {
  const asked = useHashSearch().get('state')
  const state = ALERT_STATES.find((s) => s === asked) ?? 'open'
  const letterKeys = useFleet((fleet) => fleet.settings.letterKeys)
  const now = useMinute()
  const [grouping, setGrouping] = useState<Grouping>('one')
  const states = useRef<HTMLDivElement>(null)
  const focusedRef: FocusedRow = useRef(null)
  const { page, alerts, counts, isLoading } = useAlerts(state)
  // Whoever worked through the last row goes on from the states.
  useLayoutEffect(() => {
    if (alerts.length > 0 || focusedRef.current === null || !isFocusLost()) return
    focusedRef.current = null
    states.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
  })
  return (
    <Page
      title="Inbox"
      sub={letterKeys === 'off' ? undefined : INBOX.sub}
      actions={
        <Select
          label={INBOX.group}
          value={grouping}
          options={{ one: INBOX.groupOff, cause: INBOX.groupOn }}
          onChange={setGrouping}
        />
      }
    >
      <div ref={states} className="mb-3 flex flex-wrap gap-1.5">
        {ALERT_STATES.map((s) => (
          <Pill
            key={s}
            pressed={s === state}
            onClick={() => navigate(s === 'open' ? PLACES.inbox : `${PLACES.inbox}?state=${s}`)}
          >
            {INBOX.states[s]} {counts[s]}
          </Pill>
        ))}
      </div>
      {state === 'open' && <Incidents known />}
      {alerts.length === 0 && <NoAlerts page={page} state={state} counts={counts} isLoading={isLoading} />}
      {alerts.length > 0 && (
        <AlertList
          key={state}
          alerts={alerts}
          state={state}
          now={now}
          grouping={grouping}
          focusedRef={focusedRef}
        />
      )}
      {page.hasNextPage && !isLoading && <More page={page} />}
      {state === 'open' && alerts.length > 0 && counts.snoozed > 0 && (
        <p className="mt-3 text-12 text-ink-3">
          <Snoozed n={counts.snoozed} />
        </p>
      )}
    </Page>
  )
}

type Counts = Readonly<Record<AlertState, number>>
interface Alerts {
  readonly page: Pick<
    UseInfiniteQueryResult<InfiniteData<AlertPage>>,
    'data' | 'isError' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  readonly alerts: readonly Alert[]
  readonly counts: Counts
  readonly isLoading: boolean
}
function useAlerts(state: AlertState): Alerts {
  const { api } = useBridge()
  const page = useInfiniteQuery({
    ...api.alerts.page.infiniteOptions({
      input: (after: string | undefined) => ({ state, after, limit: PAGE }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData, // of another state: good for its counts, which are the same
  })
  const inbox = useFleet((fleet) => fleet.inbox)
  const alerts = useMemo(
    () => (page.isPlaceholderData ? [] : (page.data?.pages.flatMap((p) => p.alerts) ?? [])),
    [page.data, page.isPlaceholderData],
  )
  return {
    page,
    alerts,
    counts: page.data?.pages[0]?.counts ?? { ...inbox, resolved: 0 },
    isLoading: page.isPending || page.isPlaceholderData,
  }
}

function More({ page }: Pick<Alerts, 'page'>): ReactNode {
  return (
    <div className="mt-3 flex justify-center">
      <Button disabled={page.isFetchingNextPage} onClick={() => void page.fetchNextPage()}>
        {INBOX.more}
      </Button>
    </div>
  )
}

function Snoozed({ n }: { n: number }): ReactNode {
  const nextWakeAt = useFleet((fleet) => fleet.inbox.nextWakeAt)
  const now = useMinute()
  return INBOX.snoozedUntil(n, nextWakeAt === null ? null : tableTime(nextWakeAt, now))
}

/** Not read, not here yet, or none there are. */
function NoAlerts({
  page,
  state,
  counts,
  isLoading,
}: Omit<Alerts, 'alerts'> & { state: AlertState }): ReactNode {
  if (isLoading)
    return (
      <Card>
        <Skeleton rows={5} height={56} />
      </Card>
    )
  if (page.isError)
    return (
      <Empty
        title={INBOX.failed}
        text={messageOf(page.error)}
        actions={<Button onClick={() => void page.refetch()}>{INBOX.again}</Button>}
      />
    )
  if (page.data === undefined) return null
  if (state !== 'open' || counts.snoozed === 0) return <Empty title={INBOX.empty[state]} />
  return (
    <Empty
      title={INBOX.empty[state]}
      text={<Snoozed n={counts.snoozed} />}
      actions={<Button onClick={() => navigate(`${PLACES.inbox}?state=snoozed`)}>{INBOX.showSnoozed}</Button>}
    />
  )
}
