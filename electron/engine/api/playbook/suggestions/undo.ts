import { isTaken, type SuggestionRecord } from '../../../../../shared/pollination/lines/life.ts'
import { listedLines } from '../../../playbook/listed-lines.ts'
import { hasSame } from '../../../pollination/own-lines.ts'
import type { Pollination } from '../../../pollination/pollination.ts'
import { lookup, type ApiErrors } from '../../lookup.ts'
import { os } from '../../parts.ts'
import type { DocParts } from '../doc-file.ts'
import { takeOutLine } from './take-out-line.ts'

/** Takes a decision back: the line goes out again as it came, where it is not gone, a rule that began with a no goes too, and it is open anew. */
export function undoHandlers(parts: DocParts, pollination: Pollination) {
  const { ports, store, engine } = parts
  const { threadOr, trustedOr } = lookup(store)
  return {
    undo: os.pollination.undo.handler(async ({ input, context, errors }) => {
      const { suggestion: number } = input
      const record = store.pollination.byNumber(number)
      if (record === null) throw errors.NOT_FOUND({ message: `There is no suggestion ${number}.` })
      const threadId = undoableOr(record, errors)
      const thread = isTaken(record) ? trustedOr(threadId, errors) : threadOr(threadId, errors)
      const taken = isTaken(record) && (await takeOutLine(thread, record, parts, errors))
      const done = await pollination.reopen(record)
      if (!done) throw errors.CONFLICT({ message: `Suggestion ${number} was decided otherwise meanwhile.` })
      const facts = { threadId, number, state: 'proposed', origin: context.origin }
      ports.log('info', 'suggestion.decided', facts)
      engine.tick()
      const now = await listedLines(thread, { ports, store })
      const again = record.replaces !== null || !now.ok || !hasSame(now.value, record)
      return { name: thread.name, text: record.text, replaces: record.replaces, taken, again }
    }),
  }

  function undoableOr(record: SuggestionRecord, errors: Pick<ApiErrors, 'CONFLICT'>) {
    const { number, threadId, pattern, state } = record
    const refuse = (why: string) => errors.CONFLICT({ message: `Suggestion ${number} ${why}.` })
    if (!isTaken(record) && state !== 'declined' && state !== 'retired')
      throw refuse(
        `is ${state === 'proposed' ? 'open' : state}; only what was accepted, declined or retired can be undone`,
      )
    if (threadId === null) throw refuse('is of a thread that is gone, so nothing can be undone')
    const again = store.pollination.open().find((one) => one.threadId === threadId && one.pattern === pattern)
    if (again !== undefined)
      throw refuse(`is suggested anew, as suggestion ${again.number}, so nothing was undone`)
    return threadId
  }
}
