import type { ThreadId } from '../../shared/base/ids.ts'
import type { Job, JobAction, JobSchedule, JobSpec } from '../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../shared/jobs/job-schema.ts'
import {
  readJob,
  readSchedule as readScheduleText,
  type ActionText,
  type JobProblem,
  type ScheduleText,
} from '../../shared/jobs/read-job.ts'
import { DAY, formatDuration, HOUR, MINUTE, SECOND, type Instant } from '../../shared/base/time.ts'
import { fieldInstant } from '../kit/fields/field-instant.ts'
import { JOB_PROBLEMS_COPY as COPY, JOB_TEMPLATES_COPY } from './copy.ts'
import type { EnvRow } from '../thread/settings/runner/env-rows.tsx'

/** A job as typed: every field keeps its text, so that switching a kind loses nothing. */
export interface JobDraft {
  readonly threadId: ThreadId | ''
  readonly name: string
  readonly kind: JobSchedule['kind']
  readonly at: string // "2026-11-22T21:32", as typed where it is no time
  readonly every: string
  readonly anchor: string // as `at`
  readonly expr: string
  readonly timeZone: string
  readonly action: JobAction['kind']
  readonly text: string
  readonly prompt: string
  readonly argv: readonly string[]
  readonly env: readonly EnvRow[]
  readonly limit: string
  readonly wake: JobSpec['wake']
  readonly catchUp: JobSpec['catchUp']
  readonly grace: string
  readonly spread: boolean
}

