import type { GateMode, SessionMode } from '../threads/modes.ts'
import type { Hold, QueueClass, WakeReason } from '../queue/queue.ts'
import type { TaskStatus } from '../runs/run.ts'
import type { SkipReason } from '../queue/skip-reason.ts'
import type { EventSource, SourceSwitch } from '../events/system-event.ts'
import type { ThreadState } from './thread-view.ts'
import type { Tier } from '../schedule/tier.ts'

/** Follows "3 events". */
export const eventsWaitWords = (n: number): string => `${n === 1 ? 'waits' : 'wait'} for the next prompt`

export const STATE_WORD: Record<ThreadState, string> = {
  urgent: 'Urgent',
  missing: 'Missing',
  broken: 'Broken',
  blocked: 'Needs permission',
  alert: 'Alert',
  unproven: 'Unproven',
  overdue: 'Overdue',
  running: 'Running',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  waiting: 'Waiting',
  new: 'Never run',
  idle: 'Nothing checked',
  quiet: 'Quiet',
  paused: 'Paused',
  off: 'Manual only',
}

export const SKIP_WORD: Record<SkipReason, string> = {
  off: 'the thread beats only when you ask',
  paused: 'paused',
  empty: 'HEARTBEAT.md has no tasks',
  nothing_due: 'nothing was due',
  nothing_checked: 'nothing of the list could be checked',
  over_budget: 'the budget is used up',
  runner_resting: 'its runner is resting',
  no_session: 'no session',
  no_place: 'other agents had all places',
  in_your_way: 'you were working in it',
  by_switches: 'switched off',
  cancelled: 'cancelled by you',
}

export const REASON_WORD: Record<WakeReason, string> = {
  interval: 'the schedule',
  'catch-up': 'catching up after an absence',
  added: 'it was just added',
  manual: 'you asked for it',
  event: 'an event',
  urgent: 'an urgent wake',
  recovery: 'the app ended during the last try',
  inbox: 'a file in the inbox folder',
  command: 'a command ended',
  job: 'a job',
  webhook: 'a webhook',
  hook: 'a git hook',
  playbook: 'HEARTBEAT.md was edited',
  git: 'the repository changed',
}

export const HOLD_WORD: Record<Hold, string> = {
  thread_busy: 'its thread is busy',
  slots_used: 'as many runs are going on as are allowed at a time',
  heartbeat_slots_used: 'another beat or job is going on',
  messages_first: 'a message goes first',
  not_before: 'waits before the next try',
  outside_active_hours: 'outside its active hours',
  no_agent: 'waits for an agent',
  untrusted: 'its thread is not trusted',
  paused: 'paused',
  runner_resting: 'its runner is resting',
  over_budget: 'the budget is used up',
  off: 'its thread beats only when you ask',
  power: 'the power or network setting holds it',
  quiet_hours: 'quiet hours',
}

/** `until`: their end, as it is written. */
export const quietHoursWords = (until: string): string => `${HOLD_WORD.quiet_hours} until ${until}`

export const SOURCE_WORD: Record<EventSource, string> = {
  git: 'Git',
  playbook: 'HEARTBEAT.md',
  command: 'Command',
  hook: 'Git hook',
  cli: 'Command line',
  inbox: 'Inbox folder',
  job: 'Job',
  webhook: 'Webhook',
  system: 'System',
  runner: 'Runner',
  delivery: 'Delivery',
  session: 'Agent session',
  app: 'Threadbeat',
}
/** What each source tells, for the page where it is switched. */
export const SOURCE_MEANING: Record<EventSource, string> = {
  git: 'A new commit, another branch, a merge, a fetch, the end of a rebase.',
  playbook: 'HEARTBEAT.md was edited by you or by another tool.',
  command: 'A command run through “threadbeat exec” ended; a failure asks for a beat.',
  hook: 'A git hook you installed ran.',
  cli: '“threadbeat event”; its caller may ask for a beat.',
  inbox: 'An event file in the inbox folder.',
  job: 'A job of this thread ended, or is due as an event.',
  webhook: 'A request to the local webhook.',
  system: 'The machine woke, was unlocked, or got its network back.',
  runner: 'This thread’s runner stopped or came back.',
  delivery: 'A place alerts are sent to stopped or came back.',
  session: 'Your own agent session in this repository began or ended.',
  app: 'What Threadbeat itself has to say about this thread.',
}
export const SWITCH_WORD: Record<SourceSwitch, string> = {
  off: 'Off',
  next: 'In the next prompt',
  asked: 'Wake when asked',
  now: 'Wake',
}

export const CLASS_WORD: Record<QueueClass, string> = {
  message: 'Message',
  manual: 'Asked for',
  wake: 'Wake',
  daily: 'Scheduled, daily',
  hourly: 'Scheduled, hourly',
  quick: 'Scheduled, quick',
}

export const TASK_WORD: Record<TaskStatus, string> = {
  passed: 'Passed',
  finding: 'Finding',
  failed: 'Failed',
  needs_approval: 'Needs approval',
  needs_agent: 'Waits for an agent',
  untouched: 'No trace',
}

export const TIER_WORD: Record<Tier, string> = { quick: 'Quick', hourly: 'Hourly', daily: 'Daily' }

/** When a heartbeat starts the thread's agent. */
export const SESSION_WORD: Record<SessionMode, string> = {
  messages: 'messages go on, beats begin anew',
  resume: 'one session for messages and beats',
  oneshot: 'fresh each time',
}

/** `keeps`: its runner can go on with a session. */
export const sessionWords = (mode: SessionMode, keeps: boolean): string =>
  keeps ? SESSION_WORD[mode] : 'each message begins anew, for its runner cannot go on with a session'

export const GATE_WORD: Record<GateMode, string> = {
  needed: 'when something needs judgement',
  changes: 'when something changed',
  always: 'at each beat',
}
