import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { show } from '../testing/show.tsx'
import { GitKeepDialog, GitOffer } from './git-keep.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)
const snapshot = sampleSnapshot(Date.now())
const thread = snapshot.threads[0]!
const written = (calls: readonly string[]): readonly string[] =>
  calls.filter((c) => c.startsWith('doc.setGitKeep'))

describe('keeping HEARTBEAT.md out of git', () => {
  it('shows what would change in .gitignore before anything is written', async () => {
    const { host } = show(<GitKeepDialog thread={thread} onClose={() => undefined} />, snapshot)
    const local = await screen.findByRole('radio', { name: /Local exclude file/ })
    expect((local as HTMLInputElement).checked).toBe(true)
    expect((screen.getByRole('button', { name: 'Apply' }) as HTMLButtonElement).disabled).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: /\.gitignore/ }))
    expect(screen.getByLabelText('What would change in .gitignore').textContent).toContain('/HEARTBEAT.md')
    expect(written(host.calls)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(written(host.calls)).toEqual([
        `doc.setGitKeep {"id":"${thread.id}","keep":"gitignore","version":"i"}`,
      ]),
    )
  })
  it('is offered once, and not again after either answer', async () => {
    const offer = <GitOffer thread={thread} isAlone onChoose={() => undefined} />
    const { unmount } = show(offer, snapshot)
    fireEvent.click(await screen.findByRole('button', { name: 'Keep it so' }))
    expect(screen.queryByRole('button', { name: 'Keep it so' })).toBeNull()
    unmount()
    const again = show(offer, snapshot)
    await again.host.current()
    expect(screen.queryByRole('button', { name: 'Keep it so' })).toBeNull()
  })
})
