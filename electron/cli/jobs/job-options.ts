import { Option, type Command } from 'commander'
import type { JobAction, JobSchedule, JobSpec } from '../../../shared/jobs/job.ts'
import { DAY, MINUTE, parseDuration, type Instant } from '../../../shared/base/time.ts'
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

/** Stated again, so that a command which reaches the running app need not load the schemas. */
const CATCH_UPS = ['skip', 'once', 'grace'] as const satisfies JobSpec['catchUp'][]

const DEFAULTS = {
  catchUp: 'once',
  graceMs: 60 * MINUTE,
  spread: true,
  wake: 'next',
} as const satisfies Partial<JobSpec>
const COMMAND_LIMIT_MS = 10 * MINUTE

/** null: no schedule was given. A zone alone moves the cron expression that `before` has. */
function readSchedule(
  o: JobOptions,
  before: JobSchedule | null,
  now: Instant,
  ownZone: string,
): JobSchedule | null {
  const given = [o.at, o.every, o.cron].filter((text) => text !== undefined)
  if (given.length > 1) throw usageError('One schedule only: --at, --every or --cron.')
  if (o.at !== undefined) return withoutZone(o, { kind: 'at', at: readTime('--at', o.at, now, ownZone) })
  if (o.every !== undefined) {
    const everyMs = readMs('--every', o.every, MINUTE, 366 * DAY)
    return withoutZone(o, { kind: 'every', everyMs, anchorAt: now })
  }
  if (o.cron !== undefined)
    return {
      kind: 'cron',
      expr: o.cron,
      timeZone: o.zone ?? (before?.kind === 'cron' ? before.timeZone : ''),
    }
  if (o.zone === undefined) return null
  if (before?.kind !== 'cron') throw usageError('--zone belongs to --cron.')
  return { ...before, timeZone: o.zone }
}

function withoutZone(o: JobOptions, schedule: JobSchedule): JobSchedule {
  if (o.zone !== undefined)
    throw usageError(
      '--zone belongs to --cron; --at takes a time with an offset, such as 2026-11-22T09:41:00+01:00.',
    )
  return schedule
}

/** null: no action was given. `argv`: what stands behind --. */
function readAction(o: JobOptions, argv: readonly string[]): JobAction | null {
  const given = [o.event, o.prompt, o.command, o.reflect].filter((value) => value !== undefined)
  if (given.length > 1) throw usageError('One action only: --event, --prompt, --command or --reflect.')
  if (o.command === true && argv.length === 0)
    throw usageError('The command stands behind --: --command -- PROGRAM ARGUMENT…')
  if (o.command !== true && argv.length > 0)
    throw usageError(
      `"${argv[0]}" is neither an option nor needed here. A command needs --command before the --.`,
    )
  if (o.command !== true && (o.env !== undefined || o.limit !== undefined))
    throw usageError('--env and --limit belong to --command.')
  if (o.event !== undefined) return { kind: 'event', text: o.event }
  if (o.prompt !== undefined) return { kind: 'agent', prompt: o.prompt }
  if (o.reflect === true) return { kind: 'reflect' }
  if (o.command !== true) return null
  return {
    kind: 'command',
    argv: [...argv],
    env: readEnvironment(o.env ?? []),
    limitMs: o.limit === undefined ? COMMAND_LIMIT_MS : readMs('--limit', o.limit, 5000, DAY / 4),
  }
}

/** The whole of a job: what is given, else as it was, else as the contract has it. */
export function readSpec(
  name: string,
  o: JobOptions,
  argv: readonly string[],
  before: JobSpec | null,
  now: Instant,
  ownZone: string,
): JobSpec {
  const schedule = readSchedule(o, before?.schedule ?? null, now, ownZone) ?? before?.schedule
  const action = readAction(o, argv) ?? before?.action
  if (schedule === undefined) throw usageError('When? --at TIME, --every DURATION or --cron EXPRESSION.')
  if (action === undefined)
    throw usageError('What? --event TEXT, --prompt TEXT, --command -- PROGRAM ARGUMENT…, or --reflect.')
  const catchUp = o.catchUp ?? (o.grace === undefined ? (before?.catchUp ?? DEFAULTS.catchUp) : 'grace')
  if (o.grace !== undefined && catchUp !== 'grace')
    throw usageError(`--grace belongs to --catch-up grace, got ${catchUp}`)
  return {
    name,
    schedule,
    action,
    catchUp,
    graceMs:
      o.grace === undefined
        ? (before?.graceMs ?? DEFAULTS.graceMs)
        : readMs('--grace', o.grace, MINUTE, 7 * DAY),
    spread: o.spread ?? before?.spread ?? DEFAULTS.spread,
    wake: o.wake ?? before?.wake ?? DEFAULTS.wake,
  }
}

function readMs(option: string, text: string, least: number, most: number): number {
  const ms = parseDuration(text.replace(/\s+/g, ''), 'm')
  if (ms === null || ms < least || ms > most)
    throw usageError(
      `${option} must be a duration of ${words(least)} to ${words(most)}, such as 30m or 1h30m; got "${text}"`,
    )
  return ms
}
const words = (ms: number): string =>
  ms >= DAY
    ? `${ms / DAY}d`
    : ms >= 60 * MINUTE
      ? `${ms / 60 / MINUTE}h`
      : ms >= MINUTE
        ? `${ms / MINUTE}m`
        : `${ms / 1000}s`

function readEnvironment(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(text) ?? []
      if (name === undefined || value === undefined)
        throw usageError(`--env must be NAME=VALUE, got "${text}"`)
      return [name, value]
    }),
  )
}
