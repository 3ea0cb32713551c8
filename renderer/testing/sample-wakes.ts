import type {
  DryRun,
  Explanation,
  Foreseen,
  Foresight,
  TimelineEntry,
  TimelinePage,
} from '../../shared/contract/beats.ts'
import type { JobPreview, JobView, KnowledgePage } from '../../shared/contract/jobs.ts'
import type { HookView } from '../../shared/contract/threads.ts'
import type { EventId, ItemId, JobId, RunId, ThreadId } from '../../shared/base/ids.ts'
import { jobSpecSchema, type JobRun, type JobSchedule, type JobSpec } from '../../shared/jobs/job.ts'
import { heartbeatPrompt } from '../../shared/runs/prompt.ts'
import type { WakeReason } from '../../shared/queue/queue.ts'
import type { RunOutcome } from '../../shared/runs/run.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { renderEvents, type EventSource, type SystemEvent } from '../../shared/events/system-event.ts'
import { TIERS, type Tier } from '../../shared/schedule/tier.ts'
import { DAY, formatDuration, HOUR, MINUTE } from '../../shared/base/time.ts'
import { plural } from '../../shared/base/amounts.ts'

/** What pages would fetch about pretend facts, jobs and what lies ahead. */

function sampleEvents(t: ThreadView, now: number): SystemEvent[] {
  const event = (
    n: number,
    minutesAgo: number,
    source: EventSource,
    text: string,
    more: Partial<SystemEvent> = {},
  ): SystemEvent => ({
    id: `evt_${t.number}_${n}` as EventId,
    threadId: t.id,
    source,
    ambient: false,
    text,
    trusted: true,
    at: now - minutesAgo * MINUTE,
    lastAt: now - ((more.count ?? 1) > 1 ? 1 : minutesAgo) * MINUTE,
    count: 1,
    state: 'waiting',
    runId: null,
    ...more,
  })
  const run = (n: number): RunId => `run_${t.number}_${n}` as RunId
  return [
    event(
      1,
      2,
      'git',
      'main moved from a1b2c3d to 9f8e7d6: 2 new commits (fix rounding of tax; bump postgres image)',
    ),
    event(
      2,
      6,
      'command',
      '`npm run migrate` ended with exit code 1 after 48 s\nERROR: column "tax_rate" does not exist',
      { trusted: false, count: 3 },
    ),
    event(3, 9, 'webhook', 'CI: deploy-preview failed for pull request 41', { trusted: false }),
    event(4, 14, 'hook', 'post-commit: 9f8e7d6 on main', { state: 'shown', runId: run(1) }),
    event(5, 31, 'playbook', 'HEARTBEAT.md was edited by you: 1 task added under Hourly Tasks', {
      state: 'consumed',
      runId: run(3),
    }),
    event(6, 48, 'job', 'Job “Nightly command” failed: exit code 2', { state: 'consumed', runId: run(5) }),
    event(7, 90, 'system', 'The machine woke after 6 h 12 min of sleep', { ambient: true, state: 'expired' }),
    event(8, 130, 'cli', 'Release 4.2 is frozen until Friday', { state: 'consumed', runId: run(9) }),
  ]
}

export function sampleTimeline(t: ThreadView, now: number): TimelinePage {
  const wake = (
    n: number,
    minutesAgo: number,
    reason: WakeReason,
    runId: RunId | null,
    outcome: RunOutcome | null,
  ): TimelineEntry => ({
    kind: 'wake',
    at: now - minutesAgo * MINUTE,
    reason,
    itemId: `itm_${t.number}_w${n}` as ItemId,
    runId,
    outcome,
  })
  const run = (n: number): RunId => `run_${t.number}_${n}` as RunId
  const events = t.last === null ? [] : sampleEvents(t, now)
  const wakes =
    t.last === null
      ? []
      : [
          wake(1, 1, 'webhook', null, null),
          wake(2, 14, 'hook', run(1), t.last.outcome),
          wake(3, 30, 'playbook', run(3), 'quiet'),
          wake(4, 47, 'job', run(5), 'alert'),
          wake(5, 128, 'event', run(9), 'unchanged'),
          wake(6, 190, 'manual', run(12), 'quiet'),
        ]
  const entries = [
    ...events.map((event): TimelineEntry => ({ kind: 'event', at: event.lastAt, event })),
    ...wakes,
  ].sort((a, b) => b.at - a.at)
  return {
    entries,
    waiting: events.filter((e) => e.state === 'waiting').length,
    dropped: events.length === 0 ? 0 : 2,
    next: null,
  }
}

