import type { Alert } from '../../shared/alerts/alert.ts'
import type { SlotOutcome } from '../../shared/runs/run.ts'
import { PARTS } from './copy.ts'

/**
 * Colour and word of an alert, the same wherever it is shown. A notice is an alert without a banner.
 */
export function alertChip({ severity, key }: Pick<Alert, 'severity' | 'key'>): {
  readonly fate: SlotOutcome
  readonly word: string
} {
  if (severity === 'urgent') return { fate: 'urgent', word: 'Urgent' }
  if (key === 'broken') return { fate: 'broken', word: 'Broken' }
  if (key === 'permission') return { fate: 'blocked', word: PARTS.permission }
  return { fate: 'alert', word: severity === 'notice' ? 'Notice' : 'Alert' }
}
