import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { approveJob, revokeJob } from './approve-job.ts'
import { addJob, editJob } from './save-job.ts'
import { listJobs } from './list-jobs.ts'
import { pauseJob, removeJob, resumeJob, runJob } from './job-actions.ts'
import { withJobOptions, type JobOptions } from './job-options.ts'
import { showJob } from './show-job.ts'
import { showJobRuns } from './job-runs.ts'

const JOB_WORDS = 'id or name'

/** Work at times of its own: job list, add, edit, approve, show, run, runs, pause, resume, remove. */
export const jobCommand: Define = (job, cx) => {
  job.description('work at times of its own: facts, prompts, commands')
  job
    .command('list')
    .description('all jobs')
    .argument('[thread]', 'only of this one')
    .option('--json', 'for programs')
    .action((name: string | undefined, o: { json?: true }) => listJobs(cx, name, o.json === true))
  withJobOptions(
    job
      .command('add')
      .description('make one')
      .argument('<thread>', THREAD_WORDS)
      .argument('<name>', 'what to call it'),
  ).action((thread: string, name: string, argv: string[], o: JobOptions) => addJob(cx, thread, name, argv, o))
  withJobOptions(
    job
      .command('edit')
      .description('change one; what is not given stays')
      .argument('<job>', JOB_WORDS)
      .option('--name <name>', 'another name')
      .option('--spread', 'spread it again'),
  ).action((name: string, argv: string[], o: JobOptions & { name?: string }) => editJob(cx, name, argv, o))
  defineLooks(job, cx)
  job
    .command('run')
    .description('once, now, whatever its schedule says')
    .argument('<job>', JOB_WORDS)
    .action((name: string) => runJob(cx, name))
  job
    .command('runs')
    .description('what came of it, the newest first')
    .argument('<job>', JOB_WORDS)
    .option('-n, --limit <count>', 'how many', '20')
    .option('--json', 'for programs')
    .action((name: string, o: { limit: string; json?: true }) => showJobRuns(cx, name, o))
  job
    .command('pause')
    .description('until it is resumed')
    .argument('<job>', JOB_WORDS)
    .action((name: string) => pauseJob(cx, name))
  job
    .command('resume')
    .description('end its pause')
    .argument('<job>', JOB_WORDS)
    .action((name: string) => resumeJob(cx, name))
  job
    .command('remove')
    .description('remove it and its history')
    .argument('<job>', JOB_WORDS)
    .option('-y, --yes', 'do not ask')
    .action((name: string, o: { yes?: true }) => removeJob(cx, name, o.yes === true))
}

const defineLooks: Define = (job, cx) => {
  job
    .command('approve')
    .description('see what its command would execute now, and approve exactly that')
    .argument('<job>', JOB_WORDS)
    .option('-y, --yes', 'approve it without asking')
    .option('--revoke', 'take its approval back: its next start asks again')
    .action((name: string, o: { yes?: true; revoke?: true }) =>
      o.revoke === true ? revokeJob(cx, name) : approveJob(cx, name, o.yes === true),
    )
  job
    .command('show')
    .description('everything about one')
    .argument('<job>', JOB_WORDS)
    .option('--json', 'for programs')
    .action((name: string, o: { json?: true }) => showJob(cx, name, o.json === true))
}
