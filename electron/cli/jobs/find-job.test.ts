import { expect, it } from 'vitest'
import type { JobId } from '../../../shared/base/ids.ts'
import { matchJob } from './find-job.ts'

it('a job is found by id, name or the beginning of a name, and never guessed', () => {
  const jobs = [
    { id: 'job_1' as JobId, name: 'audit' },
    { id: 'job_2' as JobId, name: 'audit logs' },
    { id: 'job_3' as JobId, name: 'audit' },
  ]
  expect(
    [matchJob(jobs, 'job_2'), matchJob(jobs, 'audit l'), matchJob(jobs, 'audit'), matchJob(jobs, 'x')].map(
      (found) => found.length,
    ),
  ).toEqual([1, 1, 2, 0])
})
