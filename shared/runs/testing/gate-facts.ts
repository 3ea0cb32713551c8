import type { GateFacts, GateMark, TaskClass } from '../change-gate.ts'
import { HOUR, MINUTE } from '../../base/time.ts'

export const STATUS = {
  tier: 'quick',
  text: 'Run `git status`; report uncommitted or untracked files',
} as const
export const CONFLICTS = { tier: 'hourly', text: 'Check for merge conflicts with `main`' } as const
export const PRINTS: Record<TaskClass, string> = { tree: 't1', refs: 'r1', remote: 'm1', hosting: 'h1' }
export const now = 1_000 * HOUR
export const mark = (more: Partial<GateMark> = {}): GateMark => ({
  prints: PRINTS,
  playbook: 'p1',
  provenAt: now - 8 * MINUTE,
  quiet: true,
  ...more,
})
export const facts = (more: Partial<GateFacts> = {}): GateFacts => ({
  tasks: [STATUS],
  tiers: ['quick'],
  marks: { quick: mark(), hourly: mark() },
  prints: PRINTS,
  playbook: 'p1',
  now,
  ...more,
})
