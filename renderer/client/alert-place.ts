import { isFactKey } from '../../shared/alerts/fact-news.ts'
import type { Alert } from '../../shared/alerts/alert.ts'
import { isListKey, runBehind } from '../../shared/runs/judge/alert-key.ts'
import { runPath, threadPath } from './navigation.ts'

/** Where an alert is explained: the run that raised it, or the part of its thread's page that shows why. */
export function alertPlace(alert: Pick<Alert, 'key' | 'runId' | 'threadId'>): string {
  const runId = runBehind(alert)
  if (runId !== null) return runPath(runId)
  if (isListKey(alert.key)) return threadPath(alert.threadId, 'file')
  return threadPath(alert.threadId, isFactKey(alert.key) ? 'activity' : 'overview')
}