const WEEKLY: JobSchedule = { kind: 'cron', expr: '0 9 * * 1', timeZone: 'Europe/Zurich' }
const spec = (more: Partial<JobSpec> & Pick<JobSpec, 'name' | 'schedule' | 'action'>): JobSpec =>
  jobSpecSchema.parse(more)

export const sampleJobRuns = (job: JobView, now: number): JobRun[] => {
  if (job.lastRun === null) return []
  const row = (n: number, more: Partial<JobRun> = {}): JobRun => {
    const dueAt = now - n * 24 * HOUR - 3 * HOUR
    return {
      jobId: job.id,
      dueAt,
      state: 'ok',
      byHand: false,
      attempt: 1,
      count: 1,
      itemId: `itm_${job.id}_${n}` as ItemId,
      runId: `run_${job.threadNumber}_${n + 1}` as RunId,
      startedAt: dueAt + 2 * MINUTE,
      finishedAt: dueAt + 4 * MINUTE,
      summary: 'Done: 3 files looked at, nothing to report.',
      ...more,
    }
  }
  return [
    job.lastRun,
    row(1, { state: 'failed', attempt: 2, summary: 'exit code 2: could not reach registry.example.com' }),
    row(2, { byHand: true }),
    row(3, {
      state: 'missed',
      count: 4,
      itemId: null,
      runId: null,
      startedAt: null,
      finishedAt: null,
      summary: 'The computer was asleep for 4 due times; made up for once.',
    }),
    row(7, {
      state: 'skipped',
      runId: null,
      startedAt: null,
      finishedAt: null,
      summary: 'Skipped: the thread was paused.',
    }),
    row(8),
  ]
}

/**
 * One of each state: fine, failing, paused by a person, paused by failures, due once and over, unreadable.
 */
export function sampleJobs(threads: readonly ThreadView[], now: number): JobView[] {
  const [first, , third] = threads
  const working = threads.find((t) => t.name === 'auth-lib') ?? third
  if (first === undefined || working === undefined) return []
  const job = (
    n: number,
    t: ThreadView,
    words: string,
    s: JobSpec,
    last: Partial<JobRun> | null,
    more: Partial<JobView> = {},
  ): JobView => {
    const id = `job_${n}` as JobId
    const dueAt = now - n * 3 * HOUR
    const lastRun: JobRun | null =
      last === null
        ? null
        : {
            jobId: id,
            dueAt,
            state: 'ok',
            byHand: false,
            attempt: 1,
            count: 1,
            itemId: `itm_job_${n}` as ItemId,
            runId: `run_${t.number}_${n}` as RunId,
            startedAt: dueAt + 40_000,
            finishedAt: dueAt + 100_000,
            summary: 'Nothing to report.',
            ...last,
          }
    return {
      ...s,
      id,
      threadId: t.id,
      createdAt: now - 30 * DAY,
      pause: null,
      nextDueAt: now + n * 42 * MINUTE,
      problem: null,
      failures: 0,
      threadName: t.name,
      threadNumber: t.number,
      words,
      lastRun,
      ...more,
    }
  }
  return [
    job(
      1,
      working,
      'each day at 02:00',
      spec({
        name: 'Nightly command',
        schedule: { kind: 'cron', expr: '0 2 * * *', timeZone: '' },
        action: {
          kind: 'command',
          argv: ['npm', 'run', 'audit', '--', '--level=high'],
          env: {},
          limitMs: 10 * MINUTE,
        },
        catchUp: 'grace',
        graceMs: 2 * HOUR,
      }),
      { summary: '0 vulnerabilities found.' },
    ),
    job(
      2,
      working,
      'each Monday at 09:00 (Europe/Zurich)',
      spec({ name: 'Reflect weekly', schedule: WEEKLY, action: { kind: 'reflect' } }),
      { state: 'running', runId: 'run_running' as RunId, finishedAt: null, summary: null },
      { nextDueAt: now + 2 * DAY },
    ),
    job(
      3,
      first,
      'every 4 h',
      spec({
        name: 'Watch the migration',
        schedule: { kind: 'every', everyMs: 4 * HOUR, anchorAt: now - 40 * HOUR },
        action: {
          kind: 'agent',
          prompt:
            'Look at the migration of the last deploy.\nSay in two sentences whether it can be rolled back.',
        },
        wake: 'now',
      }),
      { state: 'failed', summary: 'The run took too long: no answer within 5 min.' },
      { failures: 3 },
    ),
    job(
      4,
      first,
      'once',
      spec({
        name: 'Remind of the freeze',
        schedule: { kind: 'at', at: now - 12 * HOUR },
        action: { kind: 'event', text: 'The release branch is frozen from today.' },
      }),
      { runId: null, summary: 'Told with the next beat.' },
      { nextDueAt: null },
    ),
    job(
      5,
      third ?? first,
      'every 30 min',
      spec({
        name: 'Refresh fixtures',
        schedule: { kind: 'every', everyMs: 30 * MINUTE, anchorAt: now },
        action: { kind: 'command', argv: ['./scripts/fixtures.sh'], env: {}, limitMs: MINUTE },
      }),
      { state: 'failed', summary: 'exit code 127: ./scripts/fixtures.sh was not found.' },
      { nextDueAt: null, failures: 10, pause: { by: 'failures', at: now - 5 * HOUR } },
    ),
    job(
      6,
      working,
      'each first of the month at 08:00',
      spec({
        name: 'Licences',
        schedule: { kind: 'cron', expr: '0 8 1 * *', timeZone: '' },
        action: { kind: 'agent', prompt: 'List new dependencies and their licences.' },
      }),
      null,
      { nextDueAt: null, pause: { by: 'person', at: now - 4 * DAY } },
    ),
  ]
}

