import { expect, it } from 'vitest'
import { openStore } from '../testing/one-store.ts'

it('reads a value again after each write of it, also one that is taken back', () => {
  const store = openStore(':memory:')
  expect(store.meta.get('pause')).toBeNull()
  store.meta.set('pause', 'a')
  expect(store.meta.get('pause')).toBe('a')
  expect(() =>
    store.together(() => {
      store.meta.set('pause', 'b')
      expect(store.meta.get('pause')).toBe('b')
      throw new Error('taken back')
    }),
  ).toThrow('taken back')
  expect(store.meta.get('pause')).toBe('a')
  expect(store.meta.get('digest.day')).toBeNull()
  store.close()
})
