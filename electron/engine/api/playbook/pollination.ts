import { findHidden } from '../../../../shared/base/hidden-text.ts'
import { oneLine } from '../../../../shared/base/one-line.ts'
import { isLineOf } from '../../../../shared/pollination/lines/life.ts'
import { withheldBecause } from '../../../../shared/pollination/suspect/withheld.ts'
import { acceptSuggestion } from '../../pollination/accept.ts'
import { faultOr, lookup } from '../lookup.ts'
import { os } from '../parts.ts'
import type { DocParts } from './doc-file.ts'
import { declineHandlers } from './suggestions/decline.ts'
import { retireHandlers } from './suggestions/retire.ts'
import { suggestedOr } from './suggestions/suggested.ts'
import { suggestionRuleHandlers } from './suggestions/suggestion-rules.ts'
import { trialHandlers } from './suggestions/trials.ts'
import { bulkHandlers } from './suggestions/bulk.ts'
import { undoHandlers } from './suggestions/undo.ts'

/** Advice between repositories; a person decides about each piece of it. */
export function pollinationHandlers(parts: DocParts) {
  const { ports, store, engine } = parts
  const { trustedOr } = lookup(store)
  const { pollination } = engine

  return {
    ...suggestionRuleHandlers(parts, pollination),
    ...declineHandlers(parts, pollination),
    ...retireHandlers(parts, pollination),
    ...undoHandlers(parts, pollination),
    ...bulkHandlers(parts, pollination),
    ...trialHandlers(parts, pollination),
    view: os.pollination.view.handler(async () => {
      const view = await pollination.view()
      return { ...view, suggestions: await Promise.all(view.suggestions.map(engine.trials.shown)) }
    }),
    accept: os.pollination.accept.handler(async ({ input, context, errors }) => {
      const thread = trustedOr(input.id, errors)
      const suggestion = await suggestedOr(parts, pollination, thread, input.pattern, errors)
      const { tier = suggestion.tier } = input
      const text = oneLine(input.text ?? suggestion.text)
      const hidden = findHidden(input.text ?? '')
      if (hidden !== null)
        throw errors.INVALID({
          message: `The line holds the hidden character ${hidden.name}; write it without.`,
        })
      if (suggestion.replaces !== null && isLineOf(suggestion.replaces, { tier, text }))
        throw errors.INVALID({ message: `The line reads so already, so there is nothing to accept: ${text}` })
      const written = await acceptSuggestion(thread, suggestion, { tier, text }, context.origin, parts)
      if (!written.ok) throw faultOr(written.error, errors)
      const tracked = await ports.repositories.isTracked(thread.repoPath)
      const caution = text === suggestion.text ? null : withheldBecause(text)
      const { suggestion: number, replaces } = suggestion
      return { number, tier, text, tracked: tracked.ok && tracked.value, caution, replaces }
    }),
  }
}
