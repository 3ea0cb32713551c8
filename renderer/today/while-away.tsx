import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { formatDuration, MINUTE, SECOND } from '../../shared/base/time.ts'
import type { Alert } from '../../shared/alerts/alert.ts'
import { alertPlace } from '../client/alert-place.ts'
import { useBridge } from '../client/bridge.ts'
import { useLive } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { span, tableTime, useMinute } from '../kit/time.ts'
import { TODAY } from './copy.ts'
import { useToldAbsence } from './last-look.ts'

/** For half an hour after an absence: what beats did meanwhile, how much is new, and what is over by now. */
export function WhileAway(): ReactNode {
  const absence = useToldAbsence()
  const { api } = useBridge()
  const { data } = useQuery(
    api.alerts.whileAway.queryOptions({
      input: absence ?? { from: 0, to: 0 },
      enabled: absence !== null,
      staleTime: Infinity,
    }),
  )
  if (absence === null || data === undefined) return null
  const { beats, missed, news, over, overCount } = data
  return (
    <>
      {' · '}
      {TODAY.away.line(tableTime(absence.from, absence.to), { beats, missed, news })}
      {overCount > 0 && (
        <>
          {', '}
          <Over over={over} count={overCount} />
        </>
      )}
    </>
  )
}

function Over({ over, count }: { over: readonly Alert[]; count: number }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const go = (path: string) => (): void => {
    setOpen(false)
    navigate(path)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="-my-1 min-h-6 rounded-[3px] text-ink-2 underline decoration-dotted underline-offset-2 hover:text-ink">
        {TODAY.away.over(count)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" collisionPadding={8} className="z-40 outline-none">
          <Popover.Popup className="popup w-[min(34rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-2 text-13 shadow-popover outline-none">
            <Popover.Title className="px-2 py-1 text-13 font-semibold">{TODAY.away.title}</Popover.Title>
            <ul className="max-h-72 overflow-y-auto">
              {over.map((alert) => (
                <li key={alert.id}>
                  <Ended alert={alert} open={go(alertPlace(alert))} />
                </li>
              ))}
            </ul>
            <Button look="ghost" size="s" onClick={go(`${PLACES.inbox}?state=resolved`)}>
              {TODAY.away.inbox}
            </Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Ended({ alert, open }: { alert: Alert; open: () => void }): ReactNode {
  const name = useLive((live) => live.threads.get(alert.threadId)?.name ?? '')
  const now = useMinute()
  const { raisedAt, resolvedAt, severity, text } = alert
  const end = resolvedAt ?? raisedAt
  return (
    <button
      type="button"
      onClick={open}
      className="flex min-h-8 w-full items-baseline gap-3 rounded-control px-2 py-1 text-left hover:bg-hover"
    >
      <span className="w-28 shrink-0 truncate font-medium">{name}</span>
      <bdi
        className={`min-w-0 flex-1 truncate ${severity === 'urgent' ? 'text-urgent' : 'text-ink-2'}`}
        title={text}
      >
        {text}
      </bdi>
      <span className="shrink-0 text-12 tabular-nums text-ink-3">
        {TODAY.away.stood(lengthOf(end - raisedAt), tableTime(end, now))}
      </span>
    </button>
  )
}

const lengthOf = (ms: number): string => (ms < MINUTE ? formatDuration(Math.max(SECOND, ms)) : span(ms))
