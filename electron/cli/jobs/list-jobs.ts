import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { jobJson } from './job-json.ts'
import { actionWords, stateWords } from './job-words.ts'

export async function listJobs(cx: Context, name: string | undefined, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = name === undefined ? null : findThread(snapshot.threads, name)
  const jobs = await client.jobs.list(thread === null ? {} : { threadId: thread.id })
  if (json) return cx.out.json(jobs.map(jobJson))
  if (jobs.length === 0) return cx.out.line('No jobs. Make one: threadbeat job add THREAD NAME …')
  const { colors } = cx.out
  cx.out.table(
    jobs.map((j) => [
      `${j.threadNumber} ${j.threadName}`,
      j.name,
      j.words,
      {
        text: stateWords(j, cx.now()),
        paint: j.problem !== null || j.pause?.by === 'failures' ? colors.yellow : colors.dim,
      },
      { text: j.id, paint: colors.dim },
      actionWords(j.action),
    ]),
  )
}
