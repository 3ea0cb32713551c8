import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { useHeldOrder } from './use-held-order.ts'

beforeEach(() => void vi.useFakeTimers())
const ids = (names: string): ThreadId[] => [...names] as ThreadId[]

it('rows stay where they are under a hand, and take their new order after three idle seconds', () => {
  const { result, rerender } = renderHook(({ fresh }) => useHeldOrder(fresh), {
    initialProps: { fresh: ids('abc') },
  })
  act(() => result.current.holders.onPointerMove())
  rerender({ fresh: ids('cab') })
  expect(result.current.order).toEqual(ids('abc'))
  act(() => void vi.advanceTimersByTime(2900))
  act(() => result.current.holders.onKeyDown())
  act(() => void vi.advanceTimersByTime(2900))
  expect(result.current.order, 'each touch counts anew').toEqual(ids('abc'))
  act(() => void vi.advanceTimersByTime(200))
  expect(result.current.order).toEqual(ids('cab'))
})

it('another sort counts at once, also under a hand', () => {
  const { result, rerender } = renderHook(({ fresh, wish }) => useHeldOrder(fresh, wish), {
    initialProps: { fresh: ids('abc'), wish: 'attention' },
  })
  act(() => result.current.holders.onPointerMove())
  rerender({ fresh: ids('cba'), wish: 'name' })
  expect(result.current.order).toEqual(ids('cba'))
})
