import type { ApprovalView } from '../../../../shared/agents/approval.ts'
import type { JobId } from '../../../../shared/base/ids.ts'
import type { ApprovedJob, JobPreview, JobView } from '../../../../shared/contract/jobs.ts'
import { executes, type Job, type JobSpec } from '../../../../shared/jobs/job.ts'
import { scheduleProblem, spreadMs } from '../../../../shared/jobs/job-schedule.ts'
import { describeSchedule, previewSchedule } from '../../../../shared/jobs/describe-schedule.ts'
import { startsNext } from '../../jobs/due-times.ts'
import { approvalKey, exchangedKey } from '../../jobs/job-approval.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { lookup, type ApiErrors } from '../lookup.ts'
import { commandOf, keepApproval, revokeApproval } from './job-command.ts'
import { os, type ApiContext, type CoreParts } from '../parts.ts'

/** Work of a thread at times of its own. */
export function jobHandlers(parts: CoreParts) {
  const { ports, store, engine } = parts
  const { clock } = ports
  const { threadOr } = lookup(store)
  return {
    list: os.jobs.list.handler(({ input }) =>
      store.jobs.list(input.threadId).map((job) => jobView(job, parts)),
    ),
    save: os.jobs.save.handler(async ({ input, context, errors }) => {
      const { id, threadId, spec, confirmed, hash } = input
      const command = await commandOf(input, spec.action, parts, errors)
      const thread = threadOr(threadId, errors)
      const before = id === undefined ? null : jobOr(id, store, errors)
      refuseTwin(spec.name, { thread, before }, store, errors)
      const plan = checkedPlan(spec, confirmed === true, parts, errors)
      refuseUnseen(command, hash, errors)
      const own = before?.id ?? newId(input.as, parts)
      const isPaused = before !== null && before.pause !== null
      store.together(() => {
        store.jobs.save(own, thread.id, spec, isPaused ? { ...plan, nextDueAt: null } : plan, clock.now())
        keepApproval(own, thread.id, command, parts)
      })
      noteChange(own, before === null ? 'job made' : 'job changed', context.origin, parts)
      return jobView(store.jobs.get(own)!, parts)
    }),
    remove: os.jobs.remove.handler(({ input, context, errors }) => {
      const job = jobOr(input.id, store, errors)
      for (const run of store.runs.running()) if (run.jobId === job.id) engine.stopRun(run.id)
      store.together(() => {
        store.jobs.remove(job.id)
        store.alerts.resolve(job.threadId, alertsOf(job.id), clock.now())
      })
      return noteChange(job.id, 'job removed', context.origin, parts)
    }),
    run: os.jobs.run.handler(({ input, errors }) => {
      const job = jobOr(input.id, store, errors)
      const isOnItsWay = [...store.queue.waiting(), ...store.runs.running()].some((w) => w.jobId === job.id)
      if (isOnItsWay) throw errors.CONFLICT({ message: `The job "${job.name}" is on its way already.` })
      engine.jobs.start(job)
      engine.tick()
      return null
    }),
    pause: os.jobs.pause.handler(({ input, context, errors }) => {
      engine.jobs.pause(jobOr(input.id, store, errors).id, 'person')
      return noteChange(input.id, 'job paused', context.origin, parts)
    }),
    resume: os.jobs.resume.handler(({ input, context, errors }) => {
      const job = jobOr(input.id, store, errors)
      store.together(() => {
        engine.jobs.resume(job)
        store.alerts.resolve(job.threadId, [`job:${job.id}`], clock.now())
      })
      return noteChange(job.id, 'job resumed', context.origin, parts)
    }),
    runs: os.jobs.runs.handler(({ input, errors }) =>
      store.jobs.runs(jobOr(input.id, store, errors).id, input.limit),
    ),
    ...lookHandlers(parts),
  }
}

/** What a job would execute, shown and approved. */
function lookHandlers(parts: CoreParts) {
  const { store } = parts
  return {
    approve: os.jobs.approve.handler(async ({ input, context, errors }) => {
      const { threadId, action } = jobOr(input.id, store, errors)
      const command = await commandOf({ threadId }, action, parts, errors)
      const job = jobOr(input.id, store, errors)
      if (command === null)
        throw errors.INVALID({
          message: `The job "${job.name}" has no command that could be approved now: it runs none, or its thread is not trusted.`,
        })
      if (command.hash !== input.hash || JSON.stringify(job.action) !== JSON.stringify(action))
        throw errors.CONFLICT({ message: `${CHANGED} Nothing was approved.` })
      const isOwed = store.together(() => {
        const waited = waitsForApproval(job.id, store)
        keepApproval(job.id, threadId, command, parts)
        return waited && parts.engine.jobs.startOwed(job)
      })
      noteChange(job.id, 'job approved', context.origin, parts)
      const view = jobView(store.jobs.get(job.id)!, parts)
      return { ...view, starts: startsOf(view, isOwed) }
    }),
    revoke: os.jobs.revoke.handler(({ input, context, errors }) => {
      const job = jobOr(input.id, store, errors)
      revokeApproval(job, parts, errors)
      noteChange(job.id, 'job approval revoked', context.origin, parts)
      return jobView(store.jobs.get(job.id)!, parts)
    }),
    preview: os.jobs.preview.handler(async ({ input, errors }) => {
      const { executes: of } = input
      const command = of === undefined ? null : await commandOf(of, of.action, parts, errors)
      return { ...previewOf(input, parts), command }
    }),
  }
}

