import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { POPOVER_AWAY, POPOVER_PATH, POPOVER_PIN } from '../../shared/views/popover-address.ts'
import type { AppContext } from '../client/bridge.ts'
import { Client } from '../client/client.tsx'
import { ConfirmHost } from '../kit/dialog/dialog.tsx'
import { Crash } from '../client/crash.tsx'
import { later } from '../client/later.tsx'
import { POPOVER } from './copy.ts'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, useHashPath, useHashSearch } from '../client/navigation.ts'
import { setLook } from '../kit/theme.ts'
import { setClock } from '../kit/time.ts'
import { AskedApproval } from '../parts/approval/asked-approval.tsx'
import { Glance } from './glance.tsx'

const Toasts = later(async () => (await import('../kit/toasts.tsx')).Toasts)

/** The small window at the tray icon: the same page, over the same engine, with one screen. */
export function Popover({ bridge }: { bridge: AppContext }): ReactNode {
  return (
    <Client bridge={bridge}>
      <Crash at={POPOVER_PATH}>
        <Screen />
      </Crash>
    </Client>
  )
}

function Screen(): ReactNode {
  const isReady = useLive((live) => live.fleet !== null)
  const isLost = useLive((live) => live.connection === 'lost')
  useComeBack()
  useEscape()
  if (isReady) return <Framed />
  return isLost ? (
    <p role="alert" className="p-8 text-center text-ink-2">
      {POPOVER.noScheduler}
    </p>
  ) : (
    <div aria-busy="true" className="h-full" />
  )
}

function Framed(): ReactNode {
  const { theme, contrast, showUtc } = useFleet((fleet) => fleet.settings)
  const style = useFleet((fleet) => fleet.timeStyle)
  useLayoutEffect(() => setClock(style, showUtc), [style, showUtc])
  useLayoutEffect(() => setLook({ theme, contrast, density: 'comfortable' }), [theme, contrast])
  return (
    <>
      <Glance />
      <AskedApproval />
      <ConfirmHost />
      <Toasts above={60} />
    </>
  )
}

/**
 * Places belong to the main window. The shell has seen the address by now and shows it there; here it is
 * the glance again.
 */
function useComeBack(): void {
  const [path] = useHashPath()
  const home = useRef(POPOVER_PATH)
  const search = useHashSearch()
  const [isPinned, isAway] = [search.has('pin'), search.has('away')]
  useEffect(() => {
    if (path === POPOVER_PATH && !isAway) home.current = POPOVER_PATH + (isPinned ? POPOVER_PIN : '')
    else navigate(home.current, { replace: true })
  }, [path, isPinned, isAway])
}

/** Hides it. What lies above it (a menu, a sheet, a question) takes the key first. */
function useEscape(): void {
  // Heard as soon as anything is seen: a passive effect may come later than a key.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        document.querySelector('[role=menu], [role=dialog], [role=alertdialog]') === null
      )
        navigate(POPOVER_PATH + POPOVER_AWAY, { replace: true })
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
