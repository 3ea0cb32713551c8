import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { toast } from 'sonner'
import { onTestFinished } from 'vitest'
import { openBridge } from '../../client/bridge.ts'
import { follow } from '../../client/live.ts'
import { createLiveStore } from '../../client/live-store.ts'
import { useUi } from '../../client/ui-state.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import '../../testing/show.tsx'
import { App } from '../app.tsx'

/** The whole window over a host, as soon as it shows data. */
export async function openApp(host?: WindowHost): Promise<WindowHost> {
  const over = host ?? (await openHost())
  const bridge = openBridge(over.openPort)
  const live = createLiveStore()
  onTestFinished(follow(live, bridge))
  render(<App bridge={{ ...bridge, live }} />)
  await screen.findByRole('navigation', { name: 'Places' })
  return over
}

/** After a test: nothing of this window stands in the next one. */
export function closeApp(): void {
  toast.dismiss() // a new Toaster shows again what still stands
  cleanup()
  useUi.setState({ palette: false, shortcuts: false, adding: { open: false, scan: false, folders: [] } })
}

export const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(target, { key, ...more })

export const link = (name: RegExp | string): HTMLElement =>
  within(screen.getByRole('navigation', { name: 'Places' })).getByRole('link', { name })
