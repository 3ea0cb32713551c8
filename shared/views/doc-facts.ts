import type { HeartbeatDoc } from '../playbook/model.ts'
import type { Tier } from '../schedule/tier.ts'
import type { DocFacts } from './thread-view.ts'

/** What the window is told of a HEARTBEAT.md. */
export function docFacts(doc: HeartbeatDoc, tracked: boolean): DocFacts {
  const count = (tier: Tier): number => doc.tasks.filter((t) => t.tier === tier).length
  return {
    flags: doc.flags.map((f) => f.text),
    tasks: { quick: count('quick'), hourly: count('hourly'), daily: count('daily') },
    problems: doc.problems.filter((p) => p.severity !== 'info').length,
    exists: true,
    tracked,
    pendingWork: doc.work.filter((w) => w.state === 'pending').length,
  }
}

/** The same where there is no file. */
export const NO_DOC: DocFacts = {
  flags: [],
  tasks: { quick: 0, hourly: 0, daily: 0 },
  problems: 0,
  exists: false,
  tracked: false,
  pendingWork: 0,
}
