import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBell } from './bell.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function counted() {
  const bell = createBell()
  let rung = 0
  bell.onBell(() => rung++)
  return { bell, rung: () => rung }
}

it('rings at once, and four times a second however often it is rung', () => {
  const { bell, rung } = counted()
  bell.ring()
  expect(rung()).toBe(1)
  for (let ms = 0; ms < 10_000; ms++) {
    bell.ring()
    vi.advanceTimersByTime(1)
  }
  expect(rung()).toBe(41)
})

it('rings once more for what came while it was quiet, and no more', () => {
  const { bell, rung } = counted()
  for (let n = 0; n < 100; n++) bell.ring()
  vi.advanceTimersByTime(249)
  expect(rung()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(rung()).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(rung()).toBe(2)
})

it('is silent once it is stopped', () => {
  const { bell, rung } = counted()
  bell.ring()
  bell.ring()
  bell.stop()
  bell.ring()
  vi.advanceTimersByTime(60_000)
  expect(rung()).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})
