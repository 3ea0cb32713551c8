import type { Billing } from '../../../shared/agents/agent-config.ts'
import type { AgentTurn } from '../../../shared/agents/agent-turn.ts'
import type {
  Alert,
  AlertState,
  InboxCounts,
  RaisedAlert,
  Suppression,
} from '../../../shared/alerts/alert.ts'
import type { SlotView, TimelinePage } from '../../../shared/contract/beats.ts'
import type { ConversationPage } from '../../../shared/contract/conversation.ts'
import type { KnowledgePage } from '../../../shared/contract/jobs.ts'
import type { Spent } from '../../../shared/agents/budget.ts'
import type { GateMark } from '../../../shared/runs/change-gate.ts'
import type { GitState } from '../../../shared/events/git-events.ts'
import type { TaskTiming } from '../../../shared/playbook/lint/lint.ts'
import type { VersionInfo } from '../../../shared/playbook/versions.ts'
import type {
  HistoryCounts,
  HistoryFigure,
  HistoryFilter,
  HistoryIndex,
  HistoryNote,
  HistoryPage,
  HistoryPlace,
  HistoryRow,
  NoteFilter,
  Reliability,
  Retention,
} from '../../../shared/history/history.ts'
import type {
  AlertId,
  EventId,
  IncidentId,
  ItemId,
  JobId,
  NoteId,
  RunId,
  ThreadId,
} from '../../../shared/base/ids.ts'
import type { BeatTrouble, Incident, IncidentClass } from '../../../shared/alerts/incident.ts'
import type { Job, JobRun, JobSpec } from '../../../shared/jobs/job.ts'
import type { PermissionDecision } from '../../../shared/agents/permission.ts'
import type { QueueItem, Running, WakeReason } from '../../../shared/queue/queue.ts'
import type { Run, RunDetail, RunOutcome } from '../../../shared/runs/run.ts'
import type { EventDraft, SystemEvent } from '../../../shared/events/system-event.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { WebhookEvent, WebhookTarget } from '../../../shared/alerts/webhook.ts'
import type {
  AgentStart,
  Beat,
  ClaimedRun,
  Ending,
  Enqueued,
  Found,
  NewThread,
  RunFilter,
  SlotEntry,
  StoredSession,
  ThreadFacts,
  ThreadPatch,
  Touched,
} from './records.ts'

export interface ThreadsRoom {
  list(): readonly Thread[]
  /** Threads with a due time at or before `now`, or a pause that has ended. */
  due(now: Instant): readonly Thread[]
  nextDueAt(): Instant | null
  get(id: ThreadId): Thread | null
  add(thread: NewThread): Thread | 'exists'
  change(id: ThreadId, change: ThreadPatch): void
  remove(id: ThreadId): void
  /** `until` null: wakes it. */
  snoozeTier(id: ThreadId, tier: Tier, until: Instant | null): void
  /**
   * Times that lie in the future after the clock was set back become `now`, so that nothing is starved
   * (ARCHITECTURE I5); what is put off or muted is so for the longest snooze at most, unless for good.
   */
  clampFuture(now: Instant): void
  facts(threadId: ThreadId): ThreadFacts
}

export interface QueueRoom {
  /**
   * Slots with their fates, the beat they ask for, and the next due time: the tick's write for one thread.
   */
  recordSlots(
    threadId: ThreadId,
    slots: readonly SlotEntry[],
    beat: Beat | null,
    plan: { nextDueAt: Instant | null; problem: string | null },
    now: Instant,
  ): Enqueued | null
  requestBeat(beat: Beat, now: Instant): Enqueued
  /**
   * With an `id` that was accepted before nothing happens: an accepted message runs once (ARCHITECTURE I6).
   */
  sendMessage(to: ThreadId, text: string, from: string, now: Instant, id?: ItemId): ItemId
  /** The heartbeat that waits for this thread, from memory; null: none. */
  waitingBeat(
    threadId: ThreadId,
  ): { readonly itemId: ItemId; readonly reasons: readonly WakeReason[]; readonly notBefore: Instant } | null
  /** Those that still wait end as skipped, cancelled by a person; returns how many. */
  cancel(ids: readonly ItemId[], now: Instant): number
  /** Before all others of its kind; false: it waits no more. */
  moveToTop(id: ItemId, now: Instant): boolean
  /** All, or those of one kind. */
  waiting(kind?: QueueItem['kind']): readonly QueueItem[]
  isWaiting(itemId: ItemId): boolean
  /** When the first item that may not start at `now` may; null: none. */
  nextHeldAt(now: Instant): Instant | null
  /**
   * Deletes the item, inserts its run and gives it the thread's waiting events; null when `pick` chooses
   * nothing. `kind`: among those alone.
   */
  claim(
    pick: (items: readonly QueueItem[], running: readonly Running[]) => QueueItem | null,
    runnerOf: (threadId: ThreadId) => string,
    takesEvents: (item: QueueItem) => boolean,
    now: Instant,
    kind?: QueueItem['kind'],
  ): ClaimedRun | null
}

