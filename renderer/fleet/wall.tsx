import { X } from 'lucide-react'
import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import { STATE_WORD } from '../../shared/views/words.ts'
import { Button } from '../kit/button.tsx'
import { StateGlyph } from '../parts/glyph.tsx'
import { Strip } from '../parts/strip/strip.tsx'
import { PAGE_STRIP } from '../parts/strip/strip-draw.ts'
import { FLEET } from './copy.ts'
import { attentionOrder } from './query/order.ts'
import { useFleet, useLive, useThread } from '../client/live.ts'
import { barPath, navigate, PLACES, threadPath } from '../client/navigation.ts'

const { wall } = FLEET
const BARS = 32
const WIDTH = 230

/** Every thread as one tile over the whole screen, to be glanced at from far away. */
export function WallPage(): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const threads = useLive((live) => live.threads)
  const alerts = useFleet((fleet) => fleet.alerts)
  const verdict = useFleet((fleet) => fleet.verdict)
  const isNight = useNight()
  const order = attentionOrder(threads.values(), alerts)
  useEffect(() => {
    frame.current?.focus()
    // The system may refuse; then it fills the window.
    // All of the page: what is alone in full screen covers every dialog of the others.
    void document.documentElement.requestFullscreen?.().catch(() => undefined)
    let wasFull = false
    const onChange = (): void => {
      // Escape ends the full screen by itself and is not told as a key.
      if (document.fullscreenElement != null) wasFull = true
      else if (wasFull) leave()
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement != null) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])
  return (
    <div
      ref={frame}
      tabIndex={-1}
      className={
        'fixed inset-0 z-30 flex flex-col overflow-y-auto bg-canvas p-6 outline-none ' +
        `${isNight ? 'brightness-75' : ''}`
      }
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave()
      }}
    >
      <header className="mb-4 flex items-center gap-3">
        <h1 className="min-w-0 flex-1 text-20 font-semibold text-pretty">
          {verdict.headline} <span className="font-normal text-ink-3">{verdict.rest}</span>
        </h1>
        <Button look="ghost" onClick={leave}>
          <X size={14} /> {wall.leave}
        </Button>
      </header>
      {order.length === 0 && <p className="text-16 text-ink-2">{wall.empty}</p>}
      <ul
        aria-label={wall.title}
        className="grid flex-1 auto-rows-min grid-cols-[repeat(auto-fill,minmax(260px,1fr))] gap-3"
      >
        {order.map((id) => (
          <Tile key={id} id={id} />
        ))}
      </ul>
    </div>
  )
}

const leave = (): void => navigate(PLACES.today)

const EDGE: Partial<Record<string, string>> = {
  urgent: 'border-urgent-fill',
  broken: 'border-broken-fill',
  blocked: 'border-alert-edge',
  alert: 'border-alert-edge',
  unproven: 'border-alert-edge',
  overdue: 'border-alert-edge',
  acknowledged: 'border-alert-edge',
}

const Tile = memo(function Tile({ id }: { id: ThreadId }): ReactNode {
  const thread = useThread(id)
  if (thread === undefined) return null
  return (
    <li
      className={
        'card flex flex-col gap-2 rounded-card border bg-surface px-3.5 py-3 ' +
        '[contain-intrinsic-height:104px] [content-visibility:auto] ' +
        `${EDGE[thread.state] ?? 'border-line'}`
      }
    >
      <button
        type="button"
        className="flex min-h-6 items-center gap-2 rounded-control text-left"
        title={thread.because}
        onClick={() => navigate(threadPath(id))}
      >
        <StateGlyph state={thread.state} size={20} />
        <span className="min-w-0 flex-1 truncate text-16 font-semibold">{thread.name}</span>
        <span className="text-12 text-ink-3">{STATE_WORD[thread.state]}</span>
      </button>
      <Strip
        at={thread.strip.at}
        outcome={thread.strip.outcome}
        runs={thread.strip.runs}
        name={thread.name}
        bars={BARS}
        width={WIDTH}
        shape={PAGE_STRIP}
        onOpen={(index) => navigate(barPath(thread, index))}
      />
    </li>
  )
})

const NIGHT_FROM = 22
const NIGHT_TO = 7
/** Dimmer at night, by the clock on the wall. */
function useNight(): boolean {
  const night = (): boolean => new Date().getHours() >= NIGHT_FROM || new Date().getHours() < NIGHT_TO
  const [isNight, setNight] = useState(night)
  useEffect(() => {
    const timer = setInterval(() => setNight(night()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return isNight
}
