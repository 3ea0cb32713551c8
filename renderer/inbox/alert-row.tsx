import { MoreHorizontal } from 'lucide-react'
import { memo, type ComponentProps, type ReactNode } from 'react'
import { isFlapping } from '../../shared/alerts/flapping.ts'
import { UNTIL_CHANGE, type Alert, type AlertState } from '../../shared/alerts/alert.ts'
import type { HandOverTo } from '../../shared/alerts/hand-over.ts'
import type { AlertId } from '../../shared/base/ids.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { RunAgain } from '../parts/again/run-again.tsx'
import { FateChip } from '../parts/chips.tsx'
import { Checkbox } from '../kit/fields/checkbox.tsx'
import { Menu } from '../kit/menu.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { INBOX } from './copy.ts'
import { ALERT_COPY } from '../commands/actions/alert-copy.ts'
import { PARTS } from '../parts/copy.ts'
import { clockTime, fullTime, span, tableTime } from '../kit/time.ts'
import type { MuteKey, SnoozeKey } from '../commands/actions/alerts.ts'
import { alertChip } from '../parts/alert-chip.ts'

/** What a row asks for; the object must stay the same, or every row is drawn again with each push. */
export interface RowDeeds {
  readonly register: (id: AlertId, element: HTMLElement | null) => void
  readonly focused: (alert: Alert) => void
  readonly open: (alert: Alert) => void
  readonly select: (alert: Alert, on: boolean) => void
  readonly acknowledge: (alert: Alert) => void
  readonly snooze: (alert: Alert, key: SnoozeKey) => void
  readonly resolve: (alert: Alert) => void
  readonly takeBack: (alert: Alert) => void
  readonly mute: (alert: Alert, key: MuteKey) => void
  readonly handOver: (id: AlertId, to: HandOverTo) => void
}

/** What is known of it besides its words, in the state it is in. */
function meta(alert: Alert, state: AlertState, now: number): string {
  const at = (when: number): string => tableTime(when, now)
  const parts = [
    alert.seen > 1 ? INBOX.seen(alert, at(alert.lastSeenAt)) : span(Math.max(0, now - alert.raisedAt)),
  ]
  if (state === 'snoozed' && alert.snoozedUntil !== null)
    parts.push(alert.snoozedUntil === UNTIL_CHANGE ? INBOX.untilChange : INBOX.until(at(alert.snoozedUntil)))
  if (state === 'resolved' && alert.resolvedAt !== null)
    parts.push(
      { beat: INBOX.cleared, person: INBOX.byYou, replaced: INBOX.replaced }[alert.resolvedBy ?? 'beat'](
        now - alert.resolvedAt < 12 * 3_600_000 ? clockTime(alert.resolvedAt) : at(alert.resolvedAt),
      ),
    )
  return parts.join(' · ')
}

const EDGE = { urgent: 'bg-urgent-fill', broken: 'bg-broken-fill' } as const
const edgeOf = (alert: Alert): string => {
  const { fate } = alertChip(alert)
  if (alert.severity === 'notice') return 'bg-neutral-tint'
  if (fate === 'urgent' || fate === 'broken') return EDGE[fate]
  return 'bg-alert-fill'
}

function groundOf(isSelected: boolean, isCurrent: boolean): string {
  if (isSelected) return 'bg-accent-tint'
  return isCurrent ? 'bg-hover' : ''
}

export const AlertRow = memo(function AlertRow({
  alert,
  thread,
  state,
  now: minute,
  isCurrent,
  isSelected,
  deeds,
}: {
  alert: Alert
  thread: ThreadView | undefined
  state: AlertState
  now: number
  isCurrent: boolean
  isSelected: boolean
  deeds: RowDeeds
}): ReactNode {
  const now = Math.max(minute, alert.lastSeenAt)
  const [title = ''] = alert.text.trim().split('\n')
  const name = thread?.name ?? '–'
  const chip = alertChip(alert)
  return (
    <article
      data-list
      ref={(element) => deeds.register(alert.id, element)}
      data-alert={alert.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`${chip.word}: ${name}. ${title}`}
      aria-current={isCurrent ? 'true' : undefined}
      onFocus={() => deeds.focused(alert)}
      className={
        'group relative flex gap-3 border-b border-line py-2.5 pr-3 pl-4.5 last:border-b-0 ' +
        `focus-visible:-outline-offset-2 ${groundOf(isSelected, isCurrent)}`
      }
    >
      <span
        aria-hidden
        className={`absolute inset-y-0 left-0 w-[3px] ${state === 'resolved' ? 'bg-line-strong' : edgeOf(alert)}`}
      />
      <span className="flex h-6 items-center">
        <Checkbox
          label={INBOX.select(name, title)}
          checked={isSelected}
          onChange={(on) => deeds.select(alert, on)}
        />
      </span>
      <AlertWords alert={alert} thread={thread} state={state} now={now} onOpen={() => deeds.open(alert)} />
      <div className="flex shrink-0 items-start gap-1">
        <RowActions
          alert={alert}
          name={name}
          muted={thread?.mutedUntil != null}
          state={state}
          deeds={deeds}
        />
      </div>
    </article>
  )
})

