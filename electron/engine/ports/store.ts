import type { Instant } from '../../../shared/base/time.ts'
import type { Touched } from './records.ts'
import type { BacktestsRoom } from './backtests.ts'
import type { AgentsRoom } from './store/agents.ts'
import type { AttemptsRoom } from './attempts/attempts-room.ts'
import type { DailyRoom } from './attempts/daily-room.ts'
import type { DeadEndsRoom } from './attempts/dead-ends-room.ts'
import type { AlertsRoom } from './store/alerts.ts'
import type { ConversationRoom } from './store/conversation.ts'
import type { EventsRoom } from './store/events.ts'
import type { HistoryRoom, NotesRoom } from './store/history.ts'
import type { HubRoom } from './hub/hub-room.ts'
import type { IncidentsRoom } from './store/incidents.ts'
import type { JobsRoom } from './store/jobs.ts'
import type { KnowledgeRoom } from './store/knowledge.ts'
import type { PermissionsRoom } from './store/permissions.ts'
import type { PollinationRoom, SuspectsRoom, TasksRoom, VersionsRoom, WorkRoom } from './store/playbook.ts'
import type { QueueRoom } from './store/queue.ts'
import type { RunsRoom } from './store/runs.ts'
import type { MetaRoom, SettingsRoom } from './store/settings.ts'
import type { ThreadsRoom } from './store/threads.ts'
import type { WebhooksRoom } from './store/webhooks.ts'

/**
 * The history: one writer, each verb one transaction, no fake. Everything the engine knows after a restart
 * is in here. A module asks for the rooms it needs (`Pick<Store, 'queue' | 'runs'>`). Verbs throw only when
 * the database fails, or WriteRefused when the disk does.
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
  readonly tasks: TasksRoom
  readonly suspects: SuspectsRoom
  readonly work: WorkRoom
  readonly pollination: PollinationRoom
  readonly backtests: BacktestsRoom
  readonly attempts: AttemptsRoom
  readonly daily: DailyRoom
  readonly deadEnds: DeadEndsRoom
  readonly history: HistoryRoom
  readonly settings: SettingsRoom
  readonly meta: MetaRoom
  readonly hub: HubRoom
  /** Called after each commit with the threads it touched. Returns its end. */
  onCommit(listener: (touched: Touched) => void): () => void
  /** Called when a write was refused, or all are from now on; see writeProblem. Returns its end. */
  onRefusal(listener: () => void): () => void
  /**
   * Called once, with what SQLite says of it, when a call finds the file damaged. That call and all later ones
   * that find it so throw HistoryDamaged, and writes are refused from then on. Returns its end.
   */
  onDamage(listener: (message: string) => void): () => void
  /**
   * Times that lie in the future after the clock was set back become `now`, so that nothing is starved
   * (ARCHITECTURE I5); what is put off or muted is so for the longest snooze at most, unless for good.
   */
  clampFuture(now: Instant): void
  /** Several verbs as one transaction. */
  together<T>(work: () => T): T
  /** Why the last write was refused, mostly in the words of the system; null: it was taken. */
  writeProblem(): string | null
  /** Nothing is written any more: what is called then answers that nothing was saved, and why. */
  refuseWrites(why: string): void
  close(): void
}
