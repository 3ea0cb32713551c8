import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Toaster } from 'sonner'
import { POPOVER_AWAY, POPOVER_PATH, POPOVER_PIN } from '../../shared/views/popover-address.ts'
import type { AppContext } from '../client/bridge.ts'
import { Client } from '../client/client.tsx'
import { ConfirmHost } from '../kit/dialog/dialog.tsx'
import { Crash } from '../client/crash.tsx'
import { POPOVER } from './copy.ts'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, useHashPath, useHashSearch } from '../client/navigation.ts'
import { isDark, setLook, useTheme } from '../kit/theme.ts'
import { setClock } from '../kit/time.ts'
import { AskedApproval } from '../parts/approval/asked-approval.tsx'
import { Glance } from './glance.tsx'

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
  const shown = useTheme()
  useLayoutEffect(() => setClock(style, showUtc), [style, showUtc])
  useLayoutEffect(() => setLook({ theme, contrast, density: 'comfortable' }), [theme, contrast])
  return (
    <>
      <Glance />
      <AskedApproval />
      <ConfirmHost />
      <Toaster
        theme={isDark(shown) ? 'dark' : 'light'}
        position="bottom-center"
        visibleToasts={1}
        offset={60}
        mobileOffset={60}
        toastOptions={{
          className: '!rounded-card !border-line !bg-surface !text-ink !text-13 !shadow-popover !font-sans',
          actionButtonStyle: { background: 'var(--accent)', color: 'var(--on-accent)' },
        }}
      />
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
  useEffect(() => {
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
