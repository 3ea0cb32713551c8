import { MoreHorizontal } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import { UNTIL_CHANGE } from '../../../shared/alerts/alert.ts'
import type { Severity } from '../../../shared/base/severity.ts'
import type { AskedOfOthers, OtherMachine, RemoteAlert } from '../../../shared/hub/others/others.ts'
import { useBridge } from '../../client/bridge.ts'
import { ALERT_COPY } from '../../commands/actions/alert-copy.ts'
import { snoozedUntil } from '../../commands/actions/alerts.ts'
import { Button } from '../../kit/button.tsx'
import { Menu } from '../../kit/menu.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { pastTime, tableTime, titleTime, useMinute } from '../../kit/time.ts'
import { alertChip } from '../../parts/alert-chip.ts'
import { FateChip } from '../../parts/chips.tsx'
import { acknowledge, snooze } from '../ask.ts'
import { AskLine } from '../ask-line.tsx'
import { OTHER_INBOX as COPY } from './copy.ts'

const EDGE: Readonly<Record<Severity, string>> = {
  urgent: 'bg-urgent-fill',
  warning: 'bg-alert-fill',
  notice: 'bg-neutral-tint',
}

/** An alert of another machine, as that told it last; what is asked for shows as asked. */
export const RemoteAlertRow = memo(function RemoteAlertRow({
  alert,
  name,
  machine,
  isCurrent,
  asked,
}: {
  alert: RemoteAlert
  /** Of its thread. */
  name: string
  machine: OtherMachine
  /** What it told may still be so. */
  isCurrent: boolean
  asked: AskedOfOthers | undefined
}): ReactNode {
  const chip = alertChip({ severity: alert.severity, key: null })
  const [title = '', ...rest] = alert.text.trim().split('\n')
  return (
    <article
      data-alert={alert.id}
      aria-label={COPY.row(chip.word, name, machine.name, title)}
      className="relative flex gap-3 border-b border-line py-2.5 pr-3 pl-4.5 last:border-b-0"
    >
      <span
        aria-hidden
        className={`absolute inset-y-0 left-0 w-[3px] ${isCurrent ? EDGE[alert.severity] : 'bg-line-strong'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-12 text-ink-3">
          <span className={isCurrent ? '' : 'grayscale'}>
            <FateChip fate={chip.fate}>{chip.word}</FateChip>
          </span>
          <span className="font-medium text-ink-2">{name}</span>
          <Meta alert={alert} />
          {asked !== undefined && <AskLine asked={asked} />}
        </p>
        <p
          dir="auto"
          className={`line-clamp-2 text-start text-13 font-medium ${isCurrent ? 'text-ink' : 'text-ink-2'}`}
        >
          <Ticks text={title} />
        </p>
        {rest.join('').trim() !== '' && (
          <p className="selectable line-clamp-1 text-12 text-ink-2">
            <Ticks text={rest.join(' ').trim()} />
          </p>
        )}
      </div>
      <Actions alert={alert} name={name} title={title} machine={machine} />
    </article>
  )
})

function Meta({
  alert: { raisedAt, acknowledgedAt, snoozedUntil: until },
}: {
  alert: RemoteAlert
}): ReactNode {
  const now = useMinute(raisedAt)
  return (
    <>
      <span title={titleTime(raisedAt)}>{COPY.raised(pastTime(raisedAt, now))}</span>
      {acknowledgedAt !== null && <span title={titleTime(acknowledgedAt)}>{COPY.acknowledged}</span>}
      {until !== null && until > now && (
        <span>{COPY.snoozed(until === UNTIL_CHANGE ? null : tableTime(until, now))}</span>
      )}
    </>
  )
}

function Actions({
  alert: { id, acknowledgedAt },
  name,
  title,
  machine,
}: {
  alert: RemoteAlert
  name: string
  title: string
  machine: OtherMachine
}): ReactNode {
  const app = useBridge()
  const there = { id, name, machine }
  const [isSending, setSending] = useState(false)
  const once = (send: () => Promise<unknown>) => (): void => {
    setSending(true)
    void send().finally(() => setSending(false))
  }
  return (
    <div className="flex shrink-0 items-start gap-1">
      {acknowledgedAt === null && (
        <Button size="s" disabled={isSending} onClick={once(() => acknowledge(app, there))}>
          {COPY.acknowledge}
        </Button>
      )}
      <Menu
        trigger={
          <Button size="icon" look="ghost" disabled={isSending} aria-label={COPY.more(`${name}: ${title}`)}>
            <MoreHorizontal size={16} />
          </Button>
        }
        entries={ALERT_COPY.snoozes.map(({ key, words }) => ({
          label: COPY.snooze(words),
          run: once(() => snooze(app, there, snoozedUntil(key, Date.now()))),
        }))}
      />
    </div>
  )
}
