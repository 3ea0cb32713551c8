import type { Instant } from '../../../../shared/base/time.ts'
import { parse, serialize } from '../../../../shared/playbook/doc.ts'
import { applyEdit } from '../../../../shared/playbook/edit/edit.ts'
import type { EditRejected } from '../../../../shared/playbook/edit/rejection.ts'
import type { SuggestionState } from '../../../../shared/pollination/lines/life.ts'
import { SCOPE_WORDS, type RuleScope } from '../../../../shared/pollination/rules.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { rewrite } from '../../playbook/edit-heartbeat.ts'
import { faultOr, lookup } from '../lookup.ts'
import { os } from '../parts.ts'
import type { DocParts } from './doc-file.ts'
import { retireHandlers } from './retire.ts'
import { foundFor, notSuggested, suggestedOr } from './suggested.ts'
import { suggestionRuleHandlers } from './suggestion-rules.ts'
import { trialHandlers } from './trials.ts'

/** Advice between repositories; a person decides about each piece of it. */
export function pollinationHandlers(parts: DocParts) {
  const { ports, store, engine, documents } = parts
  const { trustedOr } = lookup(store)
  const { pollination } = engine
  const decided = (threadId: Thread['id'], number: number, state: SuggestionState, origin: string): void =>
    ports.log('info', 'suggestion.decided', { threadId, number, state, origin })

  return {
    ...suggestionRuleHandlers(parts, pollination),
    ...retireHandlers(parts, pollination),
    ...trialHandlers(parts, pollination),
    view: os.pollination.view.handler(async () => {
      const view = await pollination.view()
      return { ...view, suggestions: await Promise.all(view.suggestions.map(engine.trials.shown)) }
    }),
    accept: os.pollination.accept.handler(async ({ input, context, errors }) => {
      const thread = trustedOr(input.id, errors)
      const suggestion = await suggestedOr(parts, pollination, thread, input.pattern, errors)
      const { tier = suggestion.tier, text = suggestion.text } = input
      const written = await rewrite<EditRejected>(ports.files, thread.repoPath, (doc) => {
        documents.versions.found(thread, serialize(doc))
        return applyEdit(doc, { do: 'addTask', tier, text })
      })
      if (!written.ok) throw faultOr(written.error, errors)
      documents.versions.writing(thread, written.value.text, { author: 'suggestion' })(true)
      const state = tier === suggestion.tier && text === suggestion.text ? 'accepted' : 'adapted'
      const number = suggestion.suggestion
      const at = ports.clock.now()
      store.pollination.decide(number, { state, tier, text, reason: '', by: 'person', at })
      documents.note(thread.id, parse(written.value.text), documents.facts(thread.id)?.tracked ?? false)
      await pollination.log.settle()
      decided(thread.id, number, state, context.origin)
      engine.tick()
      return { number, tier, text }
    }),
    decline: os.pollination.decline.handler(async ({ input, context, errors }) => {
      const thread = trustedOr(input.id, errors)
      const { pattern } = input
      const reason = input.reason.trim()
      const found = await foundFor(pollination, thread, pattern)
      const suggestion = found.suggested
      if (suggestion === null && found.idea === null)
        throw notSuggested(parts, thread, pattern, found.others, errors)
      const scope = input.scope ?? (suggestion === null ? 'thread' : null)
      // Of one moment: the no ends with its rule.
      const at = ports.clock.now()
      if (scope !== null) await keepAway(thread, pattern, scope, reason, at)
      if (suggestion === null) return { text: found.idea!.title, where: whereOf(scope!, thread) }
      const { suggestion: number, tier, text } = suggestion
      store.pollination.decide(number, { state: 'declined', tier, text, reason, by: 'person', at })
      await pollination.log.settle()
      decided(thread.id, number, 'declined', context.origin)
      return { text, where: scope === null ? null : whereOf(scope, thread) }
    }),
  }

  async function keepAway(
    { id }: Thread,
    pattern: string,
    scope: RuleScope,
    reason: string,
    at: Instant,
  ): Promise<void> {
    const threadId = scope === 'thread' ? id : null
    await pollination.addRule({ pattern, scope, threadId, reason, at })
  }
}

const whereOf = (scope: RuleScope, { name }: Thread): string =>
  scope === 'thread' ? name : SCOPE_WORDS[scope]
