import type { JobView } from '../../shared/contract/jobs.ts'
import type { JobSpec } from '../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../shared/jobs/job-schema.ts'
import type { WindowHost } from './host.ts'

/** A job of a thread, each night at two, as a person has confirmed it. */
export const saveJob = (
  host: WindowHost,
  thread: string,
  spec: Partial<JobSpec> & Pick<JobSpec, 'name'>,
): Promise<JobView> =>
  host.client.jobs.save({
    threadId: host.id(thread),
    confirmed: true,
    spec: jobSpecSchema.parse({
      schedule: { kind: 'cron', expr: '0 2 * * *', timeZone: '' },
      action: { kind: 'command', argv: ['npm', 'run', 'audit', '--', '--level=high'] },
      spread: false,
      ...spec,
    }),
  })
