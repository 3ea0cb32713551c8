import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err } from '../../../../shared/base/result.ts'
import { parse, serialize } from '../../../../shared/playbook/doc.ts'
import { applyEdit } from '../../../../shared/playbook/edit/edit.ts'
import type { EditRejected } from '../../../../shared/playbook/edit/rejection.ts'
import { isTaken, type SuggestionRecord } from '../../../../shared/pollination/lines/life.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { rewrite } from '../../playbook/edit-heartbeat.ts'
import { keyOfLine } from '../../pollination/outcome.ts'
import type { Pollination } from '../../pollination/pollination.ts'
import { faultOr, lookup } from '../lookup.ts'
import { os } from '../parts.ts'
import type { DocParts } from './doc-file.ts'

/** Takes a line that a suggestion brought out of the list again. */
export function retireHandlers({ ports, store, engine, documents }: DocParts, pollination: Pollination) {
  const { trustedOr } = lookup(store)
  return {
    retire: os.pollination.retire.handler(async ({ input, context, errors }) => {
      const { suggestion: number } = input
      const record = store.pollination.byNumber(number)
      if (record === null) throw errors.NOT_FOUND({ message: `There is no suggestion ${number}.` })
      const { threadId, state, tier, text } = record
      if (threadId === null || !isTaken(record)) {
        const is = threadId === null ? 'of a thread that is gone' : state
        throw errors.CONFLICT({
          message: `Suggestion ${number} is ${is}; only one that was taken up can be retired.`,
        })
      }
      const thread = trustedOr(threadId, errors)
      const written = await rewrite<EditRejected | Fault>(ports.files, thread.repoPath, (doc) => {
        const key = keyOfLine(serialize(doc), record)
        if (key === null) return err(gone(record, thread))
        documents.versions.found(thread, serialize(doc))
        return applyEdit(doc, { do: 'removeTask', key })
      })
      if (!written.ok) throw faultOr(written.error, errors)
      documents.versions.writing(thread, written.value.text, { author: 'suggestion' })(true)
      const at = ports.clock.now()
      store.pollination.decide(number, { state: 'retired', tier, text, reason: '', by: 'person', at })
      await pollination.log.settle()
      documents.note(thread.id, parse(written.value.text), documents.facts(thread.id)?.tracked ?? false)
      ports.log('info', 'suggestion.decided', { threadId, number, state: 'retired', origin: context.origin })
      engine.tick()
      return { name: thread.name, text }
    }),
  }
}

const gone = ({ number, text }: SuggestionRecord, { name }: Thread): Fault =>
  fault(
    'file.conflict',
    `The line of suggestion ${number} does not stand in the list of ${name} any more, so nothing was taken out: ${text}`,
  )
