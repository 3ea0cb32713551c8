import type { JobView } from '../../shared/answers/jobs.ts'
import type { ThreadId } from '../../shared/ids.ts'
import { jobScheduleSchema, jobSpecSchema, type JobAction, type JobSchedule, type JobSpec } from '../../shared/job.ts'
import { DAY, formatDuration, HOUR, MINUTE, SECOND, type Instant } from '../../shared/time.ts'
import { readDuration } from '../read-duration.ts'
import { envOf, type EnvRow } from '../thread-settings/env-rows.tsx'

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
export function localField(at: Instant): string {
  const d = new Date(at)
  const seconds = at % MINUTE === 0 ? '' : `:${two(d.getSeconds())}${at % SECOND === 0 ? '' : `.${String(d.getMilliseconds()).padStart(3, '0')}`}`
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}${seconds}`
}
/** Every unit of it, so that opening and saving changes nothing. */
function exactly(ms: number): string {
  const parts: string[] = []
  let rest = ms
  for (const [unit, word] of [[DAY, 'd'], [HOUR, 'h'], [MINUTE, 'min'], [SECOND, 's'], [1, 'ms']] as const) {
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
  threadId, name: '', kind: 'cron', at: localField(nextHour(now)), every: '4 h', anchor: localField(nextHour(now)), expr: '0 9 * * *', timeZone: '', action: 'event', text: '', prompt: '', argv: [''], env: [],
  limit: '10 min', wake: 'next', catchUp: 'once', grace: '1 h', spread: true,
})

export function draftOf(job: JobView, now: Instant): JobDraft {
  const { schedule: s, action: a } = job
  return {
    ...emptyDraft(job.threadId, now), name: job.name, kind: s.kind, wake: job.wake, catchUp: job.catchUp, grace: exactly(job.graceMs), spread: job.spread, action: a.kind,
    ...(s.kind === 'at' && { at: localField(s.at) }),
    ...(s.kind === 'every' && { every: exactly(s.everyMs), anchor: localField(s.anchorAt) }),
    ...(s.kind === 'cron' && { expr: s.expr, timeZone: s.timeZone }),
    ...(a.kind === 'event' && { text: a.text }),
    ...(a.kind === 'agent' && { prompt: a.prompt }),
    ...(a.kind === 'command' && { argv: a.argv, env: Object.entries(a.env), limit: exactly(a.limitMs) }),
  }
}

export const TEMPLATES: readonly { readonly title: string; readonly text: string; readonly draft: Partial<JobDraft> }[] = [
  { title: 'Reflect weekly', text: 'Each Monday the agent looks back and keeps what it learnt.', draft: { name: 'Reflect weekly', kind: 'cron', expr: '0 9 * * 1', action: 'reflect' } },
  { title: 'Nightly command', text: 'A program of yours runs each night; a failure reaches the thread.', draft: { name: 'Nightly command', kind: 'cron', expr: '0 2 * * *', action: 'command', argv: ['npm', 'test'], catchUp: 'grace', grace: '4 h' } },
  { title: 'Remind the agent', text: 'A note stands in the next prompt at a time you choose.', draft: { name: 'Reminder', kind: 'at', action: 'event', wake: 'now' } },
]

/** What is wrong, by field; the first one of each. */
export type DraftProblems = Partial<Record<'threadId' | 'name' | 'schedule' | 'action' | 'limit' | 'grace', string>>

const within = (text: string, min: number, max: number, what: string, say: string): string | number => {
  const ms = readDuration(text, 'm')
  if (ms === null) return `“${text}” is not ${what}. Write it as 30 min, 4 h or 1 d.`
  return ms < min || ms > max ? `${say} is ${formatDuration(min)} to ${formatDuration(max)}; “${text}” is ${ms < min ? 'too short' : 'too long'}.` : ms
}

/** The schedule, or the sentence that says what is wrong with it. Whether a calendar line can be followed is the engine's to say. */
export function readSchedule(d: JobDraft): JobSchedule | string {
  if (d.kind === 'at') {
    const at = instantOf(d.at)
    return at === null ? 'Choose a day and a time.' : { kind: 'at', at }
  }
  if (d.kind === 'every') {
    const everyMs = within(d.every, MINUTE, 366 * DAY, 'a time', 'The time between two starts')
    const anchorAt = instantOf(d.anchor)
    return typeof everyMs === 'string' ? everyMs : anchorAt === null ? 'Choose the day and time from which it counts.' : { kind: 'every', everyMs, anchorAt }
  }
  const expr = d.expr.trim()
  if (expr === '') return 'Write when: minute, hour, day, month, weekday.'
  const read = jobScheduleSchema.safeParse({ kind: 'cron', expr, timeZone: d.timeZone.trim() })
  return read.success ? read.data : `A calendar line may have 200 characters; this one has ${expr.length}.`
}

export function readDraft(d: JobDraft): { readonly spec: JobSpec | null; readonly problems: DraftProblems } {
  const problems: { -readonly [K in keyof DraftProblems]: string } = {}
  const schedule = readSchedule(d)
  const graceMs = d.catchUp === 'grace' ? within(d.grace, MINUTE, 7 * DAY, 'a time', 'The oldest due time that still counts') : HOUR
  const limitMs = d.action === 'command' ? within(d.limit, 5 * SECOND, 6 * HOUR, 'a time', 'The time limit') : 10 * MINUTE
  const text = (d.action === 'event' ? d.text : d.prompt).trim()
  const most = d.action === 'event' ? 4000 : 20_000
  const argv = d.argv.filter((a, i) => i === 0 || a !== '')
  if (d.threadId === '') problems.threadId = 'Choose a thread.'
  if (d.name.trim() === '') problems.name = 'Give it a name.'
  if (d.name.trim().length > 100) problems.name = `A name may have 100 characters; this one has ${d.name.trim().length}.`
  if (typeof schedule === 'string') problems.schedule = schedule
  if (typeof graceMs === 'string') problems.grace = graceMs
  if (typeof limitMs === 'string') problems.limit = limitMs
  if (d.action === 'event' || d.action === 'agent') {
    const what = d.action === 'event' ? 'The text' : 'The prompt'
    if (text === '') problems.action = `${what} is empty. Write what the agent should ${d.action === 'event' ? 'know' : 'do'}.`
    else if (text.length > most) problems.action = `${what} may have ${most.toLocaleString('en')} characters; this one has ${text.length.toLocaleString('en')}.`
  }
  if (d.action === 'command') {
    if ((argv[0] ?? '').trim() === '') problems.action = 'The program is missing: it is the first row.'
    else if (argv.length > 64) problems.action = `A command may have 64 rows; this one has ${argv.length}.`
    const bad = d.env.find(([name]) => name !== '' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    if (bad !== undefined) problems.action = `“${bad[0]}” is not a name of a variable: letters, digits and _, no digit first.`
  }
  if (Object.keys(problems).length > 0) return { spec: null, problems }
  const action = d.action === 'event' ? { kind: d.action, text } : d.action === 'agent' ? { kind: d.action, prompt: text } : d.action === 'reflect' ? { kind: d.action } : { kind: d.action, argv, env: envOf(d.env), limitMs }
  const read = jobSpecSchema.safeParse({ name: d.name, schedule, action, catchUp: d.catchUp, graceMs, spread: d.spread, wake: d.wake })
  if (read.success) return { spec: read.data, problems }
  const [issue] = read.error.issues
  return { spec: null, problems: { action: `${issue?.path.join(' ') ?? 'The job'}: ${issue?.message ?? 'unreadable'}` } }
}
