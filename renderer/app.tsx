import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { Toaster } from 'sonner'
import { Route, Router, Switch, useLocation } from 'wouter'
import type { RunId, ThreadId } from '../shared/ids.ts'
import { actionsOver } from './actions.tsx'
import { BridgeContext, useBridge, type AppContext } from './bridge.ts'
import { AddRepositories } from './components/add-repositories.tsx'
import { Banners } from './components/banners.tsx'
import { ConfirmHost } from './components/dialog.tsx'
import { LinkSheet } from './components/link-sheet.tsx'
import { Rail, RAIL } from './components/rail.tsx'
import { PLACE_OF_LETTER, Shortcuts } from './components/shortcuts.tsx'
import { Crash } from './components/crash.tsx'
import { isMod, isTyping } from './keys.ts'
import { useFleet, useLive } from './live.ts'
import { navigate, PLACES, useHashPath } from './navigation.ts'
import { AgentsPage } from './pages/agents.tsx'
import { AheadPage } from './pages/ahead.tsx'
import { HistoryPage } from './pages/history.tsx'
import { JobsPage } from './pages/jobs.tsx'
import { QueuePage } from './pages/queue.tsx'
import { RunPage } from './pages/run.tsx'
import { SettingsPage } from './pages/settings.tsx'
import { SlotPage } from './pages/slot.tsx'
import { ThreadPage } from './pages/thread.tsx'
import { ThreadsPage } from './pages/threads.tsx'
import { Today } from './pages/today.tsx'
import { ScrollerContext } from './scroller.ts'
import { setTheme, useTheme } from './theme.ts'
import { useUi } from './ui-state.ts'

export function App({ bridge }: { bridge: AppContext }): ReactNode {
  return (
    <BridgeContext value={bridge}>
      <QueryClientProvider client={bridge.queries}>
        <Tooltip.Provider delay={350}>
          <Router hook={useHashPath}>
            <WhenLive />
          </Router>
        </Tooltip.Provider>
      </QueryClientProvider>
    </BridgeContext>
  )
}

function WhenLive(): ReactNode {
  const isReady = useLive((live) => live.fleet !== null)
  const isLost = useLive((live) => live.connection === 'lost')
  if (isReady) return <Frame />
  return isLost ? <p role="alert" className="p-10 text-center text-ink-2">The scheduler does not answer. Trying again…</p> : <div aria-busy="true" className="h-full" />
}

function Frame(): ReactNode {
  const theme = useFleet((fleet) => fleet.settings.theme)
  const verdict = useFleet((fleet) => fleet.verdict)
  const shown = useTheme()
  useLayoutEffect(() => setTheme(theme), [theme])
  useEffect(() => {
    document.title = `${verdict.headline} ${verdict.rest}`.trim() + ' — Threadbeat'
  }, [verdict.headline, verdict.rest])
  useShortcuts()
  return (
    <div className="flex h-full">
      <Rail />
      <Main>
        <Banners />
        <Crash>
          <Switch>
            <Route path={PLACES.today}><Today /></Route>
            <Route path={PLACES.threads}><ThreadsPage /></Route>
            <Route path={PLACES.queue}><QueuePage /></Route>
            <Route path={PLACES.jobs}><JobsPage /></Route>
            <Route path={PLACES.ahead}><AheadPage /></Route>
            <Route path={PLACES.history}><HistoryPage /></Route>
            <Route path={PLACES.agents}><AgentsPage /></Route>
            <Route path={PLACES.settings}><SettingsPage /></Route>
            <Route path="/thread/:id/slot/:at">{({ id, at }) => <SlotPage id={id as ThreadId} at={Number(at)} />}</Route>
            <Route path="/thread/:id">{({ id }) => <ThreadPage key={id} id={id as ThreadId} />}</Route>
            <Route path="/run/:id">{({ id }) => <RunPage key={id} id={id as RunId} />}</Route>
            <Route path="/link"><Today /><LinkSheet /></Route>
            <Route><Today /></Route>
          </Switch>
        </Crash>
      </Main>
      <AddRepositories />
      <Shortcuts />
      <ConfirmHost />
      <Toaster
        theme={shown} position="bottom-center" visibleToasts={3} offset={16}
        toastOptions={{ className: '!rounded-card !border-line !bg-surface !text-ink !text-13 !shadow-popover !font-sans', actionButtonStyle: { background: 'var(--accent)', color: 'var(--on-accent)' } }}
      />
    </div>
  )
}

/** Each place remembers how far down it was; kept while the window lives. */
const scrolledTo = new Map<string, number>()

function Main({ children }: { children: ReactNode }): ReactNode {
  const [path] = useLocation()
  const [main, setMain] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (main === null) return
    main.scrollTo({ top: scrolledTo.get(path) ?? 0 })
    const remember = (): void => void scrolledTo.set(path, main.scrollTop)
    main.addEventListener('scroll', remember, { passive: true })
    return () => main.removeEventListener('scroll', remember)
  }, [main, path])
  return (
    <main ref={setMain} className="relative flex min-w-0 flex-1 flex-col overflow-y-auto [scrollbar-gutter:stable]">
      {/* One child, whose height tells when anything above the table came or went. */}
      <div className="flex flex-1 shrink-0 flex-col"><ScrollerContext value={main}>{main !== null && children}</ScrollerContext></div>
    </main>
  )
}

/** After G, within this time, a letter goes to a place. */
const CHORD_MS = 1500

function useShortcuts(): void {
  const bridge = useBridge()
  useEffect(() => {
    let chordUntil = 0
    const onChord = (event: KeyboardEvent): void => {
      if (isTyping(event) || event.shiftKey) return
      const place = event.timeStamp < chordUntil ? PLACE_OF_LETTER[event.key.toLowerCase()] : undefined
      chordUntil = place === undefined && event.key === 'g' ? event.timeStamp + CHORD_MS : 0
      if (place === undefined) return
      navigate(PLACES[place])
      event.preventDefault() // the letter alone means something else on some pages
    }
    const onKey = (event: KeyboardEvent): void => {
      const { showShortcuts, openAdding } = useUi.getState()
      if (!isMod(event)) {
        if (event.key === '?' && !isTyping(event)) showShortcuts(true)
        return
      }
      const place = RAIL[Number(event.key) - 1]?.place
      if (event.key === '[') history.back()
      else if (event.key === ']') history.forward()
      else if (event.key === ',') navigate(PLACES.settings)
      else if (event.shiftKey && event.key.toLowerCase() === 'b') actionsOver(bridge).beatAllDue()
      else if (!event.shiftKey && event.key.toLowerCase() === 'n') openAdding()
      else if (place !== undefined) navigate(PLACES[place])
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onChord, true)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onChord, true)
      removeEventListener('keydown', onKey)
    }
  }, [bridge])
}
