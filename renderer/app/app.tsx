import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { tellDrawn, type AppContext } from '../client/bridge.ts'
import { Client } from '../client/client.tsx'
import { Banners } from './banners.tsx'
import { Rail } from './rail.tsx'
import { Crash } from '../client/crash.tsx'
import { FRAME } from './copy.ts'
import { Dialogs } from './dialogs.tsx'
import { Announcements } from './announcing/announcer.tsx'
import { useDroppedFolders } from '../client/dropped.ts'
import { Main } from './main.tsx'
import { loadPage, Pages } from './pages.tsx'
import { useTitle } from './title.ts'
import { DemoMark } from '../first-run/demo.tsx'
import { useFleet, useLive } from '../client/live.ts'
import { later, loadAllWhenIdle } from '../client/later.tsx'
import { loadBeforeShown, PLACES, shownPath } from '../client/navigation.ts'
import { Keyboard } from '../commands/keyboard.tsx'
import { toast } from '../kit/shown/toast.ts'
import { watchLooks } from '../today/last-look.ts'
import { setLook } from '../kit/theme.ts'
import { setClock } from '../kit/time.ts'

const Toasts = later(async () => (await import('../kit/toasts.tsx')).Toasts)

/** What the address asks for; `App` shows it at once. */
export const loadFirstPage = async (): Promise<void> => void (await loadPage(shownPath()))

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
  useLayoutEffect(() => loadBeforeShown(loadPage), [])
  useEffect(loadAllWhenIdle, [])
  useEffect(tellDrawn, [])
  useEffect(watchLooks, [])
  useEffect(() => toast.leavePage, [path])
  const isWall = path === PLACES.wall // for the eyes across the room: nothing beside it
  return (
    <div className="flex h-full">
      {!isWall && <Rail />}
      <Main>
        {!isWall && <DemoMark />}
        {!isWall && (
          <Crash at={path}>
            <Banners />
          </Crash>
        )}
        <Crash at={path}>
          <Pages />
        </Crash>
      </Main>
      <Dialogs />
      <Announcements />
      <Toasts above={8} />
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
