import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, type ReactNode } from 'react'
import { Toaster } from 'sonner'
import { Route, Router, Switch, useLocation } from 'wouter'
import type { RunId, ThreadId } from '../shared/ids.ts'
import { BridgeContext, type AppContext } from './bridge.ts'
import { AddRepositories } from './components/add-repositories.tsx'
import { Banners } from './components/banners.tsx'
import { ConfirmHost } from './components/dialog.tsx'
import { LinkSheet } from './components/link-sheet.tsx'
import { Rail } from './components/rail.tsx'
import { Shortcuts } from './components/shortcuts.tsx'
import { Crash } from './components/crash.tsx'
import { FRAME } from './copy/frame.ts'
import { Announcements } from './frame/announcer.tsx'
import { useDroppedFolders } from './frame/dropped.ts'
import { Main } from './frame/main.tsx'
import { useTitle } from './frame/title.ts'
import { FindEverywhere } from './heartbeat-editor/find-everywhere.tsx'
import { DemoMark } from './first-run/demo.tsx'
import { useFleet, useLive } from './live.ts'
import { PLACES, useHashPath } from './navigation.ts'
import { AgentsPage } from './pages/agents.tsx'
import { AheadPage } from './pages/ahead.tsx'
import { FirstRunPage } from './pages/first-run.tsx'
import { HistoryPage } from './pages/history.tsx'
import { InboxPage } from './pages/inbox.tsx'
import { JobsPage } from './pages/jobs.tsx'
import { PollinationPage } from './pages/pollination.tsx'
import { QueuePage } from './pages/queue.tsx'
import { RunPage } from './pages/run.tsx'
import { SettingsPage } from './pages/settings.tsx'
import { SlotPage } from './pages/slot.tsx'
import { ThreadPage } from './pages/thread.tsx'
import { ThreadsPage } from './pages/threads.tsx'
import { Today } from './pages/today.tsx'
import { WallPage } from './pages/wall.tsx'
import { Palette } from './palette/palette.tsx'
import { useCommands } from './palette/use-commands.ts'
import { isDark, setLook, useTheme } from './theme.ts'
import { setClock } from './time.ts'

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
  return isLost ? (
    <p role="alert" className="p-10 text-center text-ink-2">
      {FRAME.noScheduler}
    </p>
  ) : (
    <div aria-busy="true" className="h-full" />
  )
}

function Frame(): ReactNode {
  const [path] = useLocation()
  const theme = useFleet((fleet) => fleet.settings.theme)
  const contrast = useFleet((fleet) => fleet.settings.contrast)
  const density = useFleet((fleet) => fleet.settings.density)
  const shown = useTheme()
  const clock = useFleet((fleet) => fleet.settings.clock)
  const showUtc = useFleet((fleet) => fleet.settings.showUtc)
  useLayoutEffect(() => setClock(clock, showUtc), [clock, showUtc])
  useLayoutEffect(() => setLook({ theme, contrast, density }), [theme, contrast, density])
  useTitle()
  useCommands()
  useDroppedFolders()
  const isWall = path === PLACES.wall // for the eyes across the room: nothing beside it
  return (
    <div className="flex h-full">
      {!isWall && <Rail />}
      <Main>
        {!isWall && <DemoMark />}
        {!isWall && <Banners />}
        <Crash at={path}>
          <Switch>
            <Route path={PLACES.today}>
              <Today />
            </Route>
            <Route path={PLACES.threads}>
              <ThreadsPage />
            </Route>
            <Route path={PLACES.queue}>
              <QueuePage />
            </Route>
            <Route path={PLACES.jobs}>
              <JobsPage />
            </Route>
            <Route path={PLACES.ahead}>
              <AheadPage />
            </Route>
            <Route path={PLACES.history}>
              <HistoryPage />
            </Route>
            <Route path={PLACES.inbox}>
              <InboxPage />
            </Route>
            <Route path={PLACES.pollination}>
              <PollinationPage />
            </Route>
            <Route path={PLACES.firstRun}>
              <FirstRunPage />
            </Route>
            <Route path={PLACES.wall}>
              <WallPage />
            </Route>
            <Route path={PLACES.agents}>
              <AgentsPage />
            </Route>
            <Route path={PLACES.settings}>
              <SettingsPage />
            </Route>
            <Route path="/settings/:section">
              <SettingsPage />
            </Route>
            <Route path="/thread/:id/slot/:at">
              {({ id, at }) => <SlotPage id={id as ThreadId} at={Number(at)} />}
            </Route>
            <Route path="/thread/:id">{({ id }) => <ThreadPage key={id} id={id as ThreadId} />}</Route>
            <Route path="/run/:id">{({ id }) => <RunPage key={id} id={id as RunId} />}</Route>
            <Route path="/link">
              <Today />
              <LinkSheet />
            </Route>
            <Route>
              <Today />
            </Route>
          </Switch>
        </Crash>
      </Main>
      <AddRepositories />
      <Shortcuts />
      <FindEverywhere />
      <Palette />
      <ConfirmHost />
      <Announcements />
      <Toaster
        theme={isDark(shown) ? 'dark' : 'light'}
        position="bottom-center"
        visibleToasts={3}
        offset={16}
        toastOptions={{
          className: '!rounded-card !border-line !bg-surface !text-ink !text-13 !shadow-popover !font-sans',
          actionButtonStyle: { background: 'var(--accent)', color: 'var(--on-accent)' },
        }}
      />
    </div>
  )
}
