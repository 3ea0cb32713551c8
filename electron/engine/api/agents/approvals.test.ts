import { expect, it } from 'vitest'
import { refusal } from '../../testing/api-client.ts'
import { MAKE_LINT } from '../../testing/make-lint.ts'
import { oneList } from '../../testing/one-list.ts'
import { completed } from '../../testing/world/agents.ts'

const LIST =
  '## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Look\n- [ ] Run `make lint`\n\n## Daily Tasks\n- [ ] Run `make lint` again\n'

const SHOWN = 'a'.repeat(64)
const EDITED = 'b'.repeat(64)

/** A thread with local checks whose last beat met a command that nobody has approved. */
async function asking() {
  const { s, id, client, outside } = await oneList(LIST)
  let request = { ...MAKE_LINT, hash: SHOWN }
  s.commands = (tasks) => (tasks.some(({ text }) => text.includes('make lint')) ? [request] : [])
  s.script = (spec) => {
    const { tasks } = completed(spec)
    const isHeld = (text: string): boolean => text.includes('make lint') && !spec.approved(request)
    return { tasks: tasks.map((task) => (isHeld(task.text) ? { ...task, status: 'needs_approval' } : task)) }
  }
  await s.documents.refresh(id)
  await client.beat.start({ id, tier: 'daily' })
  await s.clock.settle()
  return {
    s,
    id,
    client,
    outside,
    set: (beat: boolean) =>
      client.approvals.set({ id, hashes: [SHOWN], approved: true, beat, confirmed: true }),
    edit: (hash: string) => void (request = { ...request, hash }),
    stands: () => {
      const { approvalsWanted, state, because } = s.views.snapshot().threads[0]!
      return [approvalsWanted, state, because]
    },
  }
}

it('a command is listed with the places of the lines that ask for it', async () => {
  const { s, id, client } = await asking()
  expect((await client.approvals.list({ id })).commands).toMatchObject([
    {
      tasks: ['Run `make lint`', 'Run `make lint` again'],
      places: [
        { line: 6, tier: 'quick' },
        { line: 9, tier: 'daily' },
      ],
      approvedAt: null,
    },
  ])
  await s.stop()
})

it('found by a user: lines beyond the bounds of a list are listed with their numbers and the bound', async () => {
  const { s, id, client } = await asking()
  s.leftOut = () => ({ at: [2], why: 'too many files' })
  expect((await client.approvals.list({ id })).leftOut).toEqual({
    lines: [{ line: 9, text: 'Run `make lint` again' }],
    why: 'too many files',
  })
  await s.stop()
})

it('what was shown and has changed since is refused, and nothing of the same call is approved', async () => {
  const { s, id, client, edit, stands } = await asking()
  edit(EDITED)
  const failed = await refusal(
    client.approvals.set({ id, hashes: [EDITED, SHOWN], approved: true, beat: true, confirmed: true }),
  )
  expect([failed.code, failed.message]).toEqual([
    'CONFLICT',
    expect.stringContaining('Nothing was approved.'),
  ])
  expect(s.store.permissions.approvals(id).size).toBe(0)
  expect(stands()).toEqual([1, 'blocked', '1 command waits for your approval.'])
  await s.stop()
})

it('an approval without a beat starts none, and the thread needs nobody any more', async () => {
  const { s, id, set, stands } = await asking()
  const before = s.runs(id).length
  expect(stands()).toEqual([1, 'blocked', '1 command waits for your approval.'])
  await set(false)
  await s.clock.settle()
  expect(s.runs(id)).toHaveLength(before)
  expect(stands()).toEqual([0, 'idle', 'Approved since; the next beat runs it.'])
  await s.stop()
})

it('an approval with a beat runs it at once', async () => {
  const { s, id, set, stands } = await asking()
  await set(true)
  await s.clock.settle()
  expect(s.runs(id).at(-1)?.outcome).toBe('quiet')
  expect(stands().slice(0, 2)).toEqual([0, 'quiet'])
  await s.stop()
})

it('a command that the list asks for no more waits for nobody', async () => {
  const { s, stands, outside } = await asking()
  await outside(LIST.replaceAll('Run `make lint`', 'Look again'))
  expect(stands()).toEqual([0, 'idle', 'Its list asks for no approval any more; the next beat looks again.'])
  await s.stop()
})
