import type { Fault } from '../../../shared/base/faults.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { changeLine } from '../../../shared/playbook/edit/change-line.ts'
import { applyEdit } from '../../../shared/playbook/edit/edit.ts'
import type { EditRejected } from '../../../shared/playbook/edit/rejection.ts'
import type { SuggestionRecord } from '../../../shared/pollination/lines/life.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Documents } from '../playbook/documents.ts'
import { rewriteAs } from '../playbook/rewrite-as.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { DecisionLog } from './decision-log.ts'

type Line = Pick<SuggestionRecord, 'tier' | 'text'>
type Suggested = Line &
  Pick<SuggestionRecord, 'replaces'> & { readonly suggestion: number; readonly reason?: string }

export interface AcceptParts {
  readonly ports: Pick<Ports, 'clock' | 'files' | 'log'>
  readonly store: Pick<Store, 'pollination'>
  readonly documents: Documents
  readonly engine: { readonly pollination: { readonly log: DecisionLog }; tick(): void }
}

/**
 * A person's yes: the line, as it was suggested or otherwise, is written into HEARTBEAT.md, and the suggestion is
 * decided; an edit stands in the place of its line. Nothing is approved by it. `origin`: from where the yes came, for the
 * log; `reason`: for the record. An error: nothing was written.
 */
export async function acceptSuggestion(
  thread: Thread,
  { suggestion, reason = '', ...suggested }: Suggested,
  { tier, text }: Line,
  origin: string,
  { ports, store, documents, engine }: AcceptParts,
): Promise<Result<void, EditRejected | Fault>> {
  const written = await rewriteAs<EditRejected>(
    thread,
    { author: 'suggestion' },
    { ports, documents },
    (doc) =>
      suggested.replaces === null
        ? applyEdit(doc, { do: 'addTask', tier, text })
        : changeLine(doc, suggested.replaces, { tier, text }),
  )
  if (!written.ok) return written
  const state = tier === suggested.tier && text === suggested.text ? 'accepted' : 'adapted'
  const at = ports.clock.now()
  store.pollination.decide(suggestion, { state, tier, text, reason, by: 'person', at })
  await engine.pollination.log.settle()
  ports.log('info', 'suggestion.decided', { threadId: thread.id, number: suggestion, state, origin })
  engine.tick()
  return ok(undefined)
}
