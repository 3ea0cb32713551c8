import { fireEvent, render, screen, within } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { openBridge } from '../../client/bridge.ts'
import { follow } from '../../client/live.ts'
import { createLiveStore } from '../../client/live-store.ts'
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

export const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(target, { key, ...more })

export const link = (name: RegExp | string): HTMLElement =>
  within(screen.getByRole('navigation', { name: 'Places' })).getByRole('link', { name })
