import { implement } from '@orpc/server'
import type { EventTicket } from '../../../shared/contract/beats.ts'
import type { JobView } from '../../../shared/contract/jobs.ts'
import type { HookView } from '../../../shared/contract/threads.ts'
import { contract, type EventInput } from '../../../shared/contract/api.ts'
import type { JobId } from '../../../shared/base/ids.ts'
import { executes, type Job } from '../../../shared/jobs/job.ts'
import { describeSchedule, previewSchedule, scheduleProblem } from '../../../shared/jobs/job-schedule.ts'
import { eventProblem } from '../../../shared/events/system-event.ts'
import { textHash } from '../../../shared/base/text-hash.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { ApiContext } from './handlers.ts'
import type { Engine } from '../loop/engine.ts'
import type { ForesightView } from '../views/foresight.ts'
import type { Ports } from '../ports/ports.ts'
import type { HookPlan } from '../ports/repositories.ts'
import { sessionNews } from '../events/session-news.ts'
import type { Store } from '../ports/store.ts'
import { lookup } from './lookup.ts'

interface WakeParts {
  readonly ports: Ports
  readonly store: Store
  readonly engine: Engine
  readonly foresight: ForesightView
}
interface Errors {
  readonly NOT_FOUND: (o: { message: string }) => Error
  readonly INVALID: (o: { message: string }) => Error
  readonly CONFLICT: (o: { message: string }) => Error
}

