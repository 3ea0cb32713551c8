import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Run } from '../../shared/runs/run.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { reasonWords, RunTable } from './run-list.tsx'

it('names the most important reason first', () => {
  expect(reasonWords(['interval', 'git', 'webhook'])).toBe('a webhook, the repository changed, the schedule')
  expect(reasonWords([])).toBe('')
})

it('says of a run that it was a job or a message', async () => {
  const host = await quietHost('infra')
  const [run] = host.runs()
  const runs: Run[] = (['job', 'message', 'heartbeat'] as const).map((kind) => ({
    ...run!,
    id: `run_${kind}` as Run['id'],
    kind,
    tiers: kind === 'heartbeat' ? ['quick'] : [],
    reasons: kind === 'job' ? ['job'] : [],
  }))
  show(<RunTable runs={runs} />, host)
  const [, ...rows] = within(screen.getByRole('table', { name: 'Runs' })).getAllByRole('row')
  expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'job',
    'message',
    'quick',
  ])
  expect(rows[0]?.textContent).toContain('a job')
})
