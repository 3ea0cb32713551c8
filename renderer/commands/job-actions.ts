import { useMemo } from 'react'
import type { JobView } from '../../shared/contract/jobs.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { confirm } from '../kit/dialog.tsx'
import { JOB_DEED_COPY } from './job-copy.ts'

/** What a person can do with a job; each says what came of it, and the list is fetched anew. */
export interface JobActions {
  run(job: JobView): void
  pause(job: JobView): void
  resume(job: JobView): void
  /** true: it is gone. */
  remove(job: JobView): Promise<boolean>
}

export function useJobActions(): JobActions {
  const { client, api, queries } = useBridge()
  return useMemo(() => {
    const attemptAndLook = async (work: Promise<unknown>, said: string): Promise<boolean> => {
      const isDone =
        (await attempt(
          work.then(() => true),
          said,
        )) !== null
      await queries.invalidateQueries({ queryKey: api.jobs.key() })
      return isDone
    }
    return {
      run: (job) =>
        void attemptAndLook(
          client.jobs.run({ id: job.id }),
          job.action.kind === 'event' ? JOB_DEED_COPY.told(job.threadName) : JOB_DEED_COPY.queued(job.name),
        ),
      pause: (job) => void attemptAndLook(client.jobs.pause({ id: job.id }), JOB_DEED_COPY.paused(job.name)),
      resume: (job) =>
        void attemptAndLook(client.jobs.resume({ id: job.id }), JOB_DEED_COPY.resumed(job.name)),
      async remove(job) {
        const yes = await confirm({
          title: JOB_DEED_COPY.remove(job.name),
          yes: JOB_DEED_COPY.removeYes,
          danger: true,
          text: JOB_DEED_COPY.removeText(job.threadName),
        })
        return yes && attemptAndLook(client.jobs.remove({ id: job.id }), JOB_DEED_COPY.removed(job.name))
      },
    }
  }, [client, api, queries])
}
