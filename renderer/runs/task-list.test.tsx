import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TaskResult } from '../../shared/runs/run.ts'
import { TaskList } from './task-list.tsx'

const task = (of: Partial<TaskResult>): TaskResult => ({
  key: 'quick:look at urgent flags',
  tier: 'quick',
  text: 'Look at Urgent Flags',
  status: 'passed',
  note: '1 urgent flag',
  severity: null,
  command: null,
  exitCode: null,
  durationMs: null,
  output: '',
  ...of,
})

it('found by a user: a flag is said once, and the look at the flags has not passed while one stands', () => {
  const words = 'Prod is down'
  const flag = task({ key: 'flag:prod', text: words, note: words, status: 'finding', severity: 'urgent' })
  const { container } = render(<TaskList tasks={[task({}), flag]} hadAgent={false} />)
  expect([...container.querySelectorAll('p')].map((p) => p.textContent)).toEqual([
    'Look at Urgent Flags',
    '1 urgent flag',
    'Prod is down',
  ])
  expect(container.textContent).not.toContain('Passed')
  expect(container.textContent?.match(/Finding/g)).toHaveLength(2)
})
