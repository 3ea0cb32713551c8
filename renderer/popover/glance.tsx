import { AppWindow, HeartPulse, Pause, Pin, PinOff, Play, Settings } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { POPOVER_PATH, POPOVER_PIN } from '../../shared/views/popover-address.ts'
import { useBridge } from '../client/bridge.ts'
import { beatAllDue } from '../commands/actions/beat.tsx'
import { pause, resume } from '../commands/actions/pause.ts'
import { Button } from '../kit/button.tsx'
import { Logo } from '../kit/logo.tsx'
import { Menu } from '../kit/menu.tsx'
import { ACTIONS } from '../commands/actions/copy.ts'
import { POPOVER } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { navigate, PLACES, useHashSearch } from '../client/navigation.ts'
import { Cards } from './cards.tsx'
import { NextDue } from './next-due.tsx'
import { Running } from './running.tsx'

/** The verdict, what needs the person, what runs, what comes next. */
export function Glance(): ReactNode {
  const verdict = useFleet((fleet) => fleet.verdict)
  const isPinned = useHashSearch().has('pin')
  useEffect(() => {
    document.title = POPOVER.title
  }, [])
  return (
    <div className="flex h-full flex-col border border-line">
      <header className="flex items-start gap-2.5 border-b border-line bg-surface px-4 py-3">
        <span className="flex h-6 items-center">
          <Logo />
        </span>
        <h1 className="min-w-0 flex-1 text-16 font-semibold text-pretty">
          {verdict.headline} <span className="text-13 font-normal text-ink-3">{verdict.rest}</span>
        </h1>
        <Button
          look="ghost"
          size="icon"
          aria-pressed={isPinned}
          aria-label={POPOVER.pin}
          title={isPinned ? POPOVER.unpin : POPOVER.pin}
          className={`-mr-1.5 ${isPinned ? '!text-accent' : ''}`}
          onClick={() => navigate(isPinned ? POPOVER_PATH : POPOVER_PATH + POPOVER_PIN, { replace: true })}
        >
          {isPinned ? <PinOff size={15} /> : <Pin size={15} />}
        </Button>
      </header>
      {/* It scrolls by keys only when it can have the focus. */}
      <main
        tabIndex={0}
        aria-label={POPOVER.title}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-3 focus-visible:-outline-offset-2"
      >
        <Cards />
        <Running />
        <NextDue />
      </main>
      <Footer />
    </div>
  )
}

function Footer(): ReactNode {
  const app = useBridge()
  const isPaused = useFleet((fleet) => fleet.pause !== null)
  const pauses = (['hour', 'tomorrow', 'open'] as const).map((length) => ({
    label: ACTIONS.pause.choices[length],
    run: () => pause(app, null, length),
  }))
  return (
    <footer className="flex items-center gap-1.5 border-t border-line bg-surface px-3 py-2">
      <Button look="primary" size="s" onClick={() => beatAllDue(app)}>
        <HeartPulse size={14} /> {POPOVER.beatDue}
      </Button>
      {isPaused ? (
        <Button size="s" onClick={() => resume(app, null)}>
          <Play size={13} /> {POPOVER.resume}
        </Button>
      ) : (
        <Menu
          align="start"
          trigger={
            <Button size="s">
              <Pause size={13} /> {POPOVER.pause}
            </Button>
          }
          entries={pauses}
        />
      )}
      <Button size="s" onClick={() => navigate(PLACES.today)} className="ml-auto">
        <AppWindow size={13} /> {POPOVER.window}
      </Button>
      <Button
        look="ghost"
        size="icon"
        aria-label={POPOVER.settings}
        title={POPOVER.settings}
        onClick={() => navigate(PLACES.settings)}
      >
        <Settings size={15} />
      </Button>
    </footer>
  )
}
