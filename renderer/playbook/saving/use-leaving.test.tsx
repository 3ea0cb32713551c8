import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { navigate } from '../../client/navigation.ts'
import { BASE, openDesk } from '../testing/saving-desk.tsx'
import { keepDraft, readDraft } from './drafts.ts'

describe('leaving', () => {
  it('waits for the save on its way and asks nothing when all of it is saved', async () => {
    const desk = await openDesk()
    await desk.open()
    desk.disk.hold()
    desk.type(`${BASE}a`)
    void desk.saving.save()
    desk.type(`${BASE}ab`)
    navigate('/inbox')
    await waitFor(() => expect(desk.saves()).toHaveLength(1))
    expect(location.hash).not.toBe('#/inbox')
    act(() => desk.disk.release())
    await waitFor(() => expect(location.hash).toBe('#/inbox'))
    expect(desk.host.files.get('/api')).toBe(`${BASE}ab`)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
  it('loses what a person said to lose, and nothing else', async () => {
    const desk = await openDesk()
    keepDraft({
      key: `threadbeat:draft:${desk.thread.id}:1`,
      text: `${BASE}older`,
      base: BASE,
      at: 1,
      conflict: null,
      fields: {},
    })
    const page = await desk.open()
    desk.disk.isFull = true
    desk.type(`${BASE}a`)
    dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(readDraft(desk.thread.id)?.text).toBe(`${BASE}a`)
    await waitFor(() => expect(desk.saving.state.failure).toBe('The disk is full'))
    navigate('/inbox')
    fireEvent.click(await screen.findByRole('button', { name: 'Leave and lose them' }))
    await waitFor(() => expect(location.hash).toBe('#/inbox'))
    page.unmount()
    expect([desk.saves().length, readDraft(desk.thread.id)?.text]).toEqual([2, `${BASE}older`])
  })
})
