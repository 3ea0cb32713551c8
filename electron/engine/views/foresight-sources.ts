import type { Engine } from '../loop/engine.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/** What each of the three answers is made from. */
export interface ForesightSources {
  readonly ports: Ports
  readonly store: Pick<
    Store,
    | 'threads'
    | 'queue'
    | 'runs'
    | 'events'
    | 'jobs'
    | 'knowledge'
    | 'permissions'
    | 'conversation'
    | 'tasks'
    | 'work'
    | 'pollination'
    | 'backtests'
    | 'attempts'
    | 'daily'
    | 'meta'
    | 'writeProblem'
  >
  readonly engine: Engine
  readonly documents: Documents
}
