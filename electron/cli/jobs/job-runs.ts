import type { JobRun } from '../../../shared/jobs/job.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { momentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import { readLimit } from '../kit/command.ts'
import { clockFace, type Context } from '../kit/context.ts'
import type { Cell } from '../kit/output.ts'
import { plain } from '../kit/text.ts'
import { findJob } from './find-job.ts'
import { jobRunJson } from './job-json.ts'
import { JOB_RUN_WORD } from './job-words.ts'

export async function showJobRuns(
  cx: Context,
  name: string,
  { limit, json }: { limit: string; json?: true },
): Promise<void> {
  const wanted = readLimit(limit, 200)
  const { client } = await cx.session()
  const job = await findJob(client, name)
  const runs = await client.jobs.runs({ id: job.id, limit: wanted })
  if (json === true) return cx.out.json(runs.map(jobRunJson))
  if (runs.length === 0) return cx.out.line(`${plain(job.name)} was never due.`)
  const face = await clockFace(cx)
  cx.out.table(runs.map((run) => runRow(cx, run, face)))
}

function runRow({ out: { colors } }: Context, r: JobRun, face: ClockFace): readonly (Cell | string)[] {
  const paint: Partial<Record<JobRun['state'], Cell['paint']>> = {
    ok: colors.green,
    failed: colors.yellow,
    missed: colors.yellow,
  }
  return [
    momentText(r.dueAt, face),
    { text: JOB_RUN_WORD[r.state], paint: paint[r.state] ?? colors.dim },
    whichTry(r),
    r.startedAt === null || r.finishedAt === null ? '' : formatDuration(r.finishedAt - r.startedAt),
    { text: r.runId ?? '', paint: colors.dim },
    r.summary ?? '',
  ]
}

/** '' for the first try of one due time. */
function whichTry({ byHand, attempt, count }: JobRun): string {
  if (byHand) return 'by hand'
  if (attempt > 1) return `try ${attempt}`
  return count > 1 ? `${count} due times` : ''
}
