import { expect, it } from 'vitest'
import { openBridge } from '../../client/bridge.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { createFinder } from './finder.ts'

const searched = (): Promise<WindowHost> =>
  openHost({
    machine: {
      repositories: ['atlas-api', 'beacon-web'].map((name) => ({
        kind: 'found',
        realPath: `/home/a/code/${name}`,
        name,
        lastChangedAt: 1,
      })),
    },
  })

it('chooses the newest when the search is over', async () => {
  const { client } = openBridge((await searched()).openPort)
  const useFinder = createFinder()
  await useFinder.getState().look(client, ['/home/a/code'])
  expect(useFinder.getState().chosen.size).toBeGreaterThan(0)
  expect(useFinder.getState().preselected).toBe(useFinder.getState().chosen.size)
})

it('found by review: what a person chose during the search stands at its end', async () => {
  const { client } = openBridge((await searched()).openPort)
  const useFinder = createFinder()
  const stop = useFinder.subscribe(({ found }) => {
    if (found.length === 0) return
    stop()
    useFinder.getState().choose(new Set())
  })
  await useFinder.getState().look(client, ['/home/a/code'])
  expect(useFinder.getState().found.length).toBeGreaterThan(0)
  expect([...useFinder.getState().chosen]).toEqual([])
  expect(useFinder.getState().preselected).toBe(0)
})
