import { isTaken } from '../../../../../shared/pollination/lines/life.ts'
import type { Pollination } from '../../../pollination/pollination.ts'
import { faultOr, lookup } from '../../lookup.ts'
import { os } from '../../parts.ts'
import type { DocParts } from '../doc-file.ts'
import { changed, takeOutLine } from './take-out-line.ts'

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
        const isOpen = state === 'proposed' ? 'open' : state
        const is = threadId === null ? 'of a thread that is gone' : isOpen
        throw errors.CONFLICT({
          message: `Suggestion ${number} is ${is}; only one that was taken up can be retired.`,
        })
      }
      const thread = trustedOr(threadId, errors)
      if (record.replaces !== null)
        throw errors.CONFLICT({
          message: `Suggestion ${number} changed a line that stood there before, so it cannot be retired; it can be undone.`,
        })
      const isOut = await takeOutLine(thread, record, parts, errors)
      if (!isOut) throw faultOr(changed(record, thread), errors)
      const at = ports.clock.now()
      store.pollination.decide(number, { state: 'retired', tier, text, reason: '', by: 'person', at })
      await pollination.log.settle()
      ports.log('info', 'suggestion.decided', { threadId, number, state: 'retired', origin: context.origin })
      engine.tick()
      return { name: thread.name, text }
    }),
  }
}