function AlertWords({
  alert,
  thread,
  state,
  now,
  onOpen,
}: {
  alert: Alert
  thread: ThreadView | undefined
  state: AlertState
  now: number
  onOpen: () => void
}): ReactNode {
  const [title = '', ...rest] = alert.text.trim().split('\n')
  const chip = alertChip(alert)
  const flaps = thread !== undefined && state !== 'resolved' && isFlapping(thread.strip)
  return (
    <div className="min-w-0 flex-1">
      <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-12 text-ink-3">
        <FateChip fate={chip.fate}>{chip.word}</FateChip>
        <span className="font-medium text-ink-2">{thread?.name ?? '–'}</span>
        <span title={fullTime(alert.raisedAt)}>{meta(alert, state, now)}</span>
        {alert.handedOverAt !== null && state !== 'resolved' && <Chip tone="accent">{INBOX.handedOver}</Chip>}
        {flaps && <Chip tone="neutral">{INBOX.flapping}</Chip>}
        {thread?.mutedUntil != null && <Chip tone="neutral">{INBOX.muted}</Chip>}
      </p>
      <button
        type="button"
        tabIndex={-1}
        onClick={onOpen}
        className="block w-full rounded-[3px] text-left hover:underline"
      >
        <span className="line-clamp-2 text-start text-13 font-medium text-ink" dir="auto">
          <Ticks text={title} />
        </span>
      </button>
      {rest.join('').trim() !== '' && (
        <p className="selectable line-clamp-1 text-12 text-ink-2">
          <Ticks text={rest.join(' ').trim()} />
        </p>
      )}
      {alert.note !== null && <p className="selectable text-12 text-ink-2">“{alert.note}”</p>}
    </div>
  )
}

type Entries = ComponentProps<typeof Menu>['entries']
interface ActionProps {
  readonly alert: Alert
  readonly name: string
  readonly muted: boolean
  readonly state: AlertState
  readonly deeds: RowDeeds
}

function RowActions(props: ActionProps): ReactNode {
  const { alert, name, state, deeds } = props
  return (
    <>
      <RunAgain alert={alert} />
      {state !== 'resolved' && state !== 'acknowledged' && (
        // Its place is kept: a button that comes with the press would be under the pointer in place of another.
        <Button
          size="s"
          className="max-[1000px]:hidden group-[:not([aria-current],:hover)]:invisible"
          onClick={() => deeds.acknowledge(alert)}
        >
          {INBOX.acknowledge} <Kbd keys="A" />
        </Button>
      )}
      <Menu
        trigger={
          <Button size="icon" look="ghost" aria-label={INBOX.moreActions(name)}>
            <MoreHorizontal size={16} />
          </Button>
        }
        entries={[
          ...(state === 'resolved' ? [] : standingEntries(props)),
          ...takeBackEntry(props),
          null,
          ...muteEntries(props),
          ...(state === 'resolved' ? [] : handOverEntries(props)),
        ]}
      />
    </>
  )
}

function standingEntries({ alert, state, deeds }: ActionProps): Entries {
  const acknowledge = { label: INBOX.acknowledge, keys: 'A', run: () => deeds.acknowledge(alert) }
  return [
    ...(state === 'acknowledged' ? [] : [acknowledge, null]),
    ...ALERT_COPY.snoozes.map((s) => ({
      label: s.label,
      ...(s.key === 'hour' ? { keys: 'S' } : {}),
      run: () => deeds.snooze(alert, s.key),
    })),
    null,
    { label: INBOX.resolve, keys: 'E', run: () => deeds.resolve(alert) },
  ]
}

function takeBackEntry({ alert, state, deeds }: ActionProps): Entries {
  if (state === 'open' || (state === 'resolved' && alert.resolvedBy !== 'person')) return []
  return [{ label: INBOX.takeBack, keys: 'U', run: () => deeds.takeBack(alert) }]
}

function muteEntries({ alert, muted, deeds }: ActionProps): Entries {
  if (muted) return [{ label: ALERT_COPY.mute.off, keys: 'M', run: () => deeds.mute(alert, 'off') }]
  return (['hour', 'tomorrow', 'forever'] as const).map((key) => ({
    label: ALERT_COPY.mute[key],
    ...(key === 'tomorrow' ? { keys: 'M' } : {}),
    run: () => deeds.mute(alert, key),
  }))
}

const handOverEntries = ({ alert, deeds }: ActionProps): Entries => [
  null,
  { label: PARTS.handOver.agent, run: () => deeds.handOver(alert.id, 'agent') },
  { label: PARTS.handOver.terminal, run: () => deeds.handOver(alert.id, 'terminal') },
]
