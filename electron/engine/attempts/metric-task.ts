import { metricLine } from '../../../shared/attempts/metric.ts'
import { taskKey } from '../../../shared/playbook/doc.ts'

/** A metric's command as a line of a list, which is found, approved and run like any other. */
export function metricTask(command: string) {
  const text = metricLine(command)
  return { key: taskKey('quick', text), tier: 'quick', text } as const
}
