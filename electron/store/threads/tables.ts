import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { GitState } from '../../../shared/events/git-events.ts'
import type { GitGlance } from '../../../shared/events/git-glance.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { ActiveHours } from '../../../shared/schedule/active-hours.ts'
import type { Pause, Thread } from '../../../shared/threads/thread.ts'
import {
  flag,
  json,
  jsonOrNull,
  number,
  numberOrNull,
  table,
  text,
  textOrNull,
  word,
  wordOrNull,
} from '../connection/table.ts'

export const THREADS = table('threads', {
  id: word<ThreadId>(),
  number: number(),
  name: text(),
  repoPath: text(),
  role: word<Thread['role']>(),
  agent: json<AgentConfig>(),
  session: word<Thread['session']>('session_mode'),
  gate: word<Thread['gate']>('gate_mode'),
  suggestions: word<Thread['suggestions']>(),
  reflects: flag(),
  sharesList: flag(),
  intervalMs: number(),
  activeHours: jsonOrNull<ActiveHours>(),
  dailyAt: textOrNull(),
  trustedAt: numberOrNull(),
  repositoryId: textOrNull(),
  pause: jsonOrNull<Pause>(),
  phaseMs: number(),
  nextDueAt: numberOrNull(),
  scheduleProblem: textOrNull(),
  failures: number(),
  glance: jsonOrNull<GitGlance>(),
  createdAt: number(),
  activeAt: number(),
  sources: json<Thread['sources']>(),
  delivery: json<Thread['delivery']>(),
  config: jsonOrNull<NonNullable<Thread['config']>>(),
  reportTold: wordOrNull<RunId>(),
  eventsDropped: number(),
  gitState: jsonOrNull<GitState>(),
  playbookSeen: textOrNull(),
  tags: json<Thread['tags']>(),
  pinned: flag(),
  removeAt: numberOrNull(),
})

export const TIER_STATE = table('tier_state', {
  threadId: word<ThreadId>(),
  tier: word<Tier>(),
  lastDoneAt: numberOrNull(),
  mirrored: flag(),
  snoozedUntil: numberOrNull(),
})

export const THREAD_MUTES = table('thread_mutes', { threadId: word<ThreadId>(), until: number() })
