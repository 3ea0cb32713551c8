import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err } from '../../../../shared/base/result.ts'
import { applyEdit } from '../../../../shared/playbook/edit/edit.ts'
import { isPlainTask } from '../../../../shared/playbook/edit/plain-task.ts'
import type { EditRejected } from '../../../../shared/playbook/edit/rejection.ts'
import { isTaken, type SuggestionRecord } from '../../../../shared/pollination/lines/life.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { rewriteAs } from '../../playbook/rewrite-as.ts'
import { keyOfLine } from '../../pollination/outcome.ts'
import type { Pollination } from '../../pollination/pollination.ts'
import { faultOr, lookup } from '../lookup.ts'
import { os } from '../parts.ts'
import type { DocParts } from './doc-file.ts'

/** Takes a line that a suggestion brought out of the list again. */
export function retireHandlers(parts: DocParts, pollination: Pollination) {
  const { ports, store, engine } = parts
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
      const by = { author: 'suggestion' } as const
      const written = await rewriteAs<EditRejected | Fault>(thread, by, parts, (doc) => {
        const key = keyOfLine(doc, record)
        const task = doc.tasks.find((one) => one.key === key)
        if (task === undefined) return err(gone(record, thread))
        // What a person put below it would go as well.
        if (!isPlainTask(doc, task)) return err(grown(record, thread))
        return applyEdit(doc, { do: 'removeTask', key: task.key })
      })
      if (!written.ok) throw faultOr(written.error, errors)
      const at = ports.clock.now()
      store.pollination.decide(number, { state: 'retired', tier, text, reason: '', by: 'person', at })
      await pollination.log.settle()
      ports.log('info', 'suggestion.decided', { threadId, number, state: 'retired', origin: context.origin })
      engine.tick()
      return { name: thread.name, text }
    }),
  }
}

const grown = ({ number }: SuggestionRecord, { name }: Thread): Fault =>
  fault(
    'file.conflict',
    `The line of suggestion ${number} has other words by now, or lines of yours below it, in the list of ${name}; ` +
      'nothing was taken out. Take out what you do not want in the editor.',
  )

const gone = ({ number, text }: SuggestionRecord, { name }: Thread): Fault =>
  fault(
    'file.conflict',
    `The line of suggestion ${number} does not stand in the list of ${name} any more, so nothing was taken out: ${text}`,
  )