const two = (n: number): string => String(n).padStart(2, '0')
/** Instant → what the browser's field for a local date and time holds; seconds only where there are any. */
function localField(at: Instant): string {
  const d = new Date(at)
  const seconds =
    at % MINUTE === 0
      ? ''
      : `:${two(d.getSeconds())}${at % SECOND === 0 ? '' : `.${String(d.getMilliseconds()).padStart(3, '0')}`}`
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}${seconds}`
}
/** Every unit of it, so that opening and saving changes nothing. */
function exactly(ms: number): string {
  const parts: string[] = []
  let rest = ms
  for (const [unit, word] of [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'min'],
    [SECOND, 's'],
    [1, 'ms'],
  ] as const) {
    const n = Math.floor(rest / unit)
    rest -= n * unit
    if (n > 0) parts.push(`${n} ${word}`)
  }
  return parts.join(' ')
}
const nextHour = (now: Instant): Instant => new Date(now + HOUR).setMinutes(0, 0, 0)

export const emptyDraft = (threadId: ThreadId | '', now: Instant): JobDraft => ({
  threadId,
  name: '',
  kind: 'cron',
  at: localField(nextHour(now)),
  every: '4 h',
  anchor: localField(nextHour(now)),
  expr: '0 9 * * *',
  timeZone: '',
  action: 'event',
  text: '',
  prompt: '',
  argv: [''],
  env: [],
  limit: '10 min',
  wake: 'next',
  catchUp: 'once',
  grace: '1 h',
  spread: true,
})

export function draftOf(job: JobSpec & Pick<Job, 'threadId'>, now: Instant): JobDraft {
  const { schedule: s, action: a } = job
  return {
    ...emptyDraft(job.threadId, now),
    name: job.name,
    kind: s.kind,
    wake: job.wake,
    catchUp: job.catchUp,
    grace: exactly(job.graceMs),
    spread: job.spread,
    action: a.kind,
    ...(s.kind === 'at' && { at: localField(s.at) }),
    ...(s.kind === 'every' && { every: exactly(s.everyMs), anchor: localField(s.anchorAt) }),
    ...(s.kind === 'cron' && { expr: s.expr, timeZone: s.timeZone }),
    ...(a.kind === 'event' && { text: a.text }),
    ...(a.kind === 'agent' && { prompt: a.prompt }),
    ...(a.kind === 'command' && { argv: a.argv, env: Object.entries(a.env), limit: exactly(a.limitMs) }),
  }
}

export const TEMPLATES: readonly {
  readonly title: string
  readonly text: string
  readonly draft: Partial<JobDraft>
}[] = [
  {
    ...JOB_TEMPLATES_COPY.reflect,
    draft: { name: JOB_TEMPLATES_COPY.reflect.title, kind: 'cron', expr: '0 9 * * 1', action: 'reflect' },
  },
  {
    ...JOB_TEMPLATES_COPY.command,
    draft: {
      name: JOB_TEMPLATES_COPY.command.title,
      kind: 'cron',
      expr: '0 2 * * *',
      action: 'command',
      argv: ['npm', 'test'],
      catchUp: 'grace',
      grace: '4 h',
    },
  },
  { ...JOB_TEMPLATES_COPY.remind, draft: { name: 'Reminder', kind: 'at', action: 'event', wake: 'now' } },
]

/** What is wrong, by field; the first one of each. */
export type DraftProblems = Partial<
  Record<'threadId' | 'name' | 'schedule' | 'action' | 'limit' | 'grace', string>
>

/**
 * The schedule, or the sentence that says what is wrong with it. Whether a calendar line can be followed is
 * the engine's to say.
 */
export function readSchedule(d: JobDraft): JobSchedule | string {
  const schedule = readScheduleText(scheduleTextOf(d))
  return schedule.ok ? schedule.value : problemWords(schedule.error)
}

export function readDraft(d: JobDraft): { readonly spec: JobSpec | null; readonly problems: DraftProblems } {
  const job = readJob(
    {
      name: d.name,
      schedule: scheduleTextOf(d),
      action: actionTextOf(d),
      catchUp: d.catchUp,
      ...(d.catchUp === 'grace' && { grace: d.grace }),
      spread: d.spread,
      wake: d.wake,
    },
    null,
  )
  const problems: { -readonly [K in keyof DraftProblems]: string } = {}
  if (d.threadId === '') problems.threadId = COPY.noThread
  if (!job.ok) for (const problem of job.error) problems[PLACE[problem.field]] ??= problemWords(problem)
  if (!job.ok || Object.keys(problems).length > 0) return { spec: null, problems }
  const spec = jobSpecSchema.safeParse(job.value)
  if (spec.success) return { spec: spec.data, problems }
  const [issue] = spec.error.issues
  return { spec: null, problems: { action: COPY.refused(issue?.path.join(' '), issue?.message) } }
}

function scheduleTextOf(d: JobDraft): ScheduleText {
  if (d.kind === 'at') return { kind: 'at', at: fieldInstant(d.at) }
  if (d.kind === 'every') return { kind: 'every', every: d.every, anchorAt: fieldInstant(d.anchor) }
  return { kind: 'cron', expr: d.expr, timeZone: d.timeZone }
}

function actionTextOf(d: JobDraft): ActionText {
  if (d.action === 'event') return { kind: 'event', text: d.text }
  if (d.action === 'agent') return { kind: 'agent', text: d.prompt }
  if (d.action === 'reflect') return { kind: 'reflect' }
  return {
    kind: 'command',
    argv: d.argv.filter((arg, i) => i === 0 || arg !== ''),
    env: d.env.filter(([name]) => name !== ''),
    limit: d.limit,
  }
}

/** The part of the dialog where a problem is shown. */
const PLACE: Record<JobProblem['field'], Exclude<keyof DraftProblems, 'threadId'>> = {
  name: 'name',
  schedule: 'schedule',
  at: 'schedule',
  every: 'schedule',
  anchor: 'schedule',
  expr: 'schedule',
  action: 'action',
  event: 'action',
  agent: 'action',
  argv: 'action',
  env: 'action',
  limit: 'limit',
  grace: 'grace',
}

function problemWords(problem: JobProblem): string {
  switch (problem.field) {
    case 'schedule':
    case 'at':
      return COPY.noTime
    case 'anchor':
      return COPY.noAnchor
    case 'action':
      return COPY.empty.event
    case 'argv':
      return problem.code === 'empty' ? COPY.noProgram : COPY.manyRows(problem.most, problem.args)
    case 'env':
      return COPY.badVariable(problem.name)
    case 'name':
    case 'expr':
    case 'event':
    case 'agent':
      return problem.code === 'empty'
        ? COPY.empty[problem.field]
        : COPY.long[problem.field](amount(problem.most), amount(problem.length))
    case 'every':
    case 'limit':
    case 'grace':
      return durationWords(problem)
  }
}

function durationWords(problem: Extract<JobProblem, { readonly text: string }>): string {
  if (problem.code === 'unreadable') return COPY.notTime(problem.text)
  const { field, leastMs, mostMs, text, code } = problem
  return COPY.bounds(COPY.durations[field], formatDuration(leastMs), formatDuration(mostMs), text, code)
}
const amount = (n: number): string => n.toLocaleString('en')
