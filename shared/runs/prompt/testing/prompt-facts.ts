import { NO_PAGES } from '../../../knowledge/pages-block.ts'
import type { heartbeatPrompt } from '../heartbeat-prompt.ts'

/** A quick beat of an agent that works the list itself and may only look; nothing is due, and nothing happened. */
export const PROMPT_FACTS = {
  threadNumber: 7,
  threadName: 'payments-api',
  repoPath: '/src/payments-api',
  tiers: ['quick'],
  work: [],
  tracked: false,
  now: Date.UTC(2026, 10, 22, 9, 41),
  timeZone: 'Europe/Berlin',
  tools: true,
  lookOnly: true,
  openReports: [],
  lastReport: null,
  tasks: [],
  hasTimed: false,
  events: null,
  ends: { command: false, job: false },
  pages: NO_PAGES,
  others: null,
  suggestions: [],
  ask: { reflect: false, redirect: [], week: [] },
  measured: null,
  pair: null,
} satisfies Parameters<typeof heartbeatPrompt>[0]
