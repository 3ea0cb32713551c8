import { whereWords } from '../../../../../shared/pollination/rules.ts'
import type { Pollination } from '../../../pollination/pollination.ts'
import { lookup } from '../../lookup.ts'
import { os } from '../../parts.ts'
import type { DocParts } from '../doc-file.ts'
import { fittingOr, foundFor, NO_RULE, notSuggested } from './suggested.ts'

/** A no, for a while or as a rule. */
export function declineHandlers(parts: DocParts, pollination: Pollination) {
  const { ports, store } = parts
  const { trustedOr } = lookup(store)
  return {
    decline: os.pollination.decline.handler(async ({ input, context, errors }) => {
      const thread = trustedOr(input.id, errors)
      const { pattern } = input
      const reason = input.reason.trim()
      const found = await foundFor(pollination, thread, pattern)
      const suggestion = found.suggested
      if (suggestion === null && found.idea === null)
        throw notSuggested(parts, thread, pattern, found.others, errors)
      const scope = input.scope ?? (suggestion === null ? 'thread' : null)
      if (scope !== null && suggestion !== null && suggestion.replaces !== null)
        throw errors.INVALID({ message: NO_RULE })
      if (scope !== null) fittingOr(scope, thread, found.scopes, errors)
      // Of one moment: the no ends with its rule.
      const at = ports.clock.now()
      const threadId = scope === 'thread' ? thread.id : null
      const made = { pattern, scope, threadId, reason, suggestion: suggestion?.suggestion ?? null, at }
      const rule = scope === null ? null : await pollination.addRule({ ...made, scope })
      const where = scope === null ? null : whereWords(scope, thread.name)
      if (suggestion === null) return { suggestion: null, rule, text: found.idea!.title, where }
      const { suggestion: number, tier, text } = suggestion
      store.pollination.decide(number, { state: 'declined', tier, text, reason, by: 'person', at })
      await pollination.log.settle()
      const facts = { threadId: thread.id, number, state: 'declined', origin: context.origin }
      ports.log('info', 'suggestion.decided', facts)
      return { suggestion: number, rule, text, where }
    }),
  }
}
