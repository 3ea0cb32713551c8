import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleOrder } from './sample.ts'
import { hasScript } from './script-name.ts'
import { NODE_REPOSITORY } from '../testing/node-repository.ts'

it('tries the newest, the oldest, then the middles', () =>
  expect(sampleOrder(200, 6)).toEqual([0, 199, 99, 149, 49, 74]))

it('tries each at most once, the newest first, and as many as there are', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(40), (count, atMost) => {
      const order = sampleOrder(count, atMost)
      expect(new Set(order).size).toBe(order.length)
      expect(order.length).toBe(Math.min(count, atMost))
      if (order.length > 0) expect(order[0]).toBe(0)
      expect(order.every((i) => i >= 0 && i < count)).toBe(true)
    }),
  )
})

it.each([
  ['npm run lint', true],
  ['pnpm run lint', true],
  ['npm run lint:fix', false],
  ['make lint', false],
  ['npm run lint && rm x', false],
  ['eslint .', false],
])('whether a commit has the script of `%s`: %s', (command, has) =>
  expect(hasScript(command, { ...NODE_REPOSITORY, files: ['package.json'], scripts: ['lint'] })).toBe(has),
)

it('knows a recipe by the file of its runner', () => {
  const state = { ...NODE_REPOSITORY, files: ['Makefile'], scripts: ['lint'] }
  expect(hasScript('make lint', state)).toBe(true)
  expect(hasScript('just lint', state)).toBe(false)
  expect(hasScript('npm run lint', state)).toBe(false)
})
