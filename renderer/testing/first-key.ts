import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

/**
 * Draws it as a browser does, without waiting for the effects that come after, and presses the key in the moment in which
 * its first heading is there.
 */
export async function pressAtFirstSight(what: ReactNode, key: KeyboardEventInit): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    box.remove()
    vi.unstubAllGlobals()
  })
  const isPressed = new Promise<void>((resolve) => {
    const watch = new MutationObserver(() => {
      const heading = screen.queryByRole('heading', { level: 1 })
      if (heading === null) return
      watch.disconnect()
      heading.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key }))
      resolve()
    })
    watch.observe(box, { childList: true, subtree: true })
  })
  root.render(what)
  await isPressed
}
