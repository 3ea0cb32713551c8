import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { agentConfigSchema } from '../agents/agent-config.ts'
import { type Alert, ALERT_STATES } from '../alerts/alert.ts'
import type { PermissionView, RunnerTest, RunnerView, SpendReport } from './agents.ts'
import type {
  AutostartView,
  Check,
  SettingsFileView,
  SettingsGeneration,
  WebhookIn,
  WebhookView,
} from './app.ts'
import {
  type BackupsView,
  type BackupView,
  type ExportView,
  IMPORT_CHOICES,
  type ImportPlan,
  type PendingView,
} from './archive.ts'
import type {
  BeatTicket,
  DryRun,
  EventTicket,
  Explanation,
  Foresight,
  OutputPiece,
  RunPage,
  TierCost,
  TimelinePage,
} from './beats.ts'
import type { SlotView } from '../runs/slot-view.ts'
import type { ConversationPage, SessionView } from './conversation.ts'
import type { JobPreview, JobView, KnowledgePage } from './jobs.ts'
import type {
  AuthorsView,
  DocView,
  PlaybookSearch,
  PlaybookTemplate,
  ReplaceResult,
  SaveResult,
  VersionsView,
  VersionView,
} from './playbook.ts'
import {
  type AddResult,
  type AlertPage,
  type HookView,
  OPEN_IN,
  type OpenerView,
  type ScanMessage,
} from './threads.ts'
import type { ApprovalView } from '../agents/approval.ts'
import { parseDeepLink } from '../views/deep-link.ts'
import { HAND_OVER_TO, type HandedOver } from '../alerts/hand-over.ts'
import { GIT_KEEPS, type GitKeepView } from '../playbook/keep.ts'
import type { TaskTiming } from '../playbook/lint/lint.ts'
import {
  type CleanMessage,
  type ExportMessage,
  HISTORY_KINDS,
  HISTORY_OUTCOMES,
  HISTORY_PAGE,
  type HistoryCounts,
  type HistoryFigure,
  type HistoryIndex,
  type HistoryNote,
  type HistoryPage,
  type HistoryRow,
  NOTE_CHARS,
  type Reliability,
  type Retention,
} from '../history/history.ts'
import type { AlertId, EventId, IncidentId, ItemId, JobId, NoteId, RunId, ThreadId } from '../base/ids.ts'
import { type JobRun, jobScheduleSchema, jobSpecSchema } from '../jobs/job.ts'
import { PERMISSION_DECISIONS } from '../agents/permission.ts'
import { WAKE_REASONS } from '../queue/queue.ts'
import { type Run, RUN_OUTCOMES, type RunDetail } from '../runs/run.ts'
import { type Settings, settingsChangeSchema } from '../settings/settings.ts'
import type { LiveMessage, Snapshot, WaitingView } from '../views/snapshot.ts'
import { EVENT_SOURCES, SOURCE_SWITCHES, MAX_EVENTS_AT_ONCE } from '../events/system-event.ts'
import { GATE_MODES, SESSION_MODES } from '../threads/modes.ts'
import { TIERS } from '../schedule/tier.ts'
import { webhookTargetSchema } from '../alerts/webhook.ts'

/**
 * The one contract of window, command line and tests, served over a message port and over the local socket.
 * Every failure a caller can act on is one of these codes; `message` is a sentence for people.
 */
const base = oc.errors({
  NOT_FOUND: { status: 404 }, // no such thread, run, alert …
  INVALID: { status: 422 }, // names the thing, the bound and the bad value
  CONFLICT: { status: 409 }, // the thing changed meanwhile; nothing was written
  UNAVAILABLE: { status: 503 }, // needs a window, a display, the running app …
})

const threadId = z
  .string()
  .regex(/^thr_[\w-]{1,100}$/)
  .transform((s) => s as ThreadId)
const runId = z
  .string()
  .regex(/^run_[\w-]{1,100}$/)
  .transform((s) => s as RunId)
const itemId = z
  .string()
  .regex(/^itm_[\w-]{1,100}$/)
  .transform((s) => s as ItemId)
const alertId = z
  .string()
  .regex(/^alt_[\w-]{1,100}$/)
  .transform((s) => s as AlertId)