/** Events, wakes, jobs, foresight and git hooks. */
export function wakeHandlers({ ports, store, engine, foresight }: WakeParts) {
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports
  const { threadOr } = lookup(store)
  const jobOr = (id: JobId, errors: Pick<Errors, 'NOT_FOUND'>): Job => {
    const job = store.jobs.get(id)
    if (job === null) throw errors.NOT_FOUND({ message: `There is no job ${id}; it may have been removed.` })
    return job
  }
  const jobView = (job: Job): JobView => {
    const thread = store.threads.get(job.threadId)
    return {
      ...job,
      threadName: thread?.name ?? '',
      threadNumber: thread?.number ?? 0,
      words: describeSchedule(job.schedule, clock.timeZone),
      lastRun: store.jobs.runs(job.id, 1)[0] ?? null,
    }
  }
  const changed = (id: JobId, what: string, origin: ApiContext['origin']): null => {
    ports.log('info', 'authority.changed', { jobId: id, what, origin })
    engine.jobs.arm()
    engine.tick()
    return null
  }
  const lineOf =
    (thread: Thread) =>
    (hook: string): string =>
      ports.repositories.hooks.line(thread.number, hook)
  const digestOf = (plan: HookPlan): string => textHash(JSON.stringify(plan))
  async function hookPlan(thread: Thread, errors: Pick<Errors, 'INVALID'>): Promise<HookPlan> {
    if (thread.trustedAt === null)
      throw errors.INVALID({ message: `"${thread.name}" is not trusted yet, so nothing of it is read.` })
    const plan = await ports.repositories.hooks.plan(thread.repoPath, lineOf(thread))
    if (!plan.ok) throw errors.INVALID({ message: plan.error.message })
    return plan.value
  }

  function addEvent(
    { to, text, source, wake, urgent, trusted, marker }: EventInput,
    errors: Pick<Errors, 'NOT_FOUND' | 'INVALID'>,
  ): EventTicket {
    const thread = threadOr(to, errors)
    const problem = eventProblem(text)
    if (problem !== null) throw errors.INVALID({ message: `For "${thread.name}": ${problem}.` })
    // What comes out of a run, also one that is over, is nobody's own word.
    const isOwnWord = marker === undefined
    return engine.events.add(thread.id, {
      source,
      text,
      trusted: trusted && isOwnWord,
      wake,
      urgent: urgent && isOwnWord,
      own: engine.events.ownerOf(marker) === thread.id,
    })
  }

  return {
    events: {
      add: os.events.add.handler(({ input, errors }) => addEvent(input, errors)),
      addAll: os.events.addAll.handler(({ input, errors }) =>
        store.together(() => input.events.map((event) => addEvent(event, errors))),
      ),
      dismiss: os.events.dismiss.handler(({ input, errors }) => {
        if (!store.events.dismiss(input.id))
          throw errors.CONFLICT({ message: 'This event does not wait any more: a run has taken it.' })
        return null
      }),
      timeline: os.events.timeline.handler(({ input, errors }) =>
        store.events.timeline(threadOr(input.id, errors).id, input.before, input.limit),
      ),
    },
    wake: os.wake.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      if (engine.events.ownerOf(input.marker) === thread.id)
        throw errors.INVALID({ message: `A run of "${thread.name}" does not wake its own thread.` })
      const enqueued = engine.wake(thread.id, input.urgent && input.marker === undefined ? 'urgent' : 'event')
      engine.tick()
      return {
        itemId: enqueued.itemId,
        runId: store.runs.ofItem(enqueued.itemId)?.id ?? null,
        state: enqueued.merged ? ('merged' as const) : ('queued' as const),
      }
    }),
    /** As long as the caller holds on, a person's own agent is at work. */
    attach: os.attach.handler(async function* ({ input, signal, errors }) {
      const thread = threadOr(input.id, errors)
      engine.events.add(thread.id, sessionNews(thread, 'begun'))
      try {
        yield null
        await new Promise<void>((resolve) =>
          signal?.aborted === true
            ? resolve()
            : signal?.addEventListener('abort', () => resolve(), { once: true }),
        )
      } finally {
        engine.events.add(thread.id, sessionNews(thread, 'ended'))
      }
    }),

    jobs: {
      list: os.jobs.list.handler(({ input }) => store.jobs.list(input.threadId).map(jobView)),
      save: os.jobs.save.handler(({ input, context, errors }) => {
        const thread = threadOr(input.threadId, errors)
        const before = input.id === undefined ? null : jobOr(input.id, errors)
        const { spec } = input
        if (executes(spec.action) && input.confirmed !== true)
          throw errors.INVALID({
            message: `The job "${spec.name}" executes something: it must be confirmed by a person who has seen what.`,
          })
        const id = before?.id ?? ports.ids<JobId>('job')
        const plan = engine.jobs.planOf(spec, clock.now())
        if (plan.problem !== null)
          throw errors.INVALID({ message: `The schedule of "${spec.name}": ${plan.problem}` })
        if (plan.nextDueAt === null)
          throw errors.INVALID({
            message: `The job "${spec.name}" would never run: its time has passed, or no day fits.`,
          })
        store.jobs.save(
          id,
          thread.id,
          spec,
          before?.pause == null ? plan : { ...plan, nextDueAt: null },
          clock.now(),
        )
        changed(id, before === null ? 'job made' : 'job changed', context.origin)
        return jobView(store.jobs.get(id)!)
      }),
      remove: os.jobs.remove.handler(({ input, context, errors }) => {
        const job = jobOr(input.id, errors)
        for (const run of store.runs.running()) if (run.jobId === job.id) engine.stopRun(run.id)
        store.jobs.remove(job.id)
        store.alerts.resolve(job.threadId, [`job:${job.id}`], clock.now())
        return changed(job.id, 'job removed', context.origin)
      }),
      run: os.jobs.run.handler(({ input, errors }) => {
        const job = jobOr(input.id, errors)
        if (
          store.queue.waiting().some((i) => i.jobId === job.id) ||
          store.runs.running().some((r) => r.jobId === job.id)
        )
          throw errors.CONFLICT({ message: `The job "${job.name}" is on its way already.` })
        engine.jobs.start(job)
        engine.tick()
        return null
      }),
      pause: os.jobs.pause.handler(({ input, context, errors }) => {
        engine.jobs.pause(jobOr(input.id, errors).id, 'person')
        return changed(input.id, 'job paused', context.origin)
      }),
      resume: os.jobs.resume.handler(({ input, context, errors }) => {
        const job = jobOr(input.id, errors)
        engine.jobs.resume(job)
        store.alerts.resolve(job.threadId, [`job:${job.id}`], clock.now())
        return changed(job.id, 'job resumed', context.origin)
      }),
      runs: os.jobs.runs.handler(({ input, errors }) =>
        store.jobs.runs(jobOr(input.id, errors).id, input.limit),
      ),
      preview: os.jobs.preview.handler(({ input }) => {
        const { schedule } = input
        const problem = scheduleProblem(schedule)
        if (problem !== null) return { problem, words: '', fires: [], warnings: [] }
        return {
          problem: null,
          words: describeSchedule(schedule, clock.timeZone),
          ...previewSchedule(schedule, clock.now(), clock.timeZone, 5),
        }
      }),
    },
    knowledge: {
      pages: os.knowledge.pages.handler(({ input, errors }) =>
        store.knowledge.pages(threadOr(input.id, errors).id),
      ),
    },

    foresee: os.foresee.handler(({ input, errors }) =>
      foresight.foresee(input.id === undefined ? undefined : threadOr(input.id, errors).id, input.hours),
    ),
    explain: os.explain.handler(({ input, errors }) => foresight.explain(threadOr(input.id, errors))),
    dryRun: os.dryRun.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      if (thread.trustedAt === null)
        throw errors.INVALID({ message: `"${thread.name}" is not trusted yet, so nothing of it is read.` })
      return foresight.dryRun(thread, input.tier ?? null)
    }),

    hooks: {
      plan: os.hooks.plan.handler(async ({ input, errors }): Promise<HookView> => {
        const plan = await hookPlan(threadOr(input.id, errors), errors)
        return {
          ...plan,
          installed: plan.files.some((f) => f.state === 'ours' || f.state === 'outdated'),
          digest: digestOf(plan),
        }
      }),
      install: os.hooks.install.handler(async ({ input, context, errors }) => {
        const thread = threadOr(input.id, errors)
        const plan = await hookPlan(thread, errors)
        if (digestOf(plan) !== input.digest)
          throw errors.CONFLICT({
            message: 'The hooks have changed since they were shown. Nothing was written; look again.',
          })
        const done = await ports.repositories.hooks.install(thread.repoPath, plan)
        if (!done.ok)
          throw (done.error.code === 'file.conflict' ? errors.CONFLICT : errors.INVALID)({
            message: done.error.message,
          })
        ports.log('info', 'authority.changed', {
          threadId: thread.id,
          what: 'hooks installed',
          hooks: done.value,
          origin: context.origin,
        })
        return null
      }),
      remove: os.hooks.remove.handler(async ({ input, context, errors }) => {
        const thread = threadOr(input.id, errors)
        const done = await ports.repositories.hooks.remove(thread.repoPath)
        if (!done.ok) throw errors.INVALID({ message: done.error.message })
        ports.log('info', 'authority.changed', {
          threadId: thread.id,
          what: 'hooks removed',
          hooks: done.value,
          origin: context.origin,
        })
        return null
      }),
    },
  }
}
