import { cut } from '../../base/hidden-text.ts'
import type { ThreadView } from '../thread-view.ts'
import type { Fact } from '../../hub/fact.ts'

type Body = Fact['body']
const SENTENCE_CHARS = 500

/** What other machines are told of a thread: its state as it is shown here, and nothing that moves by itself. */
export const threadBody = (view: ThreadView): Body => ({
  number: view.number,
  name: view.name,
  repoPath: view.repoPath,
  role: view.role,
  runner: view.agent.kind === 'cli' ? view.agent.cli : view.agent.kind,
  trusted: view.trusted,
  state: view.state,
  because: cut(view.because, SENTENCE_CHARS),
  rests: view.rests,
  pause: view.pause,
  intervalMs: view.effectiveIntervalMs,
  last:
    view.last === null
      ? null
      : { runId: view.last.runId, outcome: view.last.outcome, finishedAt: view.last.finishedAt },
  openAlerts: view.openAlerts,
  failures: view.failures,
  tags: view.tags,
  mutedUntil: view.mutedUntil,
})

export const removedBody = (was: Pick<ThreadView, 'number' | 'name'> | Body): Body => ({
  state: 'removed',
  number: was['number'] ?? null,
  name: was['name'] ?? null,
})

/** Whether others are told. How late a thread is grows by itself: that it is late is news, each minute of it is not. */
export function isNewState(told: Body | null, now: Body): boolean {
  if (told === null) return true
  const isStillLate = told['state'] === 'overdue' && now['state'] === 'overdue'
  return canonical(isStillLate ? { ...told, because: now['because'] } : told) !== canonical(now)
}

/** Whatever the order of the keys is, which not every database keeps. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
