import { useQuery } from '@tanstack/react-query'
import { Bot, WifiOff, X } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'
import { Strip } from '../parts/strip/strip.tsx'
import { namesProgram } from '../../shared/agents/presets.ts'
import { TODAY } from './copy.ts'
import { useLive } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { homePath } from '../kit/text/shown-path.ts'
import { clockTime, span, tableTime, useMinute } from '../kit/time.ts'
import { fleetStrip } from './fleet-strip.ts'

/** Nothing needs anybody: when it last did, and the whole fleet's day in one strip. */
export function CalmLine(): ReactNode {
  const { api } = useBridge()
  const threads = useLive((live) => live.threads)
  const now = useMinute()
  const settled = useQuery(api.alerts.list.queryOptions({ input: { state: 'resolved', limit: 200 } }))
  const strip = useMemo(() => fleetStrip(threads.values(), now), [threads, now])
  const last = settled.data?.filter((a) => a.severity === 'urgent').sort((a, b) => b.raisedAt - a.raisedAt)[0]
  const name = last === undefined ? undefined : threads.get(last.threadId)?.name
  if (strip.outcome.every((o) => o === 'merged')) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-2.5 text-12 text-ink-3">
      <Strip
        at={strip.at}
        outcome={strip.outcome}
        name={TODAY.calm.name}
        bars={strip.at.length}
        describe={(i) =>
          `${tableTime(strip.at[i] ?? now, now)} · ` +
          `${strip.outcome[i] === 'merged' ? TODAY.calm.none : TODAY.calm.worst(strip.outcome[i] ?? '')}`
        }
      />
      <span>{TODAY.calm.text}</span>
      {last !== undefined && name !== undefined && (
        <span className="ml-auto">{TODAY.lastUrgent(span(Math.max(0, now - last.raisedAt)), name)}</span>
      )}
    </div>
  )
}

const PUT_AWAY = 'threadbeat:no-agent'
const NONE_FOUND = 'threadbeat:none-found'

/** Only where somebody waits for one, until it was read: local checks need no agent. */
export function NoAgent(): ReactNode {
  const { api } = useBridge()
  const [isPutAway, setPutAway] = useState(() => localStorage.getItem(PUT_AWAY) !== null)
  const waiting = useLive((live) => [...live.threads.values()].filter((t) => t.tasksForAgent > 0).length)
  const hasNamed = useLive((live) => [...live.threads.values()].some((t) => namesProgram(t.agent)))
  const isWanted = waiting > 0 && !hasNamed && !isPutAway
  const { data } = useQuery({ ...api.agents.list.queryOptions(), enabled: isWanted })
  const isNone = data === undefined ? null : data.length > 0 && data.every((r) => r.program === null)
  useEffect(() => {
    if (isNone !== null) localStorage.setItem(NONE_FOUND, isNone ? '1' : '')
  }, [isNone])
  // The search takes a while: until it is over the last answer stands, so that the page does not jump when
  // this one is the same.
  if (!isWanted || !(isNone ?? localStorage.getItem(NONE_FOUND) === '1')) return null
  const places = [...new Set((data ?? []).flatMap((r) => r.looked))].map(homePath)
  const putAway = (): void => {
    localStorage.setItem(PUT_AWAY, '1')
    setPutAway(true)
  }
  return (
    <Banner
      isSlim
      tone="grey"
      icon={<Bot size={16} />}
      action={
        <span className="flex shrink-0 gap-1.5">
          <Button size="s" onClick={() => navigate(PLACES.agents)}>
            {TODAY.noAgent.choose}
          </Button>
          <Button
            size="icon"
            look="ghost"
            aria-label={TODAY.noAgent.putAway}
            title={TODAY.noAgent.putAway}
            onClick={putAway}
          >
            <X size={14} />
          </Button>
        </span>
      }
    >
      <strong className="font-semibold">{TODAY.noAgent.title}.</strong>{' '}
      <span title={TODAY.noAgent.where(places.join('\n'))}>{TODAY.noAgent.text(waiting)}</span>
    </Banner>
  )
}

export function Offline(): ReactNode {
  const [since, setSince] = useState<number | null>(() => (navigator.onLine === false ? Date.now() : null))
  useEffect(() => {
    const off = (): void => setSince(Date.now())
    const on = (): void => setSince(null)
    addEventListener('offline', off)
    addEventListener('online', on)
    return () => {
      removeEventListener('offline', off)
      removeEventListener('online', on)
    }
  }, [])
  return (
    since !== null && (
      <Banner tone="grey" icon={<WifiOff size={16} />}>
        {TODAY.offline(clockTime(since))}
      </Banner>
    )
  )
}