/** Told by kind alone; the real one knows calendars. */
export function samplePreview(schedule: JobSchedule, now: number): JobPreview {
  if (schedule.kind === 'at')
    return {
      problem: schedule.at <= now ? 'This time is over already; choose one ahead.' : null,
      words: 'once',
      fires: schedule.at <= now ? [] : [schedule.at],
      warnings: [],
    }
  if (schedule.kind === 'every')
    return {
      problem: null,
      words: `every ${formatDuration(schedule.everyMs)}`,
      fires: [1, 2, 3, 4, 5].map((n) => now + n * schedule.everyMs),
      warnings: [],
    }
  const fields = schedule.expr.trim().split(/\s+/)
  if (fields.length !== 5)
    return {
      problem: `a schedule has five fields (minute hour day month weekday), got ${fields.length}`,
      words: '',
      fires: [],
      warnings: [],
    }
  const next = new Date(now).setHours(Number(fields[1]) || 0, Number(fields[0]) || 0, 0, 0)
  return {
    problem: null,
    words: `at ${fields[1]}:${(fields[0] ?? '').padStart(2, '0')}`,
    fires: [1, 2, 3, 4, 5].map((n) => next + n * DAY),
    warnings:
      fields[1] === '2'
        ? ['02:30 does not exist on 28 March in this zone; it fires when the clocks have changed.']
        : [],
  }
}

