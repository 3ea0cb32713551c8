import { expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { knowMakeLint } from '../testing/make-lint.ts'
import { oneThread } from '../testing/one-thread.ts'
import type { Scenario } from '../testing/scenario.ts'

const LIST = '## Quick Tasks\n- [ ] Run `make lint`\n'

/** A thread with local checks whose list asks for a command that nobody has approved. */
async function asking(): Promise<{ s: Scenario; id: ThreadId }> {
  const { s, id } = await oneThread({ agent: false, intervalMs: 0 })
  knowMakeLint(s)
  s.files.set('/api', LIST)
  await read(s, id)
  return { s, id }
}
async function read(s: Scenario, id: ThreadId): Promise<void> {
  await s.documents.refresh(id)
  await s.clock.settle()
}
const shown = (s: Scenario) => {
  const { approvalsWanted, state } = s.views.snapshot().threads[0]!
  return [approvalsWanted, state]
}

it('a command waits for an approval only as long as its file is there', async () => {
  const { s, id } = await asking()
  expect(shown(s)).toEqual([1, 'blocked'])
  s.files.delete('/api')
  await read(s, id)
  expect(shown(s)).toEqual([0, 'off'])
  s.files.set('/api', LIST)
  await read(s, id)
  expect(shown(s)).toEqual([1, 'blocked'])
})

it('a command waits for an approval again as soon as its file, which could not be read, is readable', async () => {
  const { s, id } = await asking()
  s.missing.add('/api')
  await read(s, id)
  expect(shown(s)).toEqual([0, 'missing'])
  s.missing.delete('/api')
  await read(s, id)
  expect(shown(s)).toEqual([1, 'blocked'])
})

it('a command of a Work Queue that git tracks, of which nothing is taken, waits for none', async () => {
  const { s, id } = await asking()
  const queue = '## Quick Tasks\n- [ ] Look\n## Work Queue\n- [pending] a: Run `make lint`\n'
  s.files.set('/api', queue)
  await read(s, id)
  expect(shown(s)[0]).toBe(1)
  s.tracked.add('/api')
  s.files.set('/api', `${queue}\n`)
  await read(s, id)
  expect(shown(s)[0]).toBe(0)
})
