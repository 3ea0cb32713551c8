import type { Neighbours } from './hub/neighbours.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { IdPrefix } from '../../../shared/base/ids.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { ClockFace, TimeStyle } from '../../../shared/base/clock/time-text.ts'
import type { WebhookEvent, WebhookTarget } from '../../../shared/alerts/webhook.ts'
import type { ActionFiles } from './attempts/action-files.ts'
import type { Backtester } from './backtests.ts'
import type { AgentRunner, Runners, ToolServer } from './agents.ts'
import type { Notifier, Power, Updates } from './desktop.ts'
import type { DecisionsFile, Inbox, RunOutputs } from './disk.ts'
import type { HeartbeatFiles, Repositories } from './repositories.ts'

/** The only door for time. `now` is wall time; `monotonicMs` never goes back and is for durations. */
export interface Clock extends ClockFace {
  now(): Instant
  monotonicMs(): number
  /**
   * Calls `fn` once, at `at` or before, at most 30 s from now: whoever is called early looks and arms
   * again. Returns its end. Never throws.
   */
  setTimer(at: Instant, fn: () => void): () => void
  /** The system's IANA zone. */
  readonly timeZone: string
  /** How the system writes times, or the person chose to have them written. */
  readonly style: TimeStyle
}

/** Unique, unguessable, sortable by creation inside one process. */
export type Ids = <T extends string>(prefix: IdPrefix) => T

export type Level = 'error' | 'warn' | 'info' | 'debug'
export type LogEvent =
  | 'store.failed'
  | 'bug.caught'
  | 'engine.halted'
  | 'run.failed'
  | 'run.timed_out'
  | 'mcp.denied'
  | 'runner.resting'
  | 'run.touched'
  | 'run.rescued'
  | 'orphan.killed'
  | 'file.conflicted'
  | 'doc.malformed'
  | 'alert.undeliverable'
  | 'incident.raised'
  | 'clock.jumped'
  | 'clean_up.waits'
  | 'wake.flooded'
  | 'thread.auto_paused'
  | 'inbox.rejected'
  | 'exclude.failed'
  | 'engine.started'
  | 'engine.stopped'
  | 'store.migrated'
  | 'thread.added'
  | 'thread.removed'
  | 'tier.snoozed'
  | 'suggestion.decided'
  | 'suggestion.proposed'
  | 'suggestion.tried'
  | 'history.cleared'
  | 'run.started'
  | 'run.finished'
  | 'run.skipped'
  | 'incident.over'
  | 'alert.handed_over'
  | 'run.resumed'
  | 'runner.back'
  | 'alert.delivered'
  | 'settings.changed'
  | 'authority.changed'
  | 'backup.made'
  | 'schedule.repaired'
  | 'job.finished'
  | 'command.again'
  | 'event.added'
  | 'event.passed_on'
  | 'webhook.failed'
  | 'hub.joined'
  | 'hub.connected'
  | 'hub.lost'
  | 'hub.mail'
  | 'hub.beyond'
  | 'webhook.denied'
  | 'tick.done'
  | 'run.planned'
  | 'run.arguments'
  | 'run.session'
  | 'mcp.called'
  | 'wake.requested'
  | 'wake.merged'
  | 'slot.recorded'
  | 'beat.held'
  | 'alert.suppressed'
  | 'doc.edited'
/** One line of facts. Never prompts, replies, environment or tokens. */
export type Log = (level: Level, event: LogEvent, fields?: Readonly<Record<string, unknown>>) => void

/** The time of a cron job, as clocks in its zone (an IANA name) show it. */
export interface CronTime {
  readonly expr: string
  readonly timeZone: string
}

/**
 * Rings when a cron job is due. What is due is decided by who is rung: a ring may come twice, late or, where
 * clocks change, not at all. Contract: never throws.
 */
export interface Alarms {
  /** From now on these and no others; the same ones stay armed as they are. */
  arm(list: readonly CronTime[], ring: () => void): void
  /** After a sleep or a clock that was set. */
  rearm(): void
  /** Nothing rings afterwards, whatever is armed. */
  close(): void
}

/**
 * Sends one request to a person's webhook. webhook.unreachable, webhook.refused. Contract: never rejects.
 */
export interface WebhookSender {
  send(
    target: WebhookTarget,
    event: WebhookEvent,
    signal: AbortSignal,
  ): Promise<
    Result<
      { readonly status: number },
      Fault & { readonly isRetryable: boolean; readonly retryAfterMs: number | null }
    >
  >
}

export interface Ports {
  readonly clock: Clock
  readonly ids: Ids
  readonly agents: AgentRunner
  readonly runners: Runners
  readonly tools: ToolServer
  readonly files: HeartbeatFiles
  readonly repositories: Repositories
  readonly backtests: Backtester
  readonly notifier: Notifier
  /** Absent: nobody looks for newer copies of the app here. */
  readonly updates?: Pick<Updates, 'view'> | undefined
  readonly inbox: Inbox
  readonly decisions: DecisionsFile
  readonly actionFiles: ActionFiles
  readonly power: Power
  readonly alarms: Alarms
  readonly webhooks: WebhookSender
  /** Absent: none are kept. */
  readonly outputs?: RunOutputs
  /** Absent: no other machine is known. */
  readonly neighbours?: Neighbours
  /** A checked copy of the history; an error is a sentence. Absent: the history is in memory. */
  readonly backUp?: (why: string) => Promise<Result<unknown, string>>
  readonly log: Log
}
