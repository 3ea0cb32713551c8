import type { JobView } from '../../shared/contract/jobs.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import {
  jobScheduleSchema,
  jobSpecSchema,
  type JobAction,
  type JobSchedule,
  type JobSpec,
} from '../../shared/jobs/job.ts'
import { DAY, formatDuration, HOUR, MINUTE, SECOND, type Instant } from '../../shared/base/time.ts'
import { JOB_PROBLEMS_COPY as COPY, JOB_TEMPLATES_COPY } from './copy.ts'
import { readDuration } from '../kit/text/read-duration.ts'
import { envOf, type EnvRow } from '../thread/settings/env-rows.tsx'

/** A job as typed: every field keeps its text, so that switching a kind loses nothing. */
export interface JobDraft {
  readonly threadId: ThreadId | ''
  readonly name: string
  readonly kind: JobSchedule['kind']
  readonly at: string // of <input type="datetime-local">
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
const instantOf = (field: string): Instant | null => {
  const at = new Date(field).getTime()
  return field === '' || Number.isNaN(at) ? null : at
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

export function draftOf(job: JobView, now: Instant): JobDraft {
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

const within = (text: string, min: number, max: number, what: string): string | number => {
  const ms = readDuration(text, 'm')
  if (ms === null) return COPY.notTime(text)
  return ms < min || ms > max
    ? COPY.bounds(what, formatDuration(min), formatDuration(max), text, ms < min)
    : ms
}

/**
 * The schedule, or the sentence that says what is wrong with it. Whether a calendar line can be followed is
 * the engine's to say.
 */
export function readSchedule(d: JobDraft): JobSchedule | string {
  if (d.kind === 'at') {
    const at = instantOf(d.at)
    return at === null ? COPY.noTime : { kind: 'at', at }
  }
  if (d.kind === 'every') {
    const everyMs = within(d.every, MINUTE, 366 * DAY, COPY.between)
    const anchorAt = instantOf(d.anchor)
    return typeof everyMs === 'string'
      ? everyMs
      : anchorAt === null
        ? COPY.noAnchor
        : { kind: 'every', everyMs, anchorAt }
  }
  const expr = d.expr.trim()
  if (expr === '') return COPY.noLine
  const read = jobScheduleSchema.safeParse({ kind: 'cron', expr, timeZone: d.timeZone.trim() })
  return read.success ? read.data : COPY.longLine(expr.length)
}

export function readDraft(d: JobDraft): { readonly spec: JobSpec | null; readonly problems: DraftProblems } {
  const problems: { -readonly [K in keyof DraftProblems]: string } = {}
  const schedule = readSchedule(d)
  const graceMs = d.catchUp === 'grace' ? within(d.grace, MINUTE, 7 * DAY, COPY.oldest) : HOUR
  const limitMs = d.action === 'command' ? within(d.limit, 5 * SECOND, 6 * HOUR, COPY.limit) : 10 * MINUTE
  const text = (d.action === 'event' ? d.text : d.prompt).trim()
  const most = d.action === 'event' ? 4000 : 20_000
  const argv = d.argv.filter((a, i) => i === 0 || a !== '')
  if (d.threadId === '') problems.threadId = COPY.noThread
  if (d.name.trim() === '') problems.name = COPY.noName
  if (d.name.trim().length > 100) problems.name = COPY.longName(d.name.trim().length)
  if (typeof schedule === 'string') problems.schedule = schedule
  if (typeof graceMs === 'string') problems.grace = graceMs
  if (typeof limitMs === 'string') problems.limit = limitMs
  if (d.action === 'event' || d.action === 'agent') {
    if (text === '') problems.action = COPY.empty[d.action]
    else if (text.length > most)
      problems.action = COPY.long[d.action](most.toLocaleString('en'), text.length.toLocaleString('en'))
  }
  if (d.action === 'command') {
    if ((argv[0] ?? '').trim() === '') problems.action = COPY.noProgram
    else if (argv.length > 64) problems.action = COPY.manyRows(argv.length)
    const bad = d.env.find(([name]) => name !== '' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    if (bad !== undefined) problems.action = COPY.badVariable(bad[0])
  }
  if (Object.keys(problems).length > 0) return { spec: null, problems }
  const action =
    d.action === 'event'
      ? { kind: d.action, text }
      : d.action === 'agent'
        ? { kind: d.action, prompt: text }
        : d.action === 'reflect'
          ? { kind: d.action }
          : { kind: d.action, argv, env: envOf(d.env), limitMs }
  const read = jobSpecSchema.safeParse({
    name: d.name,
    schedule,
    action,
    catchUp: d.catchUp,
    graceMs,
    spread: d.spread,
    wake: d.wake,
  })
  if (read.success) return { spec: read.data, problems }
  const [issue] = read.error.issues
  return { spec: null, problems: { action: COPY.refused(issue?.path.join(' '), issue?.message) } }
}
