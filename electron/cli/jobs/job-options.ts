import { Option, type Command } from 'commander'
import { CATCH_UPS, JOB_BOUNDS, JOB_DEFAULTS } from '../../../shared/jobs/job-bounds.ts'
import type { JobSchedule, JobSpec } from '../../../shared/jobs/job.ts'
import {
  readJob,
  type ActionText,
  type JobProblem,
  type ScheduleText,
} from '../../../shared/jobs/read-job.ts'
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../../shared/base/time.ts'
import { usageError } from '../kit/errors.ts'
import { readTime } from '../kit/time-text.ts'

/** What `job add` and `job edit` were given besides thread and name. */
export interface JobOptions {
  readonly at?: string
  readonly every?: string
  readonly cron?: string
  readonly zone?: string
  readonly event?: string
  readonly prompt?: string
  readonly command?: true
  readonly reflect?: true
  readonly env?: readonly string[]
  readonly limit?: string
  readonly wake?: JobSpec['wake']
  readonly catchUp?: JobSpec['catchUp']
  readonly grace?: string
  readonly spread?: boolean
  readonly yes?: true
}

const EXAMPLES = `
Examples: threadbeat job add api "nightly audit" --cron "0 3 * * *" --command -- npm audit
          threadbeat job add api release --at "2026-11-22 09:41" --event "The release is today" --wake now
          threadbeat job add api digest --every 1d --prompt "Summarize what changed since yesterday."
Times without an offset are yours. A job on the full hour starts up to five minutes later, unless --no-spread.`

export const withJobOptions = (command: Command): Command =>
  command
    .argument('[argv...]', 'of --command, behind --')
    .option('--at <time>', 'once: "2026-11-22 09:41", 2026-11-22T09:41:00+01:00 or "in 2h"')
    .option('--every <duration>', 'such as 6h')
    .option('--cron <expression>', 'minute hour day month weekday')
    .option('--zone <zone>', 'of --cron, such as Europe/Berlin; without it wherever this machine is')
    .option('--event <text>', 'tell the thread this')
    .option('--prompt <text>', 'a turn of its agent, by itself')
    .option('--command', 'run a command, by itself')
    .option('--reflect', 'let its agent look back and write knowledge pages')
    .option('--env <name=value...>', 'for --command')
    .option('--limit <duration>', 'for --command, such as 10m')
    .addOption(new Option('--wake <when>', 'whether its event asks for a beat').choices(['now', 'next']))
    .addOption(
      new Option('--catch-up <how>', 'of a due time that passed while nothing ran').choices(CATCH_UPS),
    )
    .option('--grace <duration>', 'how old it may be with --catch-up grace')
    .option('--no-spread', 'start exactly on time')
    .option('-y, --yes', 'execute it without asking')
    .addHelpText('after', EXAMPLES)

/** The whole of a job: what is given, else as it was, else the default. `argv`: what stands behind --. */
export function readSpec(
  name: string,
  o: JobOptions,
  argv: readonly string[],
  before: JobSpec | null,
  now: Instant,
  ownZone: string,
): JobSpec {
  const schedule = scheduleOf(o, before?.schedule ?? null, now, ownZone)
  const action = actionOf(o, argv)
  const catchUp = o.catchUp ?? (o.grace === undefined ? (before?.catchUp ?? JOB_DEFAULTS.catchUp) : 'grace')
  if (o.grace !== undefined && catchUp !== 'grace')
    throw usageError(`--grace belongs to --catch-up grace, got ${catchUp}`)
  const { grace, spread, wake } = o
  const job = readJob({ name, schedule, action, catchUp, grace, spread, wake }, before)
  if (!job.ok) throw usageError(problemWords(job.error[0]!, o))
  return job.value
}

