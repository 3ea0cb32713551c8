import type { ThreadId } from '../../../shared/base/ids.ts'
import type { DryRun, Explanation, Foresight } from '../../../shared/contract/beats.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Engine } from '../loop/engine.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Ports } from '../ports/ports.ts'
import { dryRun } from './dry-run.ts'
import { explain } from './explain.ts'
import { foresee } from './foresee.ts'
import type { ForesightSources } from './foresight-sources.ts'

/**
 * What will happen by itself, why things are as they are, and what a beat would do; nothing of it starts or
 * writes anything.
 */
export interface ForesightView {
  foresee(id: ThreadId | undefined, hours: number): Foresight
  explain(thread: Thread): Promise<Explanation>
  /**
   * The beat that waits, or else one that is due now (`tier` null) or asked for by hand, with the very
   * prompt its agent would get at this instant. Only a run can know whether Threadbeat's tools can be
   * served to it: here they can. Assumes a trusted thread.
   */
  dryRun(thread: Thread, tier: Tier | null): Promise<DryRun>
}

export function createForesight(
  ports: Ports,
  store: ForesightSources['store'],
  engine: Engine,
  documents: Documents,
): ForesightView {
  const sources: ForesightSources = { ports, store, engine, documents }
  return {
    foresee: (id, hours) => foresee(id, hours, sources),
    explain: (thread) => explain(thread, sources),
    dryRun: (thread, tier) => dryRun(thread, tier, sources),
  }
}
