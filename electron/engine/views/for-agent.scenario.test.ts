import { expect, it } from 'vitest'
import { MAKE_LINT } from '../testing/make-lint.ts'
import { oneList } from '../testing/one-list.ts'

it('lines that local checks cannot do are counted from the list, whatever the last beat worked', async () => {
  const { s, id, client } = await oneList(
    '## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Check Urgent Flags\n\n## Daily Tasks\n- [ ] Think about the week\n' +
      '- [ ] Run `make`\n- [ ] Review all tier lists: prune what no longer fits, evolve the rest\n',
  )
  s.commands = (tasks) => tasks.filter(({ text }) => text.includes('make')).map(() => MAKE_LINT)
  s.documents.relistCommands(id)
  await s.documents.refresh(id)
  await s.clock.settle()
  const waiting = (): number => s.views.snapshot().threads[0]!.tasksForAgent
  expect(waiting()).toBe(1) // the last line is the app's own
  for (const tier of ['daily', 'quick'] as const) {
    await client.beat.start({ id, tier })
    await s.clock.settle()
    expect(waiting()).toBe(1)
  }
  await s.stop()
})