export interface RunsRoom {
  plan(id: RunId, tiers: readonly Tier[], prompt: string | null, start: AgentStart | null): void
  finish(id: RunId, ending: Ending, now: Instant): void
  /** The tiers' times now stand in the file too. */
  noteMirrored(threadId: ThreadId, tiers: readonly Tier[]): void
  /**
   * Settles runs of a process that died: heartbeats are queued again once, messages become 'interrupted'
   * and ask the person.
   */
  rescueOrphans(
    now: Instant,
    alive: ReadonlySet<RunId>,
  ): readonly {
    readonly id: RunId
    readonly itemId: ItemId
    readonly threadId: ThreadId
    readonly jobId: JobId | null
    readonly marker: string
  }[]
  threadOfMarker(marker: string): ThreadId | null
  running(): readonly (Running & {
    readonly id: RunId
    readonly itemId: ItemId
    readonly startedAt: Instant
    readonly tiers: readonly Tier[]
    readonly marker: string
    readonly jobId: JobId | null
  })[]
  recentStarts(threadId: ThreadId, since: Instant, now: Instant): readonly Instant[]
  ofItem(itemId: ItemId): Run | null
  page(filter: RunFilter): { readonly runs: readonly Run[]; readonly next: string | null }
  detail(id: RunId): RunDetail | null
  /** Those of them that are not over yet, or have their details still. */
  withDetails(ids: readonly RunId[]): ReadonlySet<RunId>
  slots(threadId: ThreadId, limit: number): readonly SlotView[]
  countsSince(at: Instant): {
    readonly beats: number
    readonly agentStarts: number
    readonly byOutcome: Readonly<Record<string, number>>
  }
  /**
   * What beats of each highest tier took since then, on average; usd null: nothing was paid by the token.
   * Tiers that never ran are absent.
   */
  tierCosts(
    id: ThreadId,
    since: Instant,
  ): readonly {
    readonly tier: Tier
    readonly runs: number
    readonly averageMs: number
    readonly usd: number | null
  }[]
  /**
   * What is known of each task's first try and, of timed tasks, of their last; a thread that never beat
   * knows none.
   */
  knownTasks(
    threadId: ThreadId,
  ): ReadonlyMap<string, { readonly triedAt: Instant | null; readonly doneAt: Instant | null }>
  /**
   * Keys that stand in the file now: new ones wait for their first try, unless `tried`; those that are gone
   * are forgotten.
   */
  noteTasks(threadId: ThreadId, keys: readonly string[], tried: Instant | null): void
  /** How long each task took in the newest beats it was run in, at most so many. */
  taskTimes(threadId: ThreadId, beats: number): readonly TaskTiming[]
  /**
   * Ended runs with their details, due times, settled alerts and used-up events; returns how many runs.
   * Money spent stays counted.
   */
  clearHistory(id: ThreadId): number
}

export interface EventsRoom {
  /**
   * On disk when it returns. `folded`: the newest waiting event says the same; beyond the newest 20 the
   * oldest make room and are counted.
   */
  add(
    threadId: ThreadId,
    draft: EventDraft & { readonly ambient: boolean },
    now: Instant,
  ): { readonly id: EventId; readonly state: 'queued' | 'folded' }
  waitingCount(threadId: ThreadId): number
  /** Waiting ones, oldest first, and how many older ones made room. */
  waiting(threadId: ThreadId): { readonly events: readonly SystemEvent[]; readonly dropped: number }
  /** false: it does not wait any more. */
  dismiss(id: EventId): boolean
  /** Ambient events that nobody was told in time. */
  expire(before: Instant): void
  timeline(threadId: ThreadId, before: string | undefined, limit: number): TimelinePage
  gitState(threadId: ThreadId): GitState | null
  playbookSeen(threadId: ThreadId): string | null
  noteSeen(threadId: ThreadId, seen: { readonly git?: GitState; readonly playbook?: string }): void
}

