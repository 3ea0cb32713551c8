import { expect, it } from 'vitest'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { openBridge } from '../client/bridge.ts'
import { fakeHost } from '../testing/fake-host.ts'
import { createFinder } from './finder.ts'

it('chooses the newest when the search is over', async () => {
  const { client } = openBridge(fakeHost(sampleSnapshot(0)).openPort)
  const useFinder = createFinder()
  await useFinder.getState().look(client, ['/home/a/code'])
  expect(useFinder.getState().chosen.size).toBeGreaterThan(0)
})

it('found by review: what a person chose during the search stands at its end', async () => {
  const { client } = openBridge(fakeHost(sampleSnapshot(0)).openPort)
  const useFinder = createFinder()
  const stop = useFinder.subscribe(({ found }) => {
    if (found.length === 0) return
    stop()
    useFinder.getState().choose(new Set())
  })
  await useFinder.getState().look(client, ['/home/a/code'])
  expect(useFinder.getState().found.length).toBeGreaterThan(0)
  expect([...useFinder.getState().chosen]).toEqual([])
})