function jobOr(id: JobId, store: CoreParts['store'], errors: Pick<ApiErrors, 'NOT_FOUND'>): Job {
  const job = store.jobs.get(id)
  if (job === null) throw errors.NOT_FOUND({ message: `There is no job ${id}; it may have been removed.` })
  return job
}

/** By its name a person means one job of a thread; of those that have one name already each is told by its id. */
function refuseTwin(
  name: string,
  { thread, before }: { readonly thread: Pick<Thread, 'id' | 'name'>; readonly before: Job | null },
  store: CoreParts['store'],
  errors: Pick<ApiErrors, 'INVALID'>,
): void {
  if (before !== null && before.name === name && before.threadId === thread.id) return
  const twin = store.jobs.list(thread.id).find((job) => job.name === name && job.id !== before?.id)
  if (twin !== undefined)
    throw errors.INVALID({
      message: `"${thread.name}" has a job "${name}" already (${twin.id}). Choose another name, or change that one.`,
    })
}

function jobView(job: Job, { ports, store }: CoreParts): JobView {
  const thread = store.threads.get(job.threadId)
  return {
    ...job,
    nextDueAt: startsNext(job, store, ports.clock.now()),
    threadName: thread?.name ?? '',
    threadNumber: thread?.number ?? 0,
    words: describeSchedule(job.schedule, ports.clock),
    lastRun: store.jobs.runs(job.id, 1)[0] ?? null,
    waitsForApproval: waitsForApproval(job.id, store),
  }
}

const waitsForApproval = (id: JobId, { alerts }: CoreParts['store']): boolean =>
  alerts.threadsWith(approvalKey(id)).length > 0

/** `isOwed`: its newest start is the one that was owed. */
function startsOf({ lastRun, nextDueAt }: JobView, isOwed: boolean): ApprovedJob['starts'] {
  if (isOwed) return lastRun?.state === 'waiting' ? 'held' : 'now'
  return nextDueAt === null ? null : 'next'
}

/** When a job of this kind is due, if a person confirmed what it executes and it will ever run. */
function checkedPlan(
  spec: JobSpec,
  isConfirmed: boolean,
  { ports, engine }: CoreParts,
  errors: Pick<ApiErrors, 'INVALID'>,
): ReturnType<CoreParts['engine']['jobs']['planOf']> {
  const refuse = (message: string): Error => errors.INVALID({ message })
  if (executes(spec.action) && !isConfirmed)
    throw refuse(
      `The job "${spec.name}" executes something: it must be confirmed by a person who has seen what.`,
    )
  const plan = engine.jobs.planOf(spec, ports.clock.now())
  if (plan.problem !== null) throw refuse(`The schedule of "${spec.name}": ${plan.problem}`)
  if (plan.nextDueAt === null)
    throw refuse(`The job "${spec.name}" would never run: its time has passed, or no day fits.`)
  return plan
}

function noteChange(
  jobId: JobId,
  what: string,
  origin: ApiContext['origin'],
  { ports, engine }: CoreParts,
): null {
  ports.log('info', 'authority.changed', { jobId, what, origin })
  engine.jobs.arm()
  engine.tick()
  return null
}

const CHANGED = 'What would be executed is not what was shown: the command, or a file that it runs, changed.'

/** As it was proposed, so that it starts where its preview said. */
const newId = (proposed: JobId | undefined, { ports, store }: CoreParts): JobId =>
  proposed !== undefined && store.jobs.get(proposed) === null ? proposed : ports.ids<JobId>('job')

function refuseUnseen(
  command: ApprovalView | null,
  hash: string | undefined,
  errors: Pick<ApiErrors, 'CONFLICT'>,
): void {
  if (command !== null && command.fileHash !== null && command.hash !== hash)
    throw errors.CONFLICT({ message: `${CHANGED} Nothing was saved.` })
}

const alertsOf = (id: JobId): readonly string[] => [`job:${id}`, approvalKey(id), exchangedKey(id)]

const FIRES_SHOWN = 5

function previewOf(
  {
    schedule,
    id,
    spread,
    isNew,
  }: {
    readonly schedule: JobSpec['schedule']
    readonly id?: JobId | undefined
    readonly spread?: boolean | undefined
    readonly isNew?: true | undefined
  },
  { ports, store }: CoreParts,
): Omit<JobPreview, 'command'> {
  const own = id ?? (isNew === true ? ports.ids<JobId>('job') : null)
  const problem = scheduleProblem(schedule)
  if (problem !== null) return { id: own, problem, words: '', fires: [], warnings: [] }
  const { clock } = ports
  const words = describeSchedule(schedule, clock)
  const job = id === undefined ? null : store.jobs.get(id)
  const later = own !== null && (spread ?? job?.spread ?? false) ? spreadMs(own, schedule) : 0
  const { fires, warnings } = previewSchedule(schedule, clock.now(), clock, FIRES_SHOWN)
  return { id: own, problem: null, words, warnings, fires: fires.map((at) => at + later) }
}