const eventId = z
  .string()
  .regex(/^evt_[\w-]{1,100}$/)
  .transform((s) => s as EventId)
const incidentId = z
  .string()
  .regex(/^inc_[\w-]{1,100}$/)
  .transform((s) => s as IncidentId)
const noteId = z
  .string()
  .regex(/^not_[\w-]{1,100}$/)
  .transform((s) => s as NoteId)
const jobId = z
  .string()
  .regex(/^job_[\w-]{1,100}$/)
  .transform((s) => s as JobId)
const tier = z.enum(TIERS)
const path = z.string().min(1).max(4096)
const text = (max: number) => z.string().min(1).max(max)
const activeHours = z.strictObject({
  start: z.string().max(5),
  end: z.string().max(5),
  timeZone: z.string().max(64),
})
const nothing = type<null>()

const some = <T extends z.ZodType>(one: T) => z.array(one).min(1).max(60).optional()
const historyFilterSchema = z.strictObject({
  threads: some(threadId),
  outcomes: some(z.enum(HISTORY_OUTCOMES)),
  tiers: some(tier),
  reasons: some(z.enum(WAKE_REASONS)),
  runners: some(z.string().max(300)),
  kinds: some(z.enum(HISTORY_KINDS)),
  from: z.number().int().optional(),
  to: z.number().int().optional(),
  text: z.string().max(1_000_000).optional(),
})
const historyPlaceSchema = z.union([
  z.strictObject({ after: z.string().max(60) }),
  z.strictObject({ before: z.string().max(60) }),
  z.strictObject({
    below: z.number().int(),
    skip: z.number().int().min(0).max(10_000_000).default(0),
    top: z.string().max(60).optional(),
  }),
])
const pathMap = z
  .array(z.strictObject({ from: text(1000), to: text(1000) }))
  .max(200)
  .default([])
const newEvent = z.strictObject({
  to: threadId,
  text: text(100_000),
  source: z.enum(['cli', 'command', 'hook']),
  wake: z.enum(['now', 'next']),
  urgent: z.boolean().default(false),
  trusted: z.boolean().default(false),
  marker: z.string().max(100).optional(),
})
export type EventInput = z.output<typeof newEvent>

