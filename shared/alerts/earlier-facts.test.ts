import { expect, it } from 'vitest'
import { withEarlier } from './fact-news.ts'

const all = (...texts: readonly string[]): string | null =>
  texts.reduce<string | null>((standing, text) => withEarlier(text, standing), null)

it('a notice for several facts holds each of them: the newest whole, of the others a line', () => {
  expect(all('one')).toBe('one')
  expect(all('one', 'two\nin detail', 'three')).toBe('three\nEarlier:\n· two\n· one')
  expect(all('one', 'two\nin detail')).toBe('two\nin detail\nEarlier:\n· one')
})

it('the same once more changes nothing, and moves up when another had come between', () => {
  expect(all('one', 'one')).toBe('one')
  expect(all('one', 'two', 'one')).toBe('one\nEarlier:\n· two')
})

it('of very many it says that there are more', () => {
  const text = all(...Array.from({ length: 30 }, (_, n) => `fact ${n}`))!
  expect(text.split('\n')).toHaveLength(13)
  expect(text).toMatch(/^fact 29\nEarlier:\n· fact 28\n[^]*· fact 19\n· … and more, in the activity$/)
})
