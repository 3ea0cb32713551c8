import { expect, it } from 'vitest'
import { MAKE_LINT } from '../testing/make-lint.ts'
import { oneList } from '../testing/one-list.ts'
import { completed } from '../testing/world/agents.ts'

const ASKS = '- [ ] Run `make lint`\n'
const LIST = `## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Look\n${ASKS}- [ ] Run \`test -f a_b\`\n`
const WITHOUT = LIST.replace(ASKS, '')
const REQUEST = { ...MAKE_LINT, hash: 'a'.repeat(64) }
const LOOKS_AGAIN = 'Its list asks for no approval any more; the next beat looks again.'

/** A beat that met one command that nobody has approved; what else stands in the list passed. */
async function asked(list = LIST) {
  const { s, id, client, outside } = await oneList(list)
  s.commands = (tasks) => (tasks.some(({ text }) => text.includes('make lint')) ? [REQUEST] : [])
  s.script = (spec) => ({
    tasks: completed(spec).tasks.map((task) =>
      task.text.includes('make lint') ? { ...task, status: 'needs_approval' } : task,
    ),
  })
  await s.documents.refresh(id)
  await client.beat.start({ id, tier: 'quick' })
  await s.clock.settle()
  const stands = () => {
    const { threads, fleet } = s.views.snapshot()
    const { state, because } = threads[0]!
    return [state, because, `${fleet.verdict.headline} ${fleet.verdict.rest}`]
  }
  expect(stands().slice(0, 2)).toEqual(['blocked', '1 command waits for your approval.'])
  return { s, id, client, outside, stands }
}

it('found by a user: a line that asked was taken from the list, and each that is left was checked by that very beat', async () => {
  const { s, outside, stands } = await asked()
  await outside(WITHOUT)
  expect(stands()).toEqual(['quiet', '2 checks passed.', 'All quiet. 1 thread checked on time.'])
  await s.stop()
})

it('lines of tiers that this beat did not work wait for their own time, as after any other beat', async () => {
  const daily = '\n## Daily Tasks\n- [ ] Look closely\n'
  const { s, outside, stands } = await asked(LIST + daily)
  await outside(WITHOUT + daily)
  expect(stands().slice(0, 2)).toEqual(['quiet', '2 checks passed.'])
  await s.stop()
})

it('the same where the command was approved before its line was taken away', async () => {
  const { s, id, client, outside, stands } = await asked()
  await client.approvals.set({ id, hashes: [REQUEST.hash], approved: true, beat: false, confirmed: true })
  expect(stands()[1]).toBe('Approved since; the next beat runs it.')
  await outside(WITHOUT)
  expect(stands()[0]).toBe('quiet')
  await s.stop()
})

it.each([
  ['a line that the beat did not know', `${WITHOUT}- [ ] Look elsewhere\n`],
  ['another command under the same key', WITHOUT.replace('a_b', '*ab')],
  ['no line at all', '## Urgent Flags\n(none)\n\n## Quick Tasks\n'],
])('it is not called checked where the list has %s', async (_what, text) => {
  const { s, outside, stands } = await asked()
  await outside(text)
  expect(stands().slice(0, 2)).toEqual(['idle', LOOKS_AGAIN])
  await s.stop()
})

it('the runs are asked for no thread but the one whose beat is in question', async () => {
  const { s, id, outside, stands } = await asked()
  const other = s.add('web', { playbook: WITHOUT })
  const asks: string[] = []
  const { detail } = s.store.runs
  Object.assign(s.store.runs, {
    detail: (run: Parameters<typeof detail>[0]) => (asks.push(run), detail(run)),
  })
  s.store.threads.change(other, { intervalMs: 60_000 })
  stands()
  expect(asks).toEqual([])
  await outside(WITHOUT)
  stands()
  expect(new Set(asks)).toEqual(new Set([s.runs(id).at(-1)!.id]))
  await s.stop()
})
