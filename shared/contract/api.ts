import { eventIterator, type } from '@orpc/contract'
import type { Snapshot } from '../views/snapshot.ts'
import type { LiveMessage } from '../views/live.ts'
import { threadCalls } from './calls/threads.ts'
import { beatCalls } from './calls/beats.ts'
import { jobCalls } from './calls/jobs.ts'
import { pollinationCalls } from './calls/pollination.ts'
import { playbookCalls } from './calls/playbook.ts'
import { agentCalls } from './calls/agents.ts'
import { alertCalls } from './calls/alerts.ts'
import { historyCalls } from './calls/history.ts'
import { appCalls } from './calls/app.ts'
import { attemptCalls } from './calls/attempts.ts'
import { deadEndCalls } from './calls/dead-ends.ts'
import { hubCalls } from './calls/hub.ts'
import { base } from './calls/inputs.ts'

/**
 * The one contract of window, command line and tests, served over a message port and over the local socket.
 */
export const contract = {
  /** One snapshot, then deltas. */
  live: base.output(eventIterator(type<LiveMessage>())),
  snapshot: base.output(type<Snapshot>()),
  ...threadCalls,
  ...beatCalls,
  ...jobCalls,
  ...playbookCalls,
  ...pollinationCalls,
  ...agentCalls,
  ...alertCalls,
  ...historyCalls,
  ...attemptCalls,
  ...deadEndCalls,
  ...hubCalls,
  ...appCalls,
}
export type Contract = typeof contract
