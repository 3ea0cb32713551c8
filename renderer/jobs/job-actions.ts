import { useMemo } from 'react'
import type { JobView } from '../../shared/answers/jobs.ts'
import { attempt } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { confirm } from '../components/dialog.tsx'

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
      const isDone = (await attempt(work.then(() => true), said)) !== null
      await queries.invalidateQueries({ queryKey: api.jobs.key() })
      return isDone
    }
    return {
      run: (job) => void attemptAndLook(client.jobs.run({ id: job.id }), job.action.kind === 'event' ? `${job.threadName} is told now.` : `${job.name} is queued.`),
      pause: (job) => void attemptAndLook(client.jobs.pause({ id: job.id }), `${job.name} is paused until you resume it.`),
      resume: (job) => void attemptAndLook(client.jobs.resume({ id: job.id }), `${job.name} is back on schedule.`),
      async remove(job) {
        const yes = await confirm({ title: `Remove ${job.name}?`, yes: 'Remove job', danger: true, text: `It does not fire any more, and the list of its runs goes with it. What it ran for ${job.threadName} stays in the history.` })
        return yes && attemptAndLook(client.jobs.remove({ id: job.id }), `${job.name} is removed.`)
      },
    }
  }, [client, api, queries])
}
