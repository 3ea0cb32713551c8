import { useLayoutEffect, type ReactNode } from 'react'
import { Toaster } from 'sonner'
import { Route, Switch, useLocation } from 'wouter'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import type { AppContext } from '../client/bridge.ts'
import { Client } from '../client/client.tsx'
import { AddRepositories } from './add-repositories.tsx'
import { Banners } from './banners.tsx'
import { ConfirmHost } from '../kit/dialog.tsx'
import { LinkSheet } from './link-sheet.tsx'
import { Rail } from './rail.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Crash } from '../client/crash.tsx'
import { FRAME } from './copy.ts'
import { Announcements } from './announcer.tsx'
import { useDroppedFolders } from '../client/dropped.ts'
import { Main } from './main.tsx'
import { useTitle } from './title.ts'
import { FindEverywhere } from '../playbook/sheets/find-everywhere.tsx'
import { DemoMark } from '../first-run/demo.tsx'
import { useFleet, useLive } from '../client/live.ts'
import { PLACES } from '../client/navigation.ts'
import { AgentsPage } from '../agents/agents.tsx'
import { AheadPage } from '../ahead/ahead.tsx'
import { FirstRunPage } from '../first-run/first-run.tsx'
import { HistoryPage } from '../history/history.tsx'
import { InboxPage } from '../inbox/inbox.tsx'
import { JobsPage } from '../jobs/jobs.tsx'
import { QueuePage } from '../queue/queue.tsx'
import { RunPage } from '../runs/run.tsx'
import { SettingsPage } from '../settings/settings.tsx'
import { SlotPage } from '../runs/slot.tsx'
import { ThreadPage } from '../thread/thread.tsx'
import { ThreadsPage } from '../fleet/threads.tsx'
import { Today } from '../today/today.tsx'
import { WallPage } from '../fleet/wall.tsx'
import { Palette } from '../palette/palette.tsx'
import { Keyboard } from '../commands/keyboard.tsx'
import { isDark, setLook, useTheme } from '../kit/theme.ts'
import { setClock } from '../kit/time.ts'

export function App({ bridge }: { bridge: AppContext }): ReactNode {
  return (
    <Client bridge={bridge}>
      <WhenLive />
    </Client>
  )
}

function WhenLive(): ReactNode {
  const isReady = useLive((live) => live.fleet !== null)
  const isLost = useLive((live) => live.connection === 'lost')
  if (isReady)
    return (
      <Keyboard>
        <Frame />
      </Keyboard>
    )
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
  useSettledLook()
  useTitle()
  useDroppedFolders()
  const isWall = path === PLACES.wall // for the eyes across the room: nothing beside it
  return (
    <div className="flex h-full">
      {!isWall && <Rail />}
      <Main>
        {!isWall && <DemoMark />}
        {!isWall && <Banners />}
        <Crash at={path}>
          <Pages />
        </Crash>
      </Main>
      <AddRepositories />
      <Shortcuts />
      <FindEverywhere />
      <Palette />
      <ConfirmHost />
      <Announcements />
      <Toasts />
    </div>
  )
}

/** What the settings say of colours, density and times counts at once. */
function useSettledLook(): void {
  const theme = useFleet((fleet) => fleet.settings.theme)
  const contrast = useFleet((fleet) => fleet.settings.contrast)
  const density = useFleet((fleet) => fleet.settings.density)
  const style = useFleet((fleet) => fleet.timeStyle)
  const showUtc = useFleet((fleet) => fleet.settings.showUtc)
  useLayoutEffect(() => setClock(style, showUtc), [style, showUtc])
  useLayoutEffect(() => setLook({ theme, contrast, density }), [theme, contrast, density])
}

function Toasts(): ReactNode {
  const shown = useTheme()
  return (
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
  )
}

function Pages(): ReactNode {
  return (
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
  )
}
