import { implement, ORPCError } from '@orpc/server'
import type { BeatTicket } from '../../shared/contract/beats.ts'
import type { JobView } from '../../shared/contract/jobs.ts'
import { contract } from '../../shared/contract/api.ts'
import type { EventId, JobId, ThreadId } from '../../shared/base/ids.ts'
import { executes } from '../../shared/jobs/job.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import {
  sampleDryRun,
  sampleExplanation,
  sampleForesight,
  sampleHooks,
  sampleJobRuns,
  sampleJobs,
  sampleKnowledge,
  samplePreview,
  sampleTimeline,
} from './sample-wakes.ts'

/** What these handlers need of the pretend host. */
interface Host {
  readonly bare: boolean // no jobs yet
  threads(): readonly ThreadView[]
  fleet(): FleetView
  record(name: string, input: unknown): void
  find(id: ThreadId): ThreadView
  change(id: ThreadId, change: Partial<ThreadView>): void
  push(changed: ThreadView[]): void
  beat(id: ThreadId): BeatTicket
}

const noWebhooks = (): never => {
  throw new ORPCError('UNAVAILABLE', { message: 'The pretend host has no webhooks.' })
}

/** Events, wakes, jobs, foresight and hooks of the contract, in memory. */
export function wakeHandlers(host: Host) {
  const os = implement(contract).$context<object>()
  let counter = 0
  const did =
    <I>(name: string, act: (input: I) => void) =>
    ({ input }: { input: I }): null => {
      host.record(name, input)
      act(input)
      return null
    }
  const dismissed = new Set<string>()
  const hooked = new Set<ThreadId>()
  let jobs: readonly JobView[] = host.bare ? [] : sampleJobs(host.threads(), Date.now())
  const findJob = (id: JobId): JobView => {
    const job = jobs.find((j) => j.id === id)
    if (job === undefined) throw new ORPCError('NOT_FOUND', { message: 'This job is not there any more.' })
    return job
  }
  const keepJobs = (next: readonly JobView[]): void => {
    jobs = next
    host.push(
      host
        .threads()
        .map((t) => ({ ...t, jobs: jobs.filter((j) => j.threadId === t.id && j.pause === null).length })),
    )
  }
  const changeJob = (id: JobId, with_: Partial<JobView>): void =>
    keepJobs(jobs.map((j) => (j === findJob(id) ? { ...j, ...with_ } : j)))
  return {
    events: {
      add: os.events.add.handler(({ input }) => {
        host.record('events.add', input)
        if (host.find(input.to).sources[input.source] === 'off')
          return { state: 'off', id: null, wakes: false }
        host.change(input.to, { events: host.find(input.to).events + 1 })
        return { state: 'queued', id: `evt_fake_${++counter}` as EventId, wakes: input.wake === 'now' }
      }),
      addAll: os.events.addAll.handler(() => []),
      dismiss: os.events.dismiss.handler(
        did('events.dismiss', ({ id }) => {
          dismissed.add(id)
          host.push(
            host
              .threads()
              .filter((t) => id.startsWith(`evt_${t.number}_`))
              .map((t) => ({ ...t, events: Math.max(0, t.events - 1) })),
          )
        }),
      ),
      timeline: os.events.timeline.handler(({ input }) => {
        const page = sampleTimeline(host.find(input.id), Date.now())
        const entries = page.entries.filter((e) => e.kind !== 'event' || !dismissed.has(e.event.id))
        const from = Number(input.before ?? 0)
        const limit = input.limit ?? 50
        return {
          ...page,
          waiting: page.waiting - (page.entries.length - entries.length),
          entries: entries.slice(from, from + limit),
          next: from + limit < entries.length ? String(from + limit) : null,
        }
      }),
    },
    wake: os.wake.handler(({ input }) => {
      host.record('wake', input)
      return host.beat(input.id)
    }),
    jobs: {
      list: os.jobs.list.handler(({ input }) =>
        jobs.filter((j) => input.threadId === undefined || j.threadId === input.threadId),
      ),
      save: os.jobs.save.handler(({ input }) => {
        host.record('jobs.save', input)
        const thread = host.find(input.threadId)
        if (executes(input.spec.action) && input.confirmed !== true)
          throw new ORPCError('INVALID', { message: 'This job executes something; it must be confirmed.' })
        const { problem, words, fires } = samplePreview(input.spec.schedule, Date.now())
        if (problem !== null) throw new ORPCError('INVALID', { message: problem })
        const old = jobs.find((j) => j.id === input.id)
        const made: JobView = {
          createdAt: Date.now(),
          failures: 0,
          lastRun: null,
          pause: null,
          ...old,
          ...input.spec,
          id: old?.id ?? (`job_fake_${++counter}` as JobId),
          threadId: thread.id,
          threadName: thread.name,
          threadNumber: thread.number,
          words,
          problem: null,
          nextDueAt: old?.pause ? null : (fires[0] ?? null),
        }
        keepJobs(old === undefined ? [...jobs, made] : jobs.map((j) => (j === old ? made : j)))
        return made
      }),
      remove: os.jobs.remove.handler(
        did('jobs.remove', ({ id }) => keepJobs(jobs.filter((j) => j !== findJob(id)))),
      ),
      run: os.jobs.run.handler(did('jobs.run', ({ id }) => void findJob(id))),
      pause: os.jobs.pause.handler(
        did('jobs.pause', ({ id }) =>
          changeJob(id, { pause: { by: 'person', at: Date.now() }, nextDueAt: null }),
        ),
      ),
      resume: os.jobs.resume.handler(
        did('jobs.resume', ({ id }) =>
          changeJob(id, {
            pause: null,
            failures: 0,
            nextDueAt: samplePreview(findJob(id).schedule, Date.now()).fires[0] ?? null,
          }),
        ),
      ),
      runs: os.jobs.runs.handler(({ input }) =>
        sampleJobRuns(findJob(input.id), Date.now()).slice(0, input.limit),
      ),
      preview: os.jobs.preview.handler(({ input }) => samplePreview(input.schedule, Date.now())),
    },
    knowledge: {
      pages: os.knowledge.pages.handler(({ input }) => sampleKnowledge(host.find(input.id), Date.now())),
    },
    foresee: os.foresee.handler(({ input }) =>
      sampleForesight(host.threads(), host.fleet(), input.id, input.hours ?? 24, Date.now()),
    ),
    explain: os.explain.handler(({ input }) => sampleExplanation(host.find(input.id), Date.now())),
    dryRun: os.dryRun.handler(({ input }) => sampleDryRun(host.find(input.id), input.tier, Date.now())),
    hooks: {
      plan: os.hooks.plan.handler(({ input }) => sampleHooks(host.find(input.id), hooked.has(input.id))),
      install: os.hooks.install.handler(did('hooks.install', ({ id }) => hooked.add(id))),
      remove: os.hooks.remove.handler(did('hooks.remove', ({ id }) => hooked.delete(id))),
    },
    webhooks: {
      list: os.webhooks.list.handler(() => []),
      save: os.webhooks.save.handler(noWebhooks),
      remove: os.webhooks.remove.handler(noWebhooks),
      test: os.webhooks.test.handler(noWebhooks),
      incoming: os.webhooks.incoming.handler(noWebhooks),
      rotate: os.webhooks.rotate.handler(noWebhooks),
    },
    attach: os.attach.handler(async function* ({ input, signal }) {
      host.record('attach', input)
      yield null
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
    }),
  }
}
