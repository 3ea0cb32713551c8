import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { GitKeepDialog, GitOffer } from './git-keep.tsx'

/** A thread whose HEARTBEAT.md is left out of git by the repository's own exclude file. */
async function excluded(): Promise<WindowHost> {
  const host = await openHost({
    ports: (usual) => ({
      ...usual,
      repositories: {
        ...usual.repositories,
        gitKeep: async () =>
          ok({ now: 'exclude', gitignore: { before: null, after: '/HEARTBEAT.md\n', version: 'i' } }),
      },
    }),
  })
  host.add('api')
  return host
}
const written = (calls: readonly string[]): readonly string[] =>
  calls.filter((c) => c.startsWith('doc.setGitKeep'))

describe('keeping HEARTBEAT.md out of git', () => {
  it('shows what would change in .gitignore before anything is written', async () => {
    const host = await excluded()
    const thread = host.thread('api')
    show(<GitKeepDialog thread={thread} onClose={() => undefined} />, host)
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
    const host = await excluded()
    const offer = <GitOffer thread={host.thread('api')} isAlone onChoose={() => undefined} />
    const { unmount } = show(offer, host)
    fireEvent.click(await screen.findByRole('button', { name: 'Keep it so' }))
    expect(screen.queryByRole('button', { name: 'Keep it so' })).toBeNull()
    unmount()
    show(offer, host)
    expect(screen.queryByRole('button', { name: 'Keep it so' })).toBeNull()
  })
})
