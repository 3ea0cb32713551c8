import type { ReactNode } from 'react'
import { isFlapping } from '../../shared/alert-flapping.ts'
import { UNTIL_CHANGE, type Alert, type AlertState } from '../../shared/alert.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { Chip, FateChip } from '../components/chip.tsx'
import { Checkbox } from '../components/field.tsx'
import { Ticks } from '../components/task-list.tsx'
import { INBOX } from '../copy/inbox.ts'
import { clockTime, fullTime, span, tableTime } from '../time.ts'

const FATE = { urgent: 'urgent', warning: 'alert', notice: 'alert' } as const

/** What is known of it besides its words, in the state it is in. */
export function meta(alert: Alert, state: AlertState, now: number): string {
  const at = (when: number): string => tableTime(when, now)
  const parts = [alert.seen > 1 ? INBOX.seen(alert.seen, at(alert.lastSeenAt)) : span(Math.max(0, now - alert.raisedAt))]
  if (state === 'snoozed' && alert.snoozedUntil !== null) parts.push(alert.snoozedUntil === UNTIL_CHANGE ? INBOX.untilChange : `until ${at(alert.snoozedUntil)}`)
  if (state === 'resolved' && alert.resolvedAt !== null) parts.push({ beat: INBOX.cleared, person: INBOX.byYou, replaced: INBOX.replaced }[alert.resolvedBy ?? 'beat'](now - alert.resolvedAt < 12 * 3_600_000 ? clockTime(alert.resolvedAt) : at(alert.resolvedAt)))
  return parts.join(' · ')
}

export function AlertRow({ alert, thread, state, now, isCurrent, isSelected, onFocus, onOpen, onSelect, onKeyDown, register, actions }: {
  alert: Alert; thread: ThreadView | undefined; state: AlertState; now: number; isCurrent: boolean; isSelected: boolean
  onFocus: () => void; onOpen: () => void; onSelect: (on: boolean) => void; onKeyDown: (event: React.KeyboardEvent) => void; register: (element: HTMLElement | null) => void
  actions: ReactNode // for the row that has the focus or the pointer
}): ReactNode {
  const [title = '', ...rest] = alert.text.trim().split('\n')
  const name = thread?.name ?? '–'
  const flaps = thread !== undefined && state !== 'resolved' && isFlapping(thread.strip)
  return (
    <article
      data-list
      ref={register} data-alert={alert.id} tabIndex={isCurrent ? 0 : -1} aria-label={`${alert.severity === 'urgent' ? 'Urgent' : 'Alert'}: ${name}. ${title}`} aria-current={isCurrent ? 'true' : undefined} onFocus={onFocus} onKeyDown={onKeyDown}
      className={`relative flex gap-3 border-b border-line py-2.5 pr-3 pl-4.5 last:border-b-0 focus-visible:-outline-offset-2 ${isSelected ? 'bg-accent-tint' : isCurrent ? 'bg-hover' : ''}`}
    >
      <span aria-hidden className={`absolute inset-y-0 left-0 w-[3px] ${state === 'resolved' ? 'bg-line-strong' : alert.severity === 'urgent' ? 'bg-urgent-fill' : alert.severity === 'warning' ? 'bg-alert-fill' : 'bg-neutral-tint'}`} />
      <span className="flex h-6 items-center"><Checkbox label={`Select ${name}: ${title}`} checked={isSelected} onChange={onSelect} /></span>
      <div className="min-w-0 flex-1">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-12 text-ink-3">
          {alert.severity === 'notice' ? <Chip tone="neutral">Notice</Chip> : <FateChip fate={FATE[alert.severity]} />}
          <span className="font-medium text-ink-2">{name}</span>
          <span title={fullTime(alert.raisedAt)}>{meta(alert, state, now)}</span>
          {alert.handedOverAt !== null && state !== 'resolved' && <Chip tone="accent">{INBOX.handedOver}</Chip>}
          {flaps && <Chip tone="neutral">{INBOX.flapping}</Chip>}
          {thread?.mutedUntil != null && <Chip tone="neutral">{INBOX.muted}</Chip>}
        </p>
        <button type="button" tabIndex={-1} onClick={onOpen} className="block w-full rounded-[3px] text-left hover:underline"><span className="line-clamp-2 text-13 font-medium text-ink"><Ticks text={title} /></span></button>
        {rest.join('').trim() !== '' && <p className="selectable line-clamp-1 text-12 text-ink-2"><Ticks text={rest.join(' ').trim()} /></p>}
        {alert.note !== null && <p className="selectable text-12 text-ink-2">“{alert.note}”</p>}
      </div>
      <div className="flex shrink-0 items-start gap-1">{actions}</div>
    </article>
  )
}