const LISTED = 2500
/** Each beat, job and timed task of the hours, oldest first. */
export function sampleForesight(
  threads: readonly ThreadView[],
  fleet: FleetView,
  id: ThreadId | undefined,
  hours: number,
  now: number,
): Foresight {
  const to = now + hours * HOUR
  const entries = threads
    .filter((t) => id === undefined || t.id === id)
    .flatMap((t): Foreseen[] => {
      if (t.nextDueAt === null || t.effectiveIntervalMs === 0) return []
      const step = t.effectiveIntervalMs
      const held = heldOf(t, fleet.pause !== null)
      const beats = Array.from({ length: Math.ceil((to - t.nextDueAt) / step) }, (_, i): Foreseen => {
        const at = t.nextDueAt! + i * step
        const tier = tierOf(i)
        return {
          at,
          kind: 'beat',
          threadId: t.id,
          threadName: t.name,
          tier,
          jobId: null,
          text: `${TIERS.slice(0, TIERS.indexOf(tier) + 1).join(', ')} tasks`,
          held: t.activeHours !== null && i % 6 === 5 ? 'outside its active hours' : held,
        }
      })
      const timed: Foreseen = {
        at: now + ((t.number * 97) % 1300) * MINUTE,
        kind: 'timed',
        threadId: t.id,
        threadName: t.name,
        tier: null,
        jobId: null,
        text: 'Look at the error budget (at 18:00)',
        held,
      }
      return t.number % 3 === 0 ? [...beats, timed] : beats
    })
  const jobs = sampleJobs(threads, now).flatMap((j): Foreseen[] =>
    j.nextDueAt === null || j.nextDueAt > to || (id !== undefined && j.threadId !== id)
      ? []
      : [
          {
            at: j.nextDueAt,
            kind: 'job',
            threadId: j.threadId,
            threadName: j.threadName,
            tier: null,
            jobId: j.id,
            text: j.name,
            held: null,
          },
        ],
  )
  const all = [...entries, ...jobs].filter((e) => e.at >= now && e.at <= to).sort((a, b) => a.at - b.at)
  return {
    from: now,
    to,
    entries: all.slice(0, LISTED),
    more: Math.max(0, all.length - LISTED),
    agentStarts: all.filter(
      (e) => e.held === null && threads.find((t) => t.id === e.threadId)?.agent.kind === 'cli',
    ).length,
  }
}

export function sampleExplanation(t: ThreadView, now: number): Explanation {
  const isPaused = t.pause !== null
  return {
    lastTick: {
      at: now - 8000,
      text: isPaused ? 'Nothing was started: the thread is paused.' : tickWords(t),
    },
    next:
      t.nextDueAt === null
        ? 'Nothing is planned.'
        : `A beat is due ${t.nextDueAt < now ? 'now' : `in ${formatDuration(t.nextDueAt - now)}`}: ` +
          `${plural(t.tiers.quick.tasks, 'quick task')}.`,
    gates: [
      {
        gate: 'trust',
        open: t.trusted,
        text: t.trusted ? 'The repository is trusted.' : 'The repository is not trusted.',
      },
      ...(t.trusted
        ? [
            {
              gate: 'pause',
              open: !isPaused,
              text: isPaused ? `Paused: ${t.pause?.reason}.` : 'Neither the thread nor everything is paused.',
            },
            ...(isPaused
              ? []
              : [
                  {
                    gate: 'active hours',
                    open: true,
                    text:
                      t.activeHours === null
                        ? 'It may beat at any hour.'
                        : `Now is inside ${t.activeHours.start} to ${t.activeHours.end}.`,
                  },
                  {
                    gate: 'budget',
                    open: t.last?.skipReason !== 'over_budget',
                    text:
                      t.last?.skipReason === 'over_budget'
                        ? 'The budget of $0.50 a day is used up.'
                        : '12 of 60 starts of today are used.',
                  },
                  ...(t.last?.skipReason === 'over_budget'
                    ? []
                    : [
                        {
                          gate: 'changes',
                          open: t.gate === 'always',
                          text:
                            t.gate === 'always'
                              ? 'An agent starts at each beat.'
                              : 'Nothing changed since the last quiet beat.',
                        },
                      ]),
                ]),
          ]
        : []),
    ],
    settings: [
      {
        label: 'Interval',
        value: formatDuration(t.intervalMs),
        source: t.config?.values.intervalMs !== undefined ? 'HEARTBEAT.json' : 'this thread',
      },
      {
        label: 'Active hours',
        value: t.activeHours === null ? 'always' : `${t.activeHours.start} to ${t.activeHours.end}`,
        source: 'built in',
      },
      { label: 'Tell quiet beats', value: 'no', source: 'the app' },
      {
        label: 'Session',
        value: t.session === 'resume' ? 'one for all' : 'a fresh one each time',
        source: 'this thread',
      },
    ],
  }
}

