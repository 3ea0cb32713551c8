import { countFlags } from '../../../../shared/attempts/daily/flag-runs.ts'
import type { Documents } from '../../playbook/documents.ts'
import type { Store } from '../../ports/store.ts'
import { flagKeyOf } from './ask-daily.ts'

interface WatchParts {
  readonly store: Pick<Store, 'threads' | 'daily'>
  readonly documents: Pick<Documents, 'facts' | 'onChange'>
}

/** A flag that is taken away between two daily runs and raised again begins anew. */
export function watchFlags({ store, documents }: WatchParts): void {
  documents.onChange((id) => {
    const doc = documents.facts(id)
    if (doc === null || store.threads.get(id) === null) return
    const before = store.daily.state(id)
    if (before.flags.flags.length === 0) return
    const flags = countFlags(before.flags, { kind: 'seen', keys: doc.flags.map(flagKeyOf) })
    if (flags !== before.flags) store.daily.keep(id, { ...before, flags })
  })
}
