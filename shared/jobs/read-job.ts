import { readDuration } from '../base/read-duration.ts'
import { err, ok, type Result } from '../base/result.ts'
import type { Instant } from '../base/time.ts'
import { JOB_BOUNDS, JOB_DEFAULTS, VARIABLE_NAME } from './job-bounds.ts'
import type { JobAction, JobSchedule, JobSpec } from './job.ts'

/** When, as a person wrote it. An instant is null where none could be read. */
export type ScheduleText =
  | { readonly kind: 'at'; readonly at: Instant | null }
  | { readonly kind: 'every'; readonly every: string; readonly anchorAt: Instant | null }
  | { readonly kind: 'cron'; readonly expr: string; readonly timeZone: string }

/** What, as a person wrote it. */
export type ActionText =
  | { readonly kind: 'event' | 'agent'; readonly text: string }
  | { readonly kind: 'reflect' }
  | {
      readonly kind: 'command'
      readonly argv: readonly string[]
      readonly env: readonly (readonly [name: string, value: string])[]
      readonly limit?: string | undefined
    }

/** A job as it was typed into fields or given as options. Absent: as it was before, else the default. */
export interface JobText {
  readonly name: string
  readonly schedule?: ScheduleText | undefined
  readonly action?: ActionText | undefined
  readonly wake?: JobSpec['wake'] | undefined
  readonly catchUp?: JobSpec['catchUp'] | undefined
  readonly grace?: string | undefined
  readonly spread?: boolean | undefined
}

/** Why a field cannot be taken; in words by whoever shows it. Lengths are in characters, `args` in arguments. */
export type JobProblem =
  | { readonly field: 'schedule' | 'action'; readonly code: 'missing' }
  | { readonly field: 'name' | 'event' | 'agent' | 'expr' | 'argv'; readonly code: 'empty' }
  | {
      readonly field: 'name' | 'event' | 'agent' | 'expr'
      readonly code: 'long'
      readonly most: number
      readonly length: number
    }
  | { readonly field: 'argv'; readonly code: 'long'; readonly most: number; readonly args: number }
  | { readonly field: 'at' | 'anchor'; readonly code: 'unreadable' }
  | { readonly field: DurationField; readonly code: 'unreadable'; readonly text: string }
  | {
      readonly field: DurationField
      readonly code: 'short' | 'long'
      readonly text: string
      readonly leastMs: number
      readonly mostMs: number
    }
  | { readonly field: 'env'; readonly code: 'unreadable'; readonly name: string }
type DurationField = 'every' | 'limit' | 'grace'
type Read<T> = Result<T, JobProblem>

/**
 * The whole of a job, or what is wrong with it, part by part. Whether a cron expression can be followed is the
 * engine's to say.
 */
export function readJob(text: JobText, before: JobSpec | null): Result<JobSpec, readonly JobProblem[]> {
  const name = within('name', text.name)
  const schedule = scheduleOr(text.schedule, before)
  const action = actionOr(text.action, before)
  const graceMs =
    text.grace === undefined ? ok(before?.graceMs ?? JOB_DEFAULTS.graceMs) : duration('grace', text.grace)
  if (name.ok && schedule.ok && action.ok && graceMs.ok)
    return ok({
      name: name.value,
      schedule: schedule.value,
      action: action.value,
      catchUp: text.catchUp ?? before?.catchUp ?? JOB_DEFAULTS.catchUp,
      graceMs: graceMs.value,
      spread: text.spread ?? before?.spread ?? JOB_DEFAULTS.spread,
      wake: text.wake ?? before?.wake ?? JOB_DEFAULTS.wake,
    })
  return err([name, schedule, action, graceMs].flatMap((part) => (part.ok ? [] : part.error)))
}

const scheduleOr = (text: ScheduleText | undefined, before: JobSpec | null): Read<JobSchedule> => {
  if (text !== undefined) return readSchedule(text)
  return before === null ? err({ field: 'schedule', code: 'missing' }) : ok(before.schedule)
}
const actionOr = (
  text: ActionText | undefined,
  before: JobSpec | null,
): Result<JobAction, readonly JobProblem[]> => {
  if (text !== undefined) return text.kind === 'command' ? readCommand(text) : readAction(text)
  return before === null ? err([{ field: 'action', code: 'missing' }]) : ok(before.action)
}

export function readSchedule(text: ScheduleText): Read<JobSchedule> {
  switch (text.kind) {
    case 'at':
      return text.at === null ? err({ field: 'at', code: 'unreadable' }) : ok({ kind: 'at', at: text.at })
    case 'every': {
      const everyMs = duration('every', text.every)
      if (!everyMs.ok) return everyMs
      if (text.anchorAt === null) return err({ field: 'anchor', code: 'unreadable' })
      return ok({ kind: 'every', everyMs: everyMs.value, anchorAt: text.anchorAt })
    }
    case 'cron': {
      const expr = within('expr', text.expr)
      return expr.ok ? ok({ kind: 'cron', expr: expr.value, timeZone: text.timeZone.trim() }) : expr
    }
  }
}

function readAction(
  text: Exclude<ActionText, { readonly kind: 'command' }>,
): Result<JobAction, readonly JobProblem[]> {
  if (text.kind === 'reflect') return ok({ kind: 'reflect' })
  const words = within(text.kind, text.text)
  if (!words.ok) return err([words.error])
  return ok(
    text.kind === 'event' ? { kind: 'event', text: words.value } : { kind: 'agent', prompt: words.value },
  )
}

function readCommand({
  argv,
  env,
  limit,
}: ActionText & { readonly kind: 'command' }): Result<JobAction, readonly JobProblem[]> {
  const limitMs = limit === undefined ? ok(JOB_DEFAULTS.limitMs) : duration('limit', limit)
  const problems = [...argvProblems(argv), ...envProblems(env), ...(limitMs.ok ? [] : [limitMs.error])]
  return limitMs.ok && problems.length === 0
    ? ok({ kind: 'command', argv: [...argv], env: Object.fromEntries(env), limitMs: limitMs.value })
    : err(problems)
}

function argvProblems(argv: readonly string[]): readonly JobProblem[] {
  const most = JOB_BOUNDS.args
  if ((argv[0] ?? '').trim() === '') return [{ field: 'argv', code: 'empty' }]
  return argv.length > most ? [{ field: 'argv', code: 'long', most, args: argv.length }] : []
}

const envProblems = (env: readonly (readonly [name: string, value: string])[]): readonly JobProblem[] =>
  env
    .filter(([name]) => !VARIABLE_NAME.test(name))
    .map(([name]) => ({ field: 'env', code: 'unreadable', name }))

function within(field: 'name' | 'event' | 'agent' | 'expr', text: string): Read<string> {
  const value = text.trim()
  const most = JOB_BOUNDS[field]
  if (value === '') return err({ field, code: 'empty' })
  return value.length > most ? err({ field, code: 'long', most, length: value.length }) : ok(value)
}

function duration(field: DurationField, text: string): Read<number> {
  const ms = readDuration(text, 'm')
  const { leastMs, mostMs } = JOB_BOUNDS[field]
  if (ms === null) return err({ field, code: 'unreadable', text })
  if (ms >= leastMs && ms <= mostMs) return ok(ms)
  return err({ field, code: ms < leastMs ? 'short' : 'long', text, leastMs, mostMs })
}