export interface JobsRoom {
  list(threadId?: ThreadId): readonly Job[]
  get(id: JobId): Job | null
  /** The earliest due time of any job. */
  nextDueAt(): Instant | null
  save(
    id: JobId,
    threadId: ThreadId,
    spec: JobSpec,
    plan: { readonly nextDueAt: Instant | null; readonly problem: string | null },
    now: Instant,
  ): void
  change(
    id: JobId,
    change: {
      readonly pause?: Job['pause']
      readonly nextDueAt?: Instant | null
      readonly problem?: string | null
      readonly failures?: number
    },
  ): void
  remove(id: JobId): void
  /**
   * A due time, once: with its fate, and what it asks for, in one transaction. false: it is on record
   * already.
   */
  recordRun(
    entry: Pick<JobRun, 'jobId' | 'dueAt' | 'attempt' | 'byHand' | 'state' | 'count' | 'summary'>,
    item: { readonly reasons: readonly WakeReason[]; readonly notBefore: Instant } | null,
    now: Instant,
  ): boolean
  runs(id: JobId, limit: number): readonly JobRun[]
  runOfItem(itemId: ItemId): JobRun | null
  settleRun(
    entry: Pick<JobRun, 'jobId' | 'dueAt' | 'attempt'>,
    state: 'ok' | 'failed' | 'skipped',
    summary: string,
    now: Instant,
  ): void
}

export interface KnowledgeRoom {
  pages(threadId: ThreadId): readonly KnowledgePage[]
  writePages(
    threadId: ThreadId,
    pages: readonly { readonly title: string; readonly text: string }[],
    now: Instant,
  ): void
  /** Replaces what is known of a thread's notes. */
  learnNotes(threadId: ThreadId, text: string, now: Instant): void
  search(text: string, limit: number): readonly Found[]
}

export interface WebhooksRoom {
  list(): readonly {
    readonly target: WebhookTarget
    readonly last: { readonly at: Instant; readonly ok: boolean; readonly text: string } | null
  }[]
  save(target: WebhookTarget): void
  remove(id: string): void
  note(id: string, last: { readonly at: Instant; readonly ok: boolean; readonly text: string }): void
  queueDelivery(targetId: string, event: WebhookEvent, now: Instant): void
  /** Due by now, oldest first. */
  deliveries(now: Instant): readonly {
    readonly seq: number
    readonly targetId: string
    readonly event: WebhookEvent
    readonly attempts: number
  }[]
  /** Alerts that were sent to a webhook and are resolved now; each is given once. */
  takeRecoveries(): readonly Alert[]
  noteSent(id: AlertId): void
  nextDeliveryAt(): Instant | null
  /** null: it is over, sent or given up. */
  rescheduleDelivery(seq: number, at: Instant | null): void
}

export interface AgentsRoom {
  /** Starts of agents since then, also of threads that are gone. */
  spentSince(at: Instant): readonly Spent[]
  /** A start that belongs to no thread: a person's test of a runner. */
  addStart(runner: string, billing: Billing, turn: AgentTurn | null, now: Instant): void
  /** Another number when what was spent has changed. */
  spentVersion(): number
  /** Beats that the change gate saved since then. */
  savedSince(at: Instant): readonly { readonly threadId: ThreadId; readonly at: Instant }[]
  session(threadId: ThreadId): StoredSession | null
  forgetSession(threadId: ThreadId): void
  gateMarks(threadId: ThreadId): Partial<Record<Tier, GateMark>>
}

export interface PermissionsRoom {
  /** Rules a person decided about, and those that wait for it, newest first. */
  list(threadId: ThreadId): readonly {
    readonly rule: string
    readonly label: string
    readonly allowable: boolean
    readonly decision: 'asked' | PermissionDecision
    readonly askedAt: Instant
    readonly runId: RunId | null
  }[]
  /** false: nobody asked for this rule, or its runner cannot be told to allow it. */
  decide(threadId: ThreadId, rule: string, decision: PermissionDecision): boolean
  wanted(threadId: ThreadId): number
  rules(threadId: ThreadId): Readonly<Record<PermissionDecision, readonly string[]>>
  /** By hash. */
  approvals(threadId: ThreadId): ReadonlyMap<string, { readonly approvedAt: Instant; readonly text: string }>
  clearApprovals(threadId: ThreadId): void
  setApproval(threadId: ThreadId, hash: string, text: string, approvedAt: Instant | null): void
}

