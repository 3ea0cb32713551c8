import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { show } from '../testing/show.tsx'
import { Backups } from './data/backups.tsx'
import { WebhooksOut } from './webhooks/webhooks-out.tsx'

afterEach(cleanup)

describe('a list that cannot be read again is not shown as it was', () => {
  it('of backups', async () => {
    const fails: string[] = []
    show(<Backups />, sampleSnapshot(Date.now()), { fails })
    await screen.findByRole('list', { name: 'Backups' })
    fails.push('backups.list')
    fireEvent.click(screen.getByRole('button', { name: 'Back up now' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Backups' })).toBeNull()
  })
  it('of outgoing webhooks', async () => {
    const fails: string[] = []
    show(<WebhooksOut />, sampleSnapshot(Date.now()), { fails })
    const phone = await screen.findByRole('listitem', { name: 'Phone' })
    fails.push('webhooks.list')
    fireEvent.click(within(phone).getByRole('button', { name: 'Test' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })
})
