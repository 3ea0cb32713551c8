import { fireEvent, render, screen, within } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { openBridge, type AppContext } from '../../client/bridge.ts'
import { follow } from '../../client/live.ts'
import { createLiveStore } from '../../client/live-store.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import '../../testing/show.tsx'
import { App } from '../app.tsx'

/** The whole window over a host, as soon as it shows data. */
export async function openApp(host?: WindowHost): Promise<WindowHost> {
  const over = host ?? (await openHost())
  await openWindow(over)
  return over
}

/** The same; resolves to what the window itself has. */
export async function openWindow(host: WindowHost): Promise<AppContext> {
  const bridge = openBridge(host.openPort)
  const live = createLiveStore()
  onTestFinished(follow(live, bridge))
  const context = { ...bridge, live }
  render(<App bridge={context} />)
  await screen.findByRole('navigation', { name: 'Places' })
  return context
}

export const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(target, { key, ...more })

export const link = (name: RegExp | string): HTMLElement =>
  within(screen.getByRole('navigation', { name: 'Places' })).getByRole('link', { name })