export function sampleDryRun(t: ThreadView, tier: Tier | undefined, now: number): DryRun {
  const tiers = TIERS.slice(0, TIERS.indexOf(tier ?? 'hourly') + 1)
  const tasks = [
    'Run `git status`; report uncommitted or untracked files',
    'Check Urgent Flags above; report if anything is flagged',
    'Run `git fetch origin`; look for upstream changes',
  ].slice(0, tiers.length + 1)
  if (!t.trusted)
    return {
      would: 'refuse',
      because: 'The repository is not trusted: nothing of it is read or run.',
      tiers: [],
      tasks: [],
      prompt: null,
      events: 0,
    }
  if (t.gate === 'changes' && t.last?.outcome === 'unchanged')
    return {
      would: 'skip',
      because: 'Nothing changed since the last quiet beat.',
      tiers,
      tasks,
      prompt: null,
      events: 0,
    }
  const events = sampleEvents(t, now).filter((e) => e.state === 'waiting')
  const prompt = heartbeatPrompt({
    threadNumber: t.number,
    threadName: t.name,
    repoPath: t.repoPath,
    tiers,
    work: [{ id: 'W3', title: 'Rename the tax columns' }],
    tracked: false,
    now,
    timeZone: 'UTC',
    tools: true,
    lookOnly: false,
    tasks: [{ text: 'Look at the error budget (at 18:00)', tier: 'quick', timed: ['18:00'] }],
    hasTimed: true,
    events: renderEvents(events, 2, 'UTC'),
    pages: sampleKnowledge(t, now).map((p) => p.title),
    openReports: [{ key: 'conflict', text: 'feat/rank conflicts with main in 2 files' }],
    lastReport: null,
  })
  return {
    would: 'start',
    because: `${plural(events.length, 'event')} and ${plural(tasks.length, 'task')} wait.`,
    tiers,
    tasks,
    prompt: t.agent.kind === 'local' ? null : prompt,
    events: events.length,
  }
}

export const sampleHooks = (t: ThreadView, installed: boolean): HookView => {
  const folder = `${t.repoPath}/.git/hooks`
  const line =
    `#!/bin/sh\n# Threadbeat: tells thread ${t.number} what git did; never fails\nthreadbeat event ` +
    `--hook post-commit --thread ${t.number} >/dev/null 2>&1 || true\n`
  const foreign = '#!/bin/sh\nnpm run lint-staged\n'
  const file = (
    name: string,
    before: string | null,
    state: HookView['files'][number]['state'],
  ): HookView['files'][number] => ({
    name,
    path: `${folder}/${name}`,
    before,
    after: `${before ?? ''}${before === null ? line : line.split('\n').slice(1).join('\n')}`.replaceAll(
      'post-commit',
      name,
    ),
    state,
  })
  return t.name === 'web-shop'
    ? {
        folder: `${t.repoPath}/.husky`,
        managedBy: 'husky',
        problem: 'husky owns the hooks folder; add the line to its files by hand.',
        installed: false,
        digest: '0'.repeat(64),
        files: [],
      }
    : {
        folder,
        managedBy: null,
        problem: null,
        installed,
        digest: 'd'.repeat(64),
        files: installed
          ? [
              file('post-commit', line, 'ours'),
              file('post-merge', line.replaceAll('post-commit', 'post-merge'), 'outdated'),
            ]
          : [file('post-commit', foreign, 'foreign'), file('post-merge', null, 'absent')],
      }
}

export const sampleKnowledge = (t: ThreadView, now: number): KnowledgePage[] =>
  t.agent.kind !== 'cli'
    ? []
    : [
        {
          title: 'What breaks the build',
          text:
            'Three of the last five red builds came from the Postgres image.\n\n- pin ' +
            '`postgres:16.3`\n- run `npm run migrate -- --dry` first',
          at: now - 3 * DAY,
        },
        {
          title: 'Who looks after what',
          text: 'Tax rules change each quarter; the notes stand in `docs/tax.md`.',
          at: now - 17 * DAY,
        },
      ]

const tickWords = ({ running }: ThreadView): string =>
  running === null ? 'Nothing was due.' : 'A beat is running already.'

function tierOf(nth: number): Tier {
  if (nth % 160 === 77) return 'daily'
  return nth % 8 === 3 ? 'hourly' : 'quick'
}

function heldOf({ pause, trusted, name }: ThreadView, isAllPaused: boolean): string | null {
  if (pause !== null) return `paused: ${pause.reason}`
  if (!trusted) return 'its thread is not trusted'
  if (isAllPaused) return 'everything is paused'
  return name === 'data-etl' ? 'its runner is resting' : null
}
