import { plural } from '../../base/amounts.ts'
import { SUSPECT_KEY } from './alert-key.ts'
import { capped, type RaisedAlert } from '../raised-alert.ts'
import type { Suspects } from '../../playbook/lint/suspects.ts'

/** What is wrong and how often, without the words of the lines: those are shown where they stand. null: there are none. */
export function suspectAlert({ lines, more }: Suspects): RaisedAlert | null {
  if (lines.length === 0) return null
  const counts = new Map<string, number>()
  for (const { why } of lines) counts.set(why, (counts.get(why) ?? 0) + 1)
  const reasons = [...counts].map(([why, count]) => `${count} ${why}`).join(', ')
  const all = plural(lines.length + more, 'line')
  return {
    key: SUSPECT_KEY,
    severity: 'notice',
    text: capped(
      `HEARTBEAT.md has ${all} that may be an attack, not written by you in Threadbeat or by an agent that may edit files: ${reasons}. ` +
        'No other thread is told of them. Look at them in the list, and say Seen where they are as they should be.',
    ),
  }
}
