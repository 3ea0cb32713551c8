import { useMemo, useRef, type ReactNode } from 'react'
import type { Alert, AlertState } from '../../shared/alerts/alert.ts'
import { useBridge } from '../client/bridge.ts'
import { useFleet, useLive } from '../client/live.ts'
import { acknowledge, reopen, resolve, snooze } from '../commands/actions/alerts.ts'
import { ALERT_ROW } from '../commands/list-commands.ts'
import { bind, useKeys } from '../commands/scopes.ts'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { grouped, type AlertGroup, type Grouping } from './alert-groups.ts'
import { AlertRow } from './alert-row.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { INBOX } from './copy.ts'
import { useAlertWork } from './use-alert-work.ts'
import type { FocusedRow } from './use-row-focus.ts'

/** The alerts of one state, worked through by keys, by the pointer, or many at once. */
export function AlertList({
  alerts,
  state,
  now,
  grouping,
  focusedRef,
}: {
  alerts: readonly Alert[]
  state: AlertState
  now: number
  grouping: Grouping
  focusedRef: FocusedRow
}): ReactNode {
  const app = useBridge()
  const threads = useLive((live) => live.threads)
  const incidents = useFleet((fleet) => fleet.incidents)
  const groups = useMemo(() => grouped(alerts, grouping, incidents), [alerts, grouping, incidents])
  const order = groups.flatMap((g) => g.alerts)
  const work = useAlertWork(order, state, focusedRef)
  const { chosen } = work
  const list = useRef<HTMLDivElement>(null)
  useKeys(
    Object.values(ALERT_ROW).map((command) => bind(command, work.rowInFocus)),
    list,
  )
  // From anywhere on the page, as on Today; there the arrows scroll.
  useKeys([ALERT_ROW.next, ALERT_ROW.previous].map((command) => bind({ ...command, also: [] }, work.wayIn)))
  return (
    <div ref={list} onBlur={work.onBlur}>
      {groups.map((group) => (
        <Group key={group.title} {...{ group, state }}>
          {group.alerts.map((a) => (
            <AlertRow
              key={a.id}
              alert={a}
              thread={threads.get(a.threadId)}
              state={state}
              now={now}
              isCurrent={a.id === work.current?.id}
              isSelected={work.selected.has(a.id)}
              deeds={work.deeds}
            />
          ))}
        </Group>
      ))}
      {chosen.ids.length > 0 && (
        <BulkBar
          count={chosen.ids.length}
          state={state}
          onClear={chosen.clear}
          onAcknowledge={(note) => chosen.act((ids) => acknowledge(app, ids, note))}
          onSnooze={(key) => chosen.act((ids) => snooze(app, ids, key))}
          onResolve={() => chosen.act((ids) => resolve(app, ids))}
          onReopen={() => chosen.act((ids) => reopen(app, ids))}
        />
      )}
      {work.dialog}
    </div>
  )
}

function Group({
  group: { title, alerts },
  state,
  children,
}: {
  group: AlertGroup
  state: AlertState
  children: ReactNode
}): ReactNode {
  return (
    <section aria-label={title === '' ? INBOX.states[state] : title} className="mb-4">
      {title !== '' && <SectionTitle count={String(alerts.length)}>{title}</SectionTitle>}
      <Card className="overflow-hidden">{children}</Card>
    </section>
  )
}