export interface ConversationRoom {
  /**
   * What a heartbeat last had to tell, and whether a later prompt has carried it; null: nothing since then.
   */
  lastReport(
    threadId: ThreadId,
    since: Instant,
  ): { readonly runId: RunId; readonly at: Instant; readonly text: string; readonly told: boolean } | null
  noteReportTold(threadId: ThreadId, runId: RunId): void
  page(threadId: ThreadId, before: string | undefined, limit: number): ConversationPage
  messageOf(runId: RunId): {
    readonly threadId: ThreadId
    readonly text: string
    readonly sender: string
    readonly outcome: RunOutcome | null
  } | null
  /** Messages a thread has sent to others since then. */
  sentSince(from: string, at: Instant): number
}

export interface NotesRoom {
  /** Newest first. */
  list(filter: NoteFilter, limit: number): readonly HistoryNote[]
  get(id: NoteId): HistoryNote | null
  /** One a run: another takes its place. `id` null: a new one. */
  save(
    note: {
      readonly id: NoteId | null
      readonly runId: RunId | null
      readonly threadId: ThreadId | null
      readonly at: Instant
      readonly text: string
    },
    now: Instant,
  ): HistoryNote
  remove(id: NoteId): boolean
}

export interface AlertsRoom {
  get(id: AlertId): Alert | null
  /** By the app itself, not by a run. */
  raise(threadId: ThreadId, raised: RaisedAlert, now: Instant): void
  resolve(threadId: ThreadId, causes: readonly string[], now: Instant): void
  undelivered(): readonly Alert[]
  settle(
    id: AlertId,
    how: { readonly deliveredAt: Instant } | { readonly suppressedBy: NonNullable<Alert['suppressedBy']> },
  ): void
  acknowledge(ids: readonly AlertId[], now: Instant, note?: string | null): void
  /** UNTIL_CHANGE: until it is other news. */
  snooze(ids: readonly AlertId[], until: Instant): void
  /** By a person's word; the next run that finds it raises it again. */
  resolveByHand(ids: readonly AlertId[], now: Instant): void
  /**
   * Takes back what a person did: acknowledged, snoozed or resolved by hand. Returns those that are open
   * now; one whose cause has newer news stays.
   */
  reopen(ids: readonly AlertId[]): readonly AlertId[]
  noteHandedOver(id: AlertId, now: Instant): void
  list(state: AlertState, limit: number, now: Instant): readonly Alert[]
  /** Worst first, then newest; resolved ones by when they ended. `after`: cursor of the page before. */
  page(
    filter: { readonly state: AlertState; readonly after?: string | undefined; readonly limit: number },
    now: Instant,
  ): { readonly alerts: readonly Alert[]; readonly next: string | null }
  inboxCounts(now: Instant): InboxCounts
  resolvedCount(): number
  /** Alerts whose snooze has ended are open again and wait to be told once more. false: there were none. */
  endSnoozes(now: Instant): boolean
  /**
   * Urgent ones that nobody answered for an hour, then for four. Counted as reminded of when it is given;
   * what may not be told now stays due.
   */
  takeReminders(now: Instant, mayTell: (alert: Alert) => boolean): readonly Alert[]
  /** Open alerts without a banner, because their thread went to and fro. */
  heldByFlapping(): readonly Alert[]
  /**
   * How many open alerts and incidents quiet hours held back since this was asked last; they count as
   * summed up from now on.
   */
  takeHeld(now: Instant): number
  /** null: not muted. */
  mute(id: ThreadId, until: Instant | null): void
  mutedUntil(id: ThreadId, now: Instant): Instant | null
  /** When a banner of this thread was last shown; null: never. */
  lastToldAt(id: ThreadId): Instant | null
  /** Of built-in checks, not resolved. */
  standingNotices(id: ThreadId): readonly { readonly key: string; readonly text: string }[]
  /** Alerts that were a part of it and still stand: they are told by themselves now. */
  unfold(threadIds: readonly ThreadId[]): void
}

