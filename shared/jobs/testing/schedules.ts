import type { JobSchedule } from '../job.ts'
import type { Instant } from '../../base/time.ts'

export const NOW = Date.UTC(2026, 10, 22, 9, 41)
export const at = (instant: Instant): JobSchedule => ({ kind: 'at', at: instant })
export const every = (everyMs: number, anchorAt = NOW): JobSchedule => ({ kind: 'every', everyMs, anchorAt })
export const cron = (expr: string, timeZone = ''): JobSchedule => ({ kind: 'cron', expr, timeZone })
