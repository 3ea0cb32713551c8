import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { succeeds } from './attempt.ts'
import { useLatest } from './use-latest.ts'

/** The hook over a value that is heard when the test says so, with answers that the test gives. */
function latest(first: string) {
  const answers: ((ok: boolean) => void)[] = []
  const { result, rerender } = renderHook(
    ({ heard }) => useLatest(heard, () => new Promise<boolean>((resolve) => answers.push(resolve))),
    { initialProps: { heard: first } },
  )
  return {
    value: () => result.current[0],
    change: (to: string) => act(() => void result.current[1](to)),
    answer: (ok = true) => act(async () => answers.shift()?.(ok)),
    hear: (heard: string) => rerender({ heard }),
  }
}

describe('a value that is changed as a whole', () => {
  it('is what was sent, until the window hears of it', async () => {
    const it = latest('a')
    expect(it.value()).toBe('a')
    it.change('b')
    expect(it.value()).toBe('b')
    await it.answer()
    expect(it.value()).toBe('b')
    it.hear('c') // somebody else was quicker
    expect(it.value()).toBe('c')
  })
  it('is the last that was sent, while an earlier one is heard of', async () => {
    const it = latest('a')
    it.change('b')
    it.change('c')
    it.hear('b')
    await it.answer()
    expect(it.value()).toBe('c')
    await it.answer()
    expect(it.value()).toBe('c')
    it.hear('c')
    it.hear('d')
    expect(it.value()).toBe('d')
  })
  it('is what was heard again when it was refused', async () => {
    const it = latest('a')
    it.change('b')
    await it.answer(false)
    expect(it.value()).toBe('a')
  })
  it('found on a busy machine: stands after a call that answers nothing, until the window hears of it', async () => {
    const { result } = renderHook(() => useLatest('a', () => succeeds(Promise.resolve(null))))
    await act(async () => void (await result.current[1]('b')))
    expect(result.current[0]).toBe('b')
  })
  it('found on a busy machine: is not taken back by a snapshot from before it, which comes late', async () => {
    const { result, rerender } = renderHook(({ heard }) => useLatest(heard, () => Promise.resolve(true)), {
      initialProps: { heard: { ok: false } },
    })
    await act(async () => void (await result.current[1]({ ok: true })))
    rerender({ heard: { ok: false } })
    expect(result.current[0]).toEqual({ ok: true })
  })
  it('may be null', async () => {
    const { result } = renderHook(() => useLatest<string | null>('a', () => Promise.resolve(true)))
    act(() => void result.current[1](null))
    expect(result.current[0]).toBeNull()
  })
})