/** undefined: no schedule was given. A zone alone moves the cron expression that `before` has. */
function scheduleOf(
  o: JobOptions,
  before: JobSchedule | null,
  now: Instant,
  ownZone: string,
): ScheduleText | undefined {
  const given = [o.at, o.every, o.cron].filter((text) => text !== undefined)
  if (given.length > 1) throw usageError('One schedule only: --at, --every or --cron.')
  if (o.at !== undefined) return withoutZone(o, { kind: 'at', at: readTime('--at', o.at, now, ownZone) })
  if (o.every !== undefined) return withoutZone(o, { kind: 'every', every: o.every, anchorAt: now })
  const cron = before?.kind === 'cron' ? before : null
  if (o.cron !== undefined) return { kind: 'cron', expr: o.cron, timeZone: o.zone ?? cron?.timeZone ?? '' }
  if (o.zone === undefined) return undefined
  if (cron === null) throw usageError('--zone belongs to --cron.')
  return { ...cron, timeZone: o.zone }
}

function withoutZone(o: JobOptions, schedule: ScheduleText): ScheduleText {
  if (o.zone !== undefined)
    throw usageError(
      '--zone belongs to --cron; --at takes a time with an offset, such as 2026-11-22T09:41:00+01:00.',
    )
  return schedule
}

/** undefined: no action was given. */
function actionOf(o: JobOptions, argv: readonly string[]): ActionText | undefined {
  const given = [o.event, o.prompt, o.command, o.reflect].filter((value) => value !== undefined)
  if (given.length > 1) throw usageError('One action only: --event, --prompt, --command or --reflect.')
  if (o.command !== true && argv.length > 0)
    throw usageError(
      `"${argv[0]}" is neither an option nor needed here. A command needs --command before the --.`,
    )
  if (o.command !== true && (o.env !== undefined || o.limit !== undefined))
    throw usageError('--env and --limit belong to --command.')
  if (o.event !== undefined) return { kind: 'event', text: o.event }
  if (o.prompt !== undefined) return { kind: 'agent', text: o.prompt }
  if (o.reflect === true) return { kind: 'reflect' }
  if (o.command !== true) return undefined
  return { kind: 'command', argv, env: (o.env ?? []).map(variableOf), limit: o.limit }
}

function variableOf(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 0) throw usageError(misnamed(text))
  return [text.slice(0, at), text.slice(at + 1)]
}
const misnamed = (text: string): string => `--env must be NAME=VALUE, got "${text}"`

const OPTION = {
  name: 'The name of a job',
  event: '--event',
  agent: '--prompt',
  expr: '--cron',
} as const

function problemWords(problem: JobProblem, o: JobOptions): string {
  switch (problem.field) {
    case 'schedule':
      return 'When? --at TIME, --every DURATION or --cron EXPRESSION.'
    case 'action':
      return 'What? --event TEXT, --prompt TEXT, --command -- PROGRAM ARGUMENT…, or --reflect.'
    case 'argv':
      return problem.code === 'empty'
        ? 'The command stands behind --: --command -- PROGRAM ARGUMENT…'
        : `A command must have at most ${problem.most} arguments, got ${problem.args}`
    case 'env':
      return misnamed(o.env?.find((text) => text.startsWith(`${problem.name}=`)) ?? problem.name)
    case 'name':
    case 'event':
    case 'agent':
    case 'expr':
      return problem.code === 'empty'
        ? `${OPTION[problem.field]} must not be empty`
        : `${OPTION[problem.field]} must have at most ${problem.most} characters, got ${problem.length}`
    case 'every':
    case 'limit':
    case 'grace': {
      const { leastMs, mostMs } = JOB_BOUNDS[problem.field]
      return (
        `--${problem.field} must be a duration of ${shortDuration(leastMs)} to ${shortDuration(mostMs)}, ` +
        `such as 30m or 1h30m; got "${problem.text}"`
      )
    }
    case 'at':
    case 'anchor':
      return '--at could not be read' // readTime has refused it before
  }
}

/** 21600000 → "6h"; of whole units. */
function shortDuration(ms: number): string {
  if (ms >= DAY) return `${ms / DAY}d`
  if (ms >= HOUR) return `${ms / HOUR}h`
  return ms >= MINUTE ? `${ms / MINUTE}m` : `${ms / SECOND}s`
}
