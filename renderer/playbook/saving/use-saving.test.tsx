import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { BASE, openDesk } from '../testing/saving-desk.tsx'
import { keepDraft, readDraft } from './drafts.ts'

const bringBack = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Bring it back' }))

describe('no keystroke is lost', () => {
  it('when the page is left while a save is on its way: what was typed meanwhile goes with the next', async () => {
    const desk = await openDesk()
    const page = await desk.open()
    desk.disk.hold()
    desk.type(`${BASE}a`)
    void desk.saving.save()
    desk.type(`${BASE}ab`)
    page.unmount()
    await waitFor(() => expect(desk.saves().map((s) => s.text)).toEqual([`${BASE}a`]))
    desk.disk.release()
    desk.disk.hold()
    await waitFor(() =>
      expect(desk.saves().map((s) => [s.text, s.base])).toEqual([
        [`${BASE}a`, BASE],
        [`${BASE}ab`, `${BASE}a`],
      ]),
    )
    expect(readDraft(desk.thread.id)?.text).toBe(`${BASE}ab`)
    desk.disk.release()
    await waitFor(() => expect(readDraft(desk.thread.id)).toBeNull())
    expect(desk.host.files.get('/api')).toBe(`${BASE}ab`)
  })
  it('when it lands together with the answer to a save, before the window was drawn', async () => {
    const desk = await openDesk()
    await desk.open()
    desk.disk.hold()
    desk.type(`${BASE}a`)
    const done = desk.saving.save()
    await waitFor(() => expect(desk.saves()).toHaveLength(1))
    desk.write(BASE.replace('one', 'ONE'))
    await act(async () => {
      desk.saving.tell({ kind: 'typed', text: `${BASE}ab` })
      desk.disk.release()
      await done
    })
    expect(desk.host.files.get('/api')).toBe(`${BASE.replace('one', 'ONE')}a`)
    expect(desk.replaced).toEqual([])
    expect(desk.saving.state).toMatchObject({ text: `${BASE}ab`, base: `${BASE}a` })
    await act(() => desk.saving.save())
    expect(desk.saves()[1]).toMatchObject({ text: `${BASE}ab`, base: `${BASE}a` })
  })
  it(
    'when the file is deleted and the page is left: it is offered again, and brought back ' +
      'only when asked',
    async () => {
      const desk = await openDesk()
      const page = await desk.open()
      desk.write(null)
      await desk.look()
      desk.type(`${BASE}mine`)
      page.unmount()
      desk.write(BASE.replace('one', 'ONE'))
      await desk.open()
      expect(desk.saves()).toEqual([])
      desk.disk.hold()
      bringBack()
      await waitFor(() => expect(desk.saving.state.text).toBe(`${BASE.replace('one', 'ONE')}mine`))
      expect(desk.word()).toBe('not saved')
      desk.disk.release()
    },
  )
  it('when the save after leaving meets a conflict: the person decides when they come back', async () => {
    const [mine, theirs] = [BASE.replace('one', 'mine'), BASE.replace('one', 'theirs')]
    const desk = await openDesk()
    const page = await desk.open()
    desk.type(mine)
    desk.write(theirs)
    page.unmount()
    await waitFor(() => expect(readDraft(desk.thread.id)?.conflict).toBeTruthy())
    await desk.open()
    expect(desk.saving.state).toMatchObject({ text: theirs, conflict: null })
    bringBack()
    await waitFor(() => expect(desk.saving.state.conflict).toMatchObject({ mine, theirs }))
    expect(desk.saving.state.conflict?.merged).toContain('mine')
    act(() => desk.saving.settle(mine))
    await waitFor(() => expect(desk.saves().at(-1)).toMatchObject({ text: mine, base: theirs }))
    await waitFor(() => expect(desk.host.files.get('/api')).toBe(mine))
  })
  it(
    'found by review: when a draft that conflicts is left again, what others wrote since stays in ' +
      'the conflict',
    async () => {
      const theirs = BASE.replace('one', 'theirs')
      const desk = await openDesk()
      desk.write(theirs)
      keepDraft({
        key: `threadbeat:draft:${desk.thread.id}:1`,
        text: BASE.replace('one', 'mine'),
        base: BASE,
        at: 1,
        conflict: null,
        fields: {},
      })
      for (const made of ['mine', 'mine, looked at']) {
        const page = await desk.open()
        bringBack()
        await waitFor(() =>
          expect(desk.saving.state.conflict).toMatchObject({ mine: BASE.replace('one', 'mine'), theirs }),
        )
        expect(desk.saving.state).toMatchObject({ base: BASE })
        expect(desk.saving.state.conflict?.merged).toContain(made)
        act(() => desk.saving.tell({ kind: 'merging', text: BASE.replace('one', 'mine, looked at\ntheirs') }))
        page.unmount()
      }
      expect(desk.saves()).toEqual([])
    },
  )
  it('found by review: when it never pauses, and the window crashes', async () => {
    const desk = await openDesk()
    vi.useRealTimers()
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: desk.host.clock.now(),
      shouldAdvanceTime: true,
    })
    await desk.open()
    for (let n = 1; n <= 10; n++) {
      desk.type(`${BASE}${'a'.repeat(n)}`)
      vi.advanceTimersByTime(100)
    }
    expect(readDraft(desk.thread.id)?.text.length).toBeGreaterThan(BASE.length + 5)
    vi.useRealTimers()
  })
  it('when the window is closed with a full disk: it stands beside the page before the shell asks', async () => {
    const desk = await openDesk()
    await desk.open()
    desk.disk.isFull = true
    desk.type(`${BASE}kept`)
    dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(readDraft(desk.thread.id)?.text).toBe(`${BASE}kept`)
    await waitFor(() =>
      expect([desk.word(), desk.saving.state.failure]).toEqual(['not saved', 'The disk is full']),
    )
  })
})

describe('the file’s newer text', () => {
  it('is taken in when the typing that held it back is undone, so that "saved" is true', async () => {
    const newer = BASE.replace('one', 'ONE')
    const desk = await openDesk()
    await desk.open()
    desk.write(newer)
    desk.type(`${BASE}a`)
    await desk.look()
    expect(desk.replaced).toEqual([])
    desk.type(BASE)
    await waitFor(() => expect(desk.saving.state.text).toBe(newer))
    expect(desk.replaced).toEqual([newer])
    expect([desk.word(), desk.saves()]).toEqual(['saved', []])
  })
})
