import type { JobView } from '../../../shared/contract/jobs.ts'
import type { AppContext } from '../../client/bridge.ts'
import { write } from '../../client/write.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { JOB_ACTIONS } from './job-copy.ts'

const stale = ({ api }: AppContext) => [api.jobs.key()]

export const runJob = (app: AppContext, { id, name, threadName, action }: JobView): void =>
  void write(
    app,
    app.api.jobs.run,
    { id },
    {
      done: action.kind === 'event' ? JOB_ACTIONS.told(threadName) : JOB_ACTIONS.queued(name),
      stale: stale(app),
    },
  )

export const pauseJob = (app: AppContext, { id, name }: JobView): void =>
  void write(app, app.api.jobs.pause, { id }, { done: JOB_ACTIONS.paused(name), stale: stale(app) })

export const resumeJob = (app: AppContext, { id, name }: JobView): void =>
  void write(app, app.api.jobs.resume, { id }, { done: JOB_ACTIONS.resumed(name), stale: stale(app) })

/** Resolves to whether it is removed. */
export async function removeJob(app: AppContext, { id, name, threadName }: JobView): Promise<boolean> {
  const yes = await confirm({
    title: JOB_ACTIONS.remove(name),
    yes: JOB_ACTIONS.removeYes,
    danger: true,
    text: JOB_ACTIONS.removeText(threadName),
  })
  if (!yes) return false
  return (
    (await write(
      app,
      app.api.jobs.remove,
      { id },
      { done: JOB_ACTIONS.removed(name), stale: stale(app) },
    )) !== null
  )
}
