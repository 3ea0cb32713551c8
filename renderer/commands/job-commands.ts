import type { JobView } from '../../shared/contract/jobs.ts'
import { pauseJob, removeJob, resumeJob, runJob } from './actions/jobs.ts'
import { JOB_ACTIONS } from './actions/job-copy.ts'
import type { Command } from './command.ts'

/** What can be done to a job. */
export const JOB: {
  readonly run: Command<JobView>
  readonly pause: Command<JobView>
  readonly resume: Command<JobView>
  readonly remove: Command<JobView, Promise<boolean>>
} = {
  run: { id: 'job.run', title: JOB_ACTIONS.runNow, keys: [], run: runJob },
  pause: { id: 'job.pause', title: 'Pause', keys: [], run: pauseJob },
  resume: { id: 'job.resume', title: 'Resume', keys: [], run: resumeJob },
  /** Resolves to whether it is removed. */
  remove: { id: 'job.remove', title: 'Remove…', keys: [], isDanger: true, run: removeJob },
}
