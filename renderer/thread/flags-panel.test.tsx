import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Alert } from '../../shared/alerts/alert.ts'
import { flagKey } from '../../shared/runs/judge/standing.ts'
import { HOUR } from '../../shared/base/time.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { show } from '../testing/show.tsx'
import { FlagsPanel } from './flags-panel.tsx'

afterEach(cleanup)
const sample = sampleSnapshot(Date.now())
const thread = sample.threads.find((t) => t.doc?.flags.length === 1)!
const flag = thread.doc!.flags[0]!
const alert: Alert = {
  ...sample.fleet.alerts[0]!,
  threadId: thread.id,
  key: flagKey(flag),
  raisedAt: Date.now() - 3 * HOUR,
}
const snapshot = { ...sample, fleet: { ...sample.fleet, alerts: [alert] } }

describe('the flags of a thread', () => {
  it('say since when and who raised them, and are resolved here', async () => {
    const { host } = show(<FlagsPanel thread={thread} />, snapshot)
    expect(await screen.findByText(/in the file when it was first read|by an agent run|by you/)).toBeDefined()
    expect(screen.getByText('raised 3 h ago')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(host.calls.some((c) => c.startsWith('doc.resolveFlag'))).toBe(true))
  })
  it('become an issue only in a form at the remote’s page, after it was asked', async () => {
    const { host } = show(<FlagsPanel thread={thread} />, snapshot)
    const opened = (): string[] => host.calls.filter((c) => c.startsWith('shell.openExternal'))
    fireEvent.click(screen.getByRole('button', { name: 'Turn into an issue…' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Open the form at github.com?' })
    expect(dialog.textContent).toContain('Nothing is sent before you do so there')
    expect(opened()).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Open in the browser' }))
    await waitFor(() =>
      expect(opened()).toEqual([
        `shell.openExternal {"url":"https://github.com/acme/api/issues/new?title=${encodeURIComponent(flag)}"}`,
      ]),
    )
  })
})
