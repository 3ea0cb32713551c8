import { expect, it } from 'vitest'
import { aThread, openStore } from '../../store/testing/one-store.ts'
import { actionFilesInMemory } from '../testing/world/action-files.ts'
import { createActions } from './actions.ts'

it('found by trying: a list whose file is gone, as after an import, holds, and its file is written anew', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  const member = { threadId: aThread(1).id, number: 1, team: 'speed' }
  const clock = { now: () => 7 }
  createActions({ store, clock, files: actionFilesInMemory() }).set(
    member,
    { name: 'pivot', every: 3 },
    'person',
  )
  const files = actionFilesInMemory()
  const actions = createActions({ store, clock, files })
  const pivot = () => actions.of(member).actions.find(({ name }) => name === 'pivot')?.every
  expect(actions.of(member)).toMatchObject({ problems: [], notices: [] })
  expect(pivot()).toBe(3)
  expect(files.read({ of: 'agent', number: 1 })).toMatchObject({
    value: expect.stringContaining('"every": 3') as string,
  })
  expect(actions.changes(member, 9).map(({ what, by }) => `${by}: ${what}`)).toEqual([
    'file: its file was gone and was written anew',
    'person: set {"name":"pivot","every":3}',
  ])
  files.write = () => ({ ok: false, error: 'The disk is full.' })
  files.remove({ of: 'agent', number: 1 }, false)
  expect(actions.of(member).problems).toEqual(["The file of the agent's actions is gone: The disk is full."])
  expect(pivot()).toBe(3)
})