export const contract = {
  /** One snapshot, then deltas. */
  live: base.output(eventIterator(type<LiveMessage>())),
  snapshot: base.output(type<Snapshot>()),

  threads: {
    add: base
      .input(
        z.strictObject({
          paths: z.array(path).min(1).max(500),
          trust: z.boolean(),
          name: text(100).optional(),
        }),
      )
      .output(type<AddResult>()),
    /** Looks for repositories below the folders, three levels deep, at most 200; abort to cancel. */
    scan: base
      .input(
        z.strictObject({
          roots: z.array(path).min(1).max(20),
          depth: z.number().int().min(0).max(6).default(3),
        }),
      )
      .output(eventIterator(type<ScanMessage>())),
    /**
     * `undoMs`: so long `keep` puts it back as it was; it is out of sight and at rest meanwhile. Absent:
     * gone at once.
     */
    remove: base
      .input(z.strictObject({ id: threadId, undoMs: z.number().int().min(0).max(60_000).optional() }))
      .output(nothing),
    keep: base.input(z.strictObject({ id: threadId })).output(nothing),
    /**
     * Ended runs, due times and settled alerts; returns how many runs. Nothing of the repository is
     * touched.
     */
    clearHistory: base
      .input(z.strictObject({ id: threadId, confirmed: z.literal(true) }))
      .output(type<{ runs: number }>()),
    /** What beats of each highest tier took in the last 30 days. */
    tierCosts: base.input(z.strictObject({ id: threadId })).output(type<readonly TierCost[]>()),
    locate: base.input(z.strictObject({ id: threadId, path })).output(nothing),
    change: base
      .input(
        z.strictObject({
          id: threadId,
          name: text(100).optional(),
          intervalMs: z.number().int().optional(),
          activeHours: activeHours.nullable().optional(),
          dailyAt: z.string().max(5).nullable().optional(),
          session: z.enum(SESSION_MODES).optional(),
          gate: z.enum(GATE_MODES).optional(),
          // replaces all of the thread's own switches
          sources: z.partialRecord(z.enum(EVENT_SOURCES), z.enum(SOURCE_SWITCHES)).optional(),
          // as well
          delivery: z.partialRecord(z.enum(['showOk', 'showAlerts', 'indicator']), z.boolean()).optional(),
          tags: z.array(z.string().max(60)).max(50).optional(),
          pinned: z.boolean().optional(),
        }),
      )
      .output(nothing),
    /**
     * Changes what is executed: only from the window, or from the CLI after a confirmation (`confirmed`).
     */
    setAgent: base
      .input(z.strictObject({ id: threadId, agent: agentConfigSchema, confirmed: z.literal(true) }))
      .output(nothing),
    trust: base.input(z.strictObject({ id: threadId, on: z.boolean() })).output(nothing),
    /** `id` null: everything. `until` null: until resumed. */
    pause: base
      .input(
        z.strictObject({
          id: threadId.nullable(),
          until: z.number().nullable(),
          reason: z.string().max(200),
        }),
      )
      .output(nothing),
    resume: base.input(z.strictObject({ id: threadId.nullable() })).output(nothing),
    /**
     * The tier is not due until then; a beat that a person asks for still runs it. `until` null: due again
     * as by its last time. INVALID: past, or too far off.
     */
    snoozeTier: base
      .input(z.strictObject({ id: threadId, tier, until: z.number().int().nullable() }))
      .output(nothing),
    slots: base
      .input(z.strictObject({ id: threadId, limit: z.number().int().min(1).max(500).default(200) }))
      .output(type<readonly SlotView[]>()),
  },

  beat: {
    /** `tier` absent: the highest that is due, at least quick. */
    start: base
      .input(
        z.strictObject({
          id: threadId,
          tier: tier.optional(),
          /** Also over budget, or while the runner rests; else CONFLICT says which. */ anyway: z
            .boolean()
            .optional(),
          /** The agent CLI's own session that this one beat goes on with. */ sessionId: z.uuid().optional(),
        }),
      )
      .output(type<BeatTicket>()),
    /** Every thread with a due tier above its schedule, or that never ran. */
    allDue: base.output(type<readonly BeatTicket[]>()),
    /** Resolves when the run of that item has ended, or the item was cancelled (null). */
    wait: base.input(z.strictObject({ itemId })).output(type<Run | null>()),
    cancel: base.input(z.strictObject({ itemId })).output(nothing),
    stop: base.input(z.strictObject({ runId })).output(nothing),
  },

  /** Facts for a thread's next prompt. */
  events: {
    /** `marker`: of the run in whose children the caller stands; its own facts never wake it. */
    add: base.input(newEvent).output(type<EventTicket>()),
    /** Many in one message and one transaction, in their order: all are noted, or none. */
    addAll: base
      .input(z.strictObject({ events: z.array(newEvent).min(1).max(MAX_EVENTS_AT_ONCE) }))
      .output(type<readonly EventTicket[]>()),
    /** One that waits is taken back. */
    dismiss: base.input(z.strictObject({ id: eventId })).output(nothing),
    timeline: base
      .input(
        z.strictObject({
          id: threadId,
          before: z.string().max(100).optional(),
          limit: z.number().int().min(1).max(200).default(50),
        }),
      )
      .output(type<TimelinePage>()),
  },
  /** A beat soon, by the rules of wakes; `beat.start` is a person's and passes them. */
  wake: base
    .input(
      z.strictObject({
        id: threadId,
        urgent: z.boolean().default(false),
        /** Of the run the caller stands in: none wakes its own thread. */ marker: z
          .string()
          .max(100)
          .optional(),
      }),
    )
    .output(type<BeatTicket>()),

  jobs: {
    list: base.input(z.strictObject({ threadId: threadId.optional() })).output(type<readonly JobView[]>()),
    /** `confirmed` where something is executed: a command, or an agent's turn. Without an id a new job. */
    save: base
      .input(
        z.strictObject({
          id: jobId.optional(),
          threadId,
          spec: jobSpecSchema,
          confirmed: z.literal(true).optional(),
        }),
      )
      .output(type<JobView>()),
    remove: base.input(z.strictObject({ id: jobId })).output(nothing),
    /** Once, now, whatever its schedule says. */
    run: base.input(z.strictObject({ id: jobId })).output(nothing),
    pause: base.input(z.strictObject({ id: jobId })).output(nothing),
    resume: base.input(z.strictObject({ id: jobId })).output(nothing),
    /** Newest first. */
    runs: base
      .input(z.strictObject({ id: jobId, limit: z.number().int().min(1).max(200).default(50) }))
      .output(type<readonly JobRun[]>()),
    preview: base.input(z.strictObject({ schedule: jobScheduleSchema })).output(type<JobPreview>()),
  },
  /** Stable pages that reflect jobs wrote for a thread. */
  knowledge: { pages: base.input(z.strictObject({ id: threadId })).output(type<readonly KnowledgePage[]>()) },

  foresee: base
    .input(z.strictObject({ id: threadId.optional(), hours: z.number().min(1).max(48).default(24) }))
    .output(type<Foresight>()),
  explain: base.input(z.strictObject({ id: threadId })).output(type<Explanation>()),
  dryRun: base.input(z.strictObject({ id: threadId, tier: tier.optional() })).output(type<DryRun>()),

  /** Git hooks that report to Threadbeat; opt-in. */
  hooks: {
    plan: base.input(z.strictObject({ id: threadId })).output(type<HookView>()),
    install: base
      .input(z.strictObject({ id: threadId, digest: z.string().min(8).max(64), confirmed: z.literal(true) }))
      .output(nothing),
    remove: base.input(z.strictObject({ id: threadId })).output(nothing),
  },
  webhooks: {
    list: base.output(type<readonly WebhookView[]>()),
    /** A secret of null keeps the stored one. */
    save: base
      .input(z.strictObject({ target: webhookTargetSchema, confirmed: z.literal(true) }))
      .output(nothing),
    remove: base.input(z.strictObject({ id: z.string().max(40) })).output(nothing),
    test: base
      .input(z.strictObject({ id: z.string().max(40) }))
      .output(type<{ ok: boolean; text: string }>()),
    incoming: base.output(type<WebhookIn>()),
    /** A new token; the old one is dead at once. */
    rotate: base.output(type<WebhookIn>()),
  },
  /**
   * Held open by a person's own agent session in the repository (`threadbeat mcp`): its beginning and end
   * are facts.
   */
  attach: base.input(z.strictObject({ id: threadId })).output(eventIterator(type<null>())),

  messages: {
    send: base
      .input(z.strictObject({ to: threadId, text: text(100_000) }))
      .output(type<{ itemId: ItemId }>()),
    /** The message of an interrupted or failed run, once more, because a person says so. */
    again: base.input(z.strictObject({ runId })).output(type<{ itemId: ItemId }>()),
  },
  /**
   * What was said between people, other threads and this thread's agent, newest page first, each page
   * oldest first.
   */
  conversation: {
    page: base
      .input(
        z.strictObject({
          id: threadId,
          before: z.string().max(100).optional(),
          limit: z.number().int().min(1).max(100).default(30),
        }),
      )
      .output(type<ConversationPage>()),
    /** Ends the stored session: the next message begins a new one. */
    forget: base.input(z.strictObject({ id: threadId })).output(nothing),
    session: base.input(z.strictObject({ id: threadId })).output(type<SessionView | null>()),
  },

  agents: {
    list: base.output(type<readonly RunnerView[]>()),
    rescan: base.output(type<readonly RunnerView[]>()),
    /**
     * Runs a harmless prompt with this configuration: only from the window, or from the CLI after a
     * confirmation.
     */
    test: base
      .input(z.strictObject({ agent: agentConfigSchema, confirmed: z.literal(true) }))
      .output(type<RunnerTest>()),
    /** A resting runner is tried again at once. */
    wake: base.input(z.strictObject({ key: text(300) })).output(nothing),
    spend: base.output(type<SpendReport>()),
  },

  /** Tool calls that were refused. What is allowed here is passed to the CLI as one of its own rules. */
  permissions: {
    list: base.input(z.strictObject({ id: threadId })).output(type<readonly PermissionView[]>()),
    decide: base
      .input(
        z.strictObject({
          id: threadId,
          rule: text(3000),
          decision: z.enum(PERMISSION_DECISIONS),
          confirmed: z.literal(true),
        }),
      )
      .output(nothing),
  },

  /**
   * Threadbeat's tools for a person's own agent session in this repository (`threadbeat mcp`). Changes
   * nothing of what is executed.
   */
  tools: {
    call: base
      .input(
        z.strictObject({ id: threadId, tool: z.string().max(60), input: z.record(z.string(), z.unknown()) }),
      )
      .output(type<{ ok: boolean; text: string }>()),
  },

  queue: {
    /** In the order of service. */
    list: base.output(type<readonly WaitingView[]>()),
    /**
     * Before all others of its kind: messages before messages, beats and jobs before beats and jobs. What
     * holds it holds it still. NOT_FOUND: it waits no more.
     */
    toTop: base.input(z.strictObject({ itemId })).output(nothing),
    /** Those that still wait are on record as cancelled; how many. */
    cancel: base
      .input(z.strictObject({ itemIds: z.array(itemId).min(1).max(10_000) }))
      .output(type<{ readonly cancelled: number }>()),
  },

  runs: {
    page: base
      .input(
        z.strictObject({
          threadId: threadId.optional(),
          outcomes: z.array(z.enum(RUN_OUTCOMES)).optional(),
          before: z.string().max(100).optional(),
          limit: z.number().int().min(1).max(200).default(50),
        }),
      )
      .output(type<RunPage>()),
    get: base.input(z.strictObject({ id: runId })).output(type<RunDetail>()),
    /**
     * What a run in flight prints, from what is still kept of it; ends with the run, at once where it does
     * not run.
     */
    follow: base.input(z.strictObject({ id: runId })).output(eventIterator(type<OutputPiece>())),
    /**
     * What it printed, whole, `limit` bytes from there on; `bytes`: of all of it. null: no more was printed
     * than its record keeps, or it is gone.
     */
    output: base
      .input(
        z.strictObject({
          id: runId,
          from: z.number().int().min(0).default(0),
          limit: z
            .number()
            .int()
            .min(0)
            .max(1 << 20)
            .default(0),
        }),
      )
      .output(type<{ readonly bytes: number; readonly base64: string } | null>()),
    /** Shows it in the program that opens texts. */
    openOutput: base.input(z.strictObject({ id: runId })).output(nothing),
    /**
     * Its session goes on in a terminal, with the person at the keyboard. Only the window asks for that.
     * CONFLICT: it has no session to go on in.
     */
    resume: base.input(z.strictObject({ id: runId })).output(type<HandedOver>()),
    /** A file the run's report named; pictures as data for the window. */
    attachment: base
      .input(z.strictObject({ id: runId, index: z.number().int().min(0).max(50) }))
      .output(type<{ readonly mime: string; readonly base64: string }>()),
  },

  doc: {
    read: base.input(z.strictObject({ id: threadId })).output(type<DocView>()),
    /**
     * `base` is the text the edit started from; a concurrent change is merged, or reported as a conflict
     * with nothing written.
     */
    save: base
      .input(
        z.strictObject({
          id: threadId,
          text: z.string().max(5_000_000),
          base: z.string().max(5_000_000),
          /** The file was there when the edit began: one that is gone is not made again. */ existed: z
            .boolean()
            .optional(),
        }),
      )
      .output(type<SaveResult>()),
    resolveFlag: base
      .input(z.strictObject({ id: threadId, text: z.string().min(1).max(5000) }))
      .output(nothing),
    versions: base.input(z.strictObject({ id: threadId })).output(type<VersionsView>()),
    version: base
      .input(z.strictObject({ id: threadId, version: z.number().int() }))
      .output(type<VersionView>()),
    /** As a new version; the times and ticks of today stay. */
    restore: base
      .input(z.strictObject({ id: threadId, version: z.number().int() }))
      .output(type<{ text: string; version: string }>()),
    authors: base.input(z.strictObject({ id: threadId })).output(type<AuthorsView>()),
    /** By what the folder holds; nothing of it is run. The best fit comes first. */
    templates: base.input(z.strictObject({ id: threadId })).output(type<readonly PlaybookTemplate[]>()),
    timings: base.input(z.strictObject({ id: threadId })).output(type<readonly TaskTiming[]>()),
    /** What hides the file from git, and what .gitignore would become; writes nothing. */
    gitKeep: base.input(z.strictObject({ id: threadId })).output(type<GitKeepView>()),
    /**
     * `version`: of the .gitignore as it was shown; another by now is a CONFLICT, and nothing is written.
     */
    setGitKeep: base
      .input(z.strictObject({ id: threadId, keep: z.enum(GIT_KEEPS), version: z.string().max(100) }))
      .output(nothing),
    /**
     * The address of a new issue about a flag at the remote's page, filled in and not sent; null: the
     * remote has no page.
     */
    issuePage: base
      .input(z.strictObject({ id: threadId, flag: z.string().min(1).max(5000) }))
      .output(type<{ url: string | null }>()),
    /** In all trusted threads' files. */
    search: base
      .input(z.strictObject({ text: text(500), matchCase: z.boolean().default(false) }))
      .output(type<PlaybookSearch>()),
    /** In each file that is still the one that was searched, by the safe write. */
    replace: base
      .input(
        z.strictObject({
          text: text(500),
          matchCase: z.boolean().default(false),
          with: z
            .string()
            .max(500)
            .regex(/^[^\r\n]*$/),
          files: z
            .array(z.strictObject({ id: threadId, version: z.string().max(100) }))
            .min(1)
            .max(500),
        }),
      )
      .output(type<readonly ReplaceResult[]>()),
    /**
     * HEARTBEAT.md of the repository, as `version` says it stands; `typed` is its name, written by the
     * person.
     */
    remove: base
      .input(z.strictObject({ id: threadId, version: z.string().max(100), typed: z.literal('HEARTBEAT.md') }))
      .output(nothing),
  },

  approvals: {
    list: base.input(z.strictObject({ id: threadId })).output(type<readonly ApprovalView[]>()),
    /** Hashes must come from `list`, so that exactly what was shown is approved. */
    set: base
      .input(
        z.strictObject({
          id: threadId,
          hashes: z.array(z.string().length(64)).max(200),
          approved: z.boolean(),
          confirmed: z.literal(true),
        }),
      )
      .output(nothing),
  },

  alerts: {
    list: base
      .input(
        z.strictObject({ state: z.enum(ALERT_STATES), limit: z.number().int().min(1).max(500).default(100) }),
      )
      .output(type<readonly Alert[]>()),
    /** Every open one of this thread, the worst first. */
    openOf: base.input(z.strictObject({ threadId })).output(type<readonly Alert[]>()),
    /** Worst first, then newest; resolved ones by when they ended. Every alert is on one of the pages. */
    page: base
      .input(
        z.strictObject({
          state: z.enum(ALERT_STATES),
          after: z.string().max(100).optional(),
          limit: z.number().int().min(1).max(200).default(50),
        }),
      )
      .output(type<AlertPage>()),
    /** Out of the way until then, or until it is other news; they come back by themselves. */
    snooze: base
      .input(
        z.strictObject({
          ids: z.array(alertId).min(1).max(500),
          until: z.union([z.number().int(), z.literal('change')]),
        }),
      )
      .output(nothing),
    acknowledge: base
      .input(
        z.strictObject({
          ids: z.array(alertId).min(1).max(500),
          note: z.string().trim().max(500).optional(),
        }),
      )
      .output(nothing),
    /** By a person's word. A beat that finds it again raises it again. */
    resolve: base.input(z.strictObject({ ids: z.array(alertId).min(1).max(500) })).output(nothing),
    /** Takes back an acknowledgement, a snooze or a resolve; returns those that are open again. */
    reopen: base
      .input(z.strictObject({ ids: z.array(alertId).min(1).max(500) }))
      .output(type<readonly AlertId[]>()),
    /** No banners of this thread until then; null: not muted. Its alerts stay in the inbox. */
    mute: base.input(z.strictObject({ threadId, until: z.number().int().nullable() })).output(nothing),
    /**
     * Opens the agent's own program, or a shell, in the repository, with the finding and its evidence. Only
     * from the window.
     */
    handOver: base
      .input(z.strictObject({ id: alertId, to: z.enum(HAND_OVER_TO) }))
      .output(type<HandedOver>()),
  },
  /** Causes that strike many threads at once. */
  incidents: {
    acknowledge: base.input(z.strictObject({ id: incidentId })).output(nothing),
    /** Its threads beat now, also those that failures have paused. */
    retry: base.input(z.strictObject({ id: incidentId })).output(type<{ readonly beats: number }>()),
  },

  settings: {
    /**
     * UNAVAILABLE: settings.json could not be written, or the key for everywhere is not to be had; then
     * nothing is changed.
     */
    change: base.input(settingsChangeSchema).output(type<Settings>()),
    /** Built-in values again; without keys: of all settings that have a place in the window. */
    reset: base
      .input(z.strictObject({ keys: z.array(z.string().max(60)).max(200).optional() }))
      .output(type<Settings>()),
    file: base.output(type<SettingsFileView>()),
    /** What counted before, newest first. */
    generations: base.output(type<readonly SettingsGeneration[]>()),
    restore: base.input(z.strictObject({ id: z.string().max(40) })).output(type<Settings>()),
    /** In the program that opens such files. */
    openFile: base.output(nothing),
  },
  doctor: base.output(type<readonly Check[]>()),
  testNotification: base.output(type<{ shown: boolean; why: string | null }>()),

  /** What only the desktop shell can do; UNAVAILABLE when the engine runs without a window. */
  shell: {
    chooseFolders: base.output(type<readonly string[]>()),
    reveal: base.input(z.strictObject({ id: threadId })).output(nothing),
    /**
     * What is installed to open a repository with; the one used last for the thread, or for any, comes
     * first.
     */
    openers: base.input(z.strictObject({ id: threadId.optional() })).output(type<readonly OpenerView[]>()),
    /** `with`: the key of an opener, remembered for this thread; absent: the first. */
    openIn: base
      .input(
        z.strictObject({
          id: threadId,
          what: z.enum(OPEN_IN),
          with: z.string().max(40).optional(),
          /** A terminal in a folder that is not trusted; else CONFLICT says why one is asked. */ anyway: z
            .boolean()
            .optional(),
        }),
      )
      .output(type<{ name: string }>()),
    openExternal: base.input(z.strictObject({ url: z.url({ protocol: /^https$/ }) })).output(nothing),
    showWindow: base
      .input(
        z
          .strictObject({
            link: z.string().refine((link) => parseDeepLink(link) !== null, 'this link leads nowhere'),
          })
          .optional(),
      )
      .output(nothing),
    quit: base.output(nothing),
    /** `whyNot`: why the system's notification settings cannot be opened from here; null: they can. */
    notificationSettings: base.output(type<{ readonly whyNot: string | null }>()),
    openNotificationSettings: base.output(nothing),
  },

  fleet: {
    /** Ticks at once, whatever failed before. */
    restart: base.output(type<{ halted: boolean }>()),
  },

  /**
   * A fleet of small pretend repositories in a window, a process and a data folder of its own; gone when it
   * is closed.
   */
  demo: { open: base.output(nothing) },

  backups: {
    list: base.output(type<BackupsView>()),
    make: base.output(type<BackupView>()),
    /** Done at the next start: the history must be nobody's. What is there now stays as a backup. */
    restore: base
      .input(z.strictObject({ name: z.string().max(100), confirmed: z.literal(true) }))
      .output(type<PendingView>()),
  },
  data: {
    exportTo: base
      .input(
        z.strictObject({
          path,
          withSecrets: z.boolean().default(false),
          force: z.boolean().default(false),
          confirmed: z.literal(true),
        }),
      )
      .output(type<ExportView>()),
    /** Reads the zip to its end and says what an import would do; nothing changes. */
    importPlan: base.input(z.strictObject({ path, map: pathMap })).output(type<ImportPlan>()),
    /** Done at the next start, as `restore`. `choices`: by the thread's id in the archive. */
    importFrom: base
      .input(
        z.strictObject({
          path,
          map: pathMap,
          choices: z.record(z.string().max(60), z.enum(IMPORT_CHOICES)),
          withSettings: z.boolean(),
          keepTrust: z.boolean(),
          confirmed: z.literal(true),
        }),
      )
      .output(type<PendingView>()),
    /** At the next start; none touches a repository. Everything: from the window only. */
    reset: base
      .input(z.strictObject({ what: z.enum(['history', 'everything']), confirmed: z.literal(true) }))
      .output(type<PendingView>()),
    /** What waits for the next start is not done. */
    cancel: base.output(nothing),
    /** A place for a file, chosen in the system's dialog; null: cancelled. */
    choose: base
      .input(z.strictObject({ what: z.enum(['save', 'open']) }))
      .output(type<{ path: string | null }>()),
  },
  app: {
    autostart: base.output(type<AutostartView>()),
    setAutostart: base.input(z.strictObject({ on: z.boolean() })).output(type<AutostartView>()),
    showLogs: base.output(nothing),
    /** Everything that helps to find a fault, without secrets and names of the home folder. */
    report: base.output(type<{ readonly text: string }>()),
    /** Ends and starts again; what waits for the next start is done then. */
    restart: base.input(z.strictObject({ confirmed: z.literal(true) })).output(nothing),
  },

  /** A person's own words on runs and moments, shown where the history is. */
  notes: {
    /** Newest first. */
    list: base
      .input(
        z.strictObject({
          runId: runId.optional(),
          threads: z.array(threadId).max(60).optional(),
          from: z.number().int().optional(),
          to: z.number().int().optional(),
          limit: z.number().int().min(1).max(1000).default(1000),
        }),
      )
      .output(type<readonly HistoryNote[]>()),
    /**
     * A new one on a run or, without, on a moment (`at` absent: now; `threadId` null: of the fleet), or
     * another text for `id`. One a run: another takes its place. INVALID: a time ahead.
     */
    save: base
      .input(
        z.strictObject({
          id: noteId.optional(),
          runId: runId.optional(),
          at: z.number().int().min(0).optional(),
          threadId: threadId.nullable().optional(),
          text: z.string().trim().min(1).max(NOTE_CHARS),
        }),
      )
      .output(type<HistoryNote>()),
    remove: base.input(z.strictObject({ id: noteId })).output(nothing),
  },

  /** Runs, and due times without a run of their own, as one list; `runs.page` has runs alone. */
  history: {
    page: base
      .input(
        z.strictObject({
          filter: historyFilterSchema,
          place: historyPlaceSchema,
          limit: z.number().int().min(1).max(1000).default(HISTORY_PAGE),
        }),
      )
      .output(type<HistoryPage>()),
    index: base.input(z.strictObject({ filter: historyFilterSchema })).output(type<HistoryIndex>()),
    /** From figures: at once, and exact but for parts of a day. */
    counts: base.input(z.strictObject({ filter: historyFilterSchema })).output(type<HistoryCounts>()),
    /** By looking at each row; for a search too. */
    count: base.input(z.strictObject({ filter: historyFilterSchema })).output(type<{ rows: number }>()),
    /** How many rows are newer than `at`: where it lies in the list. */
    position: base
      .input(z.strictObject({ filter: historyFilterSchema, at: z.number().int() }))
      .output(type<{ row: number }>()),
    /** What a person may want to jump to; null: there is none. */
    find: base
      .input(z.strictObject({ filter: historyFilterSchema, what: z.enum(['alert', 'streak']) }))
      .output(type<HistoryRow | null>()),
    figures: base
      .input(z.strictObject({ filter: historyFilterSchema, by: z.enum(['hour', 'day']) }))
      .output(type<readonly HistoryFigure[]>()),
    reliability: base
      .input(
        z.strictObject({
          threads: z.array(threadId).min(1).max(60).optional(),
          days: z.number().int().min(1).max(366).default(30),
        }),
      )
      .output(type<Reliability>()),
    retention: base.output(type<Retention>()),
    /**
     * Deletes what is older than the settings keep, in small steps; ends early when nobody listens any
     * more.
     */
    clean: base.output(eventIterator(type<CleanMessage>())),
    /** Counts all figures anew from the rows. */
    rebuild: base.output(nothing),
    /** A place for an export, chosen in the system's dialog; null: cancelled. */
    choose: base
      .input(z.strictObject({ format: z.enum(['csv', 'jsonl']) }))
      .output(type<{ path: string | null }>()),
    /**
     * Writes the rows of the filter, newest first. Ended early, nothing stays of it. INVALID: the file
     * cannot be written.
     */
    export: base
      .input(z.strictObject({ filter: historyFilterSchema, format: z.enum(['csv', 'jsonl']), path }))
      .output(eventIterator(type<ExportMessage>())),
  },
}
export type Contract = typeof contract