export interface IncidentsRoom {
  /** A beat that ended, in the transaction of its end. */
  noteBeat(runId: RunId, beat: BeatTrouble): void
  beatsSince(at: Instant): readonly BeatTrouble[]
  /** Those that go on, and those that ended since then; newest first. */
  list(endedSince: Instant): readonly Incident[]
  add(cause: IncidentClass, members: Incident['members'], now: Instant): Incident
  change(
    id: IncidentId,
    change: {
      readonly members?: Incident['members']
      readonly resolvedAt?: Instant | null
      readonly acknowledgedAt?: Instant | null
      readonly cameBack?: number
      readonly told?: { readonly at: Instant } | { readonly suppressedBy: Suppression }
    },
  ): void
  /**
   * Goes on, and nobody was told of it yet; suppressedBy: what its threads say about banners, which may
   * change.
   */
  untold(): readonly (Incident & { readonly suppressedBy: Suppression | null })[]
}

export interface VersionsRoom {
  /** Versions of HEARTBEAT.md, newest first; a thread's oldest make room. */
  list(threadId: ThreadId, limit: number): readonly VersionInfo[]
  /** `before`: the text of the version before it; null: none is kept. */
  text(
    threadId: ThreadId,
    id: number,
  ): { readonly info: VersionInfo; readonly text: string; readonly before: string | null } | null
  newest(threadId: ThreadId): { readonly print: string; readonly text: string } | null
  /** Its id; null: the newest version has this print already, or the thread is gone. */
  add(
    threadId: ThreadId,
    draft: Pick<VersionInfo, 'author' | 'runId' | 'restoredFrom' | 'added' | 'removed'> & {
      readonly text: string
      readonly print: string
    },
    now: Instant,
  ): number | null
}

export interface HistoryRoom {
  /**
   * Runs and due times without a run of their own, in one order. As cheap anywhere in the history as at its
   * end.
   */
  page(filter: HistoryFilter, place: HistoryPlace, limit: number): HistoryPage
  /** A search (`filter.text`) is not part of it. */
  index(filter: HistoryFilter): HistoryIndex
  /** Exactly, by looking at each row between the two instants; without the search. */
  rowsIn(filter: HistoryFilter, from: Instant, to: Instant): number
  /** The first row older than `below`, or at it and newer. */
  newest(filter: HistoryFilter, below: Instant, direction: 'older' | 'newer'): HistoryRow | null
  /** Oldest first, only those with rows. */
  figures(filter: HistoryFilter, by: 'hour' | 'day'): readonly HistoryFigure[]
  counts(filter: HistoryFilter): HistoryCounts
  reliability(threads: readonly ThreadId[] | undefined, days: number, now: Instant): Reliability
  /**
   * Counts one day anew from its rows; null: the first of which all rows are there. Returns the next day,
   * null after the last.
   */
  rebuildFigures(day: number | null): number | null
  retention(now: Instant, nextAt: Instant): Retention
  /** Deletes what is older than the history keeps, a few rows at a time; true: there is more. */
  prune(now: Instant): boolean
  /** What a day brought, for a sentence about it. */
  dayFigures(
    from: Instant,
    to: Instant,
  ): { readonly beats: number; readonly alerts: number; readonly missed: number }
}

export interface SettingsRoom {
  values(): Readonly<Record<string, unknown>>
  change(change: Readonly<Record<string, unknown>>): void
}

export interface MetaRoom {
  get(key: string): string | null
  set(key: string, value: string): void
}

/**
 * The history: one writer, each verb one transaction, no fake. Everything the engine knows after a restart
 * is in here. A module asks for the rooms it needs (`Pick<Store, 'queue' | 'runs'>`). Verbs throw only when
 * the disk or the database fails.
 */
export interface Store {
  readonly threads: ThreadsRoom
  readonly queue: QueueRoom
  readonly runs: RunsRoom
  readonly events: EventsRoom
  readonly jobs: JobsRoom
  readonly knowledge: KnowledgeRoom
  readonly webhooks: WebhooksRoom
  readonly agents: AgentsRoom
  readonly permissions: PermissionsRoom
  readonly conversation: ConversationRoom
  readonly notes: NotesRoom
  readonly alerts: AlertsRoom
  readonly incidents: IncidentsRoom
  readonly versions: VersionsRoom
  readonly history: HistoryRoom
  readonly settings: SettingsRoom
  readonly meta: MetaRoom
  /** Called after each commit with the threads it touched. Returns its end. */
  onCommit(listener: (touched: Touched) => void): () => void
  /** Several verbs as one transaction. */
  together<T>(work: () => T): T
  close(): void
}
