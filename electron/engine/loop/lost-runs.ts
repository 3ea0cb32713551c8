import type { Instant } from '../../../shared/base/time.ts'
import { afterDeath } from '../../../shared/runs/after-death.ts'
import type { Desk } from '../attempts/desk.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { WorkClaims } from '../playbook/work-claims.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { ActiveRuns } from './active-runs.ts'

interface LostRunParts {
  readonly ports: Pick<Ports, 'log'>
  readonly store: Pick<Store, 'runs' | 'alerts' | 'together'>
  readonly jobs: Jobs
  readonly desk: Pick<Desk, 'ledger'>
  readonly active: ActiveRuns
  readonly claims: WorkClaims
}

/**
 * Settles runs on record that nobody in this process works on: their ending could not be written, or the app
 * died.
 */
export function settleLostRuns(
  { ports, store, jobs, desk, active, claims }: LostRunParts,
  now: Instant,
): void {
  const here = active.ids()
  if (store.runs.running().every((run) => here.has(run.id))) return
  const orphans = store.together(() => {
    const rescued = store.runs.rescueOrphans(here, afterDeath, now)
    for (const orphan of rescued) {
      const { raised } = jobs.finish(orphan, {
        outcome: 'interrupted',
        summary: 'Threadbeat ended during it.',
        fault: null,
        said: '',
        isQuitting: false,
      })
      desk.ledger.takeBack(orphan.itemId)
      for (const alert of raised) store.alerts.raise(orphan.threadId, alert, now)
    }
    return rescued
  })
  for (const { id, threadId } of orphans) {
    ports.log('warn', 'run.rescued', { runId: id, threadId })
    void claims.settle(threadId)
  }
}
