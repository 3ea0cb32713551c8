import { expect, it } from 'vitest'
import { MAKE_LINT } from '../testing/make-lint.ts'
import { oneThread } from '../testing/one-thread.ts'
import type { Scenario } from '../testing/scenario.ts'

const LIST = `## Quick Tasks
- [ ] Run \`git status\`
- [ ] Run \`make lint\`
- [ ] Run \`nosuchprog --x\`
- [ ] Read \`docs/plan.md\` for what is old
- [ ] Look around

## Work Queue
- [pending] a1: Run \`make lint\`
- [pending] a2: Rename \`x\` in all files
`
const counts = (s: Scenario) => {
  const { tasksForAgent, doc } = s.views.snapshot().threads[0]!
  return { tasksForAgent, lines: doc?.linesForAgent, work: doc?.workForAgent }
}

it('found by a user: every line that local checks leave is counted, also where it has words in backticks', async () => {
  const { s, id } = await oneThread({ agent: false, intervalMs: 0 })
  s.commands = (tasks) => tasks.filter(({ text }) => text.includes('make lint')).map(() => MAKE_LINT)
  s.missingProgram = ({ text }) =>
    text.includes('nosuchprog') ? { command: 'nosuchprog --x', program: 'nosuchprog', isThere: false } : null
  s.files.set('/api', LIST)
  await s.documents.refresh(id)
  await s.clock.settle()
  expect(counts(s)).toEqual({ tasksForAgent: 3, lines: 2, work: 1 })
  await s.documents.refresh(id)
  expect(counts(s), 'as they were counted, without listing again').toEqual({
    tasksForAgent: 3,
    lines: 2,
    work: 1,
  })
  s.files.set('/api', '## Quick Tasks\n- [ ] Look around\n')
  await s.documents.refresh(id)
  expect(counts(s)).toEqual({ tasksForAgent: 1, lines: 1, work: 0 })
})
