import { whereWords, type SuggestionRule } from '../../../../../shared/pollination/rules.ts'
import type { Pollination } from '../../../pollination/pollination.ts'
import type { ApiErrors } from '../../lookup.ts'
import { os, type ApiParts } from '../../parts.ts'
import { fittingOr, NO_RULE } from './suggested.ts'

/** What people do not want suggested, and where. */
export function suggestionRuleHandlers(
  { ports, store }: Pick<ApiParts, 'ports' | 'store'>,
  pollination: Pollination,
) {
  return {
    makeRule: os.pollination.makeRule.handler(async ({ input, errors }) => {
      const { suggestion: number, scope } = input
      const record = store.pollination.byNumber(number)
      if (record === null) throw errors.NOT_FOUND({ message: `There is no suggestion ${number}.` })
      const { threadId, pattern, state, text, threadName, replaces } = record
      if (replaces !== null) throw errors.INVALID({ message: NO_RULE })
      if (state !== 'declined')
        throw errors.CONFLICT({
          message: `Suggestion ${number} is ${state === 'proposed' ? 'open' : state}; only a no can be made a rule.`,
        })
      if (scope === 'thread' && threadId === null)
        throw errors.CONFLICT({ message: `Suggestion ${number} is of a thread that is gone.` })
      const made = store.pollination.rules().find((rule) => rule.suggestion === number)
      if (made !== undefined)
        throw errors.CONFLICT({
          message: `Rule ${made.id} was made of suggestion ${number} already: change it in the window, or remove it first.`,
        })
      const scopes = threadId === null ? [] : ((await pollination.of(threadId))?.scopes ?? [])
      fittingOr(scope, { name: threadName }, scopes, errors)
      const where = whereWords(scope, threadName)
      const of = scope === 'thread' ? threadId : null
      const known = store.pollination
        .rules()
        .find((rule) => rule.pattern === pattern && rule.scope === scope && rule.threadId === of)
      if (known !== undefined)
        throw errors.CONFLICT({ message: `Rule ${known.id} keeps it away from ${where} already.` })
      const reason = (input.reason ?? record.reason).trim()
      // Later than the no, which stays for its 30 days where the rule is removed.
      const at = ports.clock.now()
      await pollination.addRule({ pattern, scope, threadId: of, reason, suggestion: number, at })
      return { text, where }
    }),
    changeRule: os.pollination.changeRule.handler(async ({ input, errors }) => {
      const rule = ruleOr(input.rule, errors)
      if (rule.scope === 'thread' && input.scope !== undefined)
        throw errors.INVALID({
          message: `Rule ${rule.id} is about one thread. Remove it, and decline the check for more of them.`,
        })
      const { scope = rule.scope, reason = rule.reason } = input
      await pollination.changeRule(rule, { scope, reason: reason.trim() })
      return null
    }),
    removeRule: os.pollination.removeRule.handler(async ({ input, errors }) => {
      await pollination.removeRule(ruleOr(input.rule, errors))
      return null
    }),
  }

  function ruleOr(id: number, errors: Pick<ApiErrors, 'NOT_FOUND'>): SuggestionRule {
    const rule = store.pollination.rules().find((one) => one.id === id)
    if (rule === undefined) throw errors.NOT_FOUND({ message: `There is no rule ${id} for suggestions.` })
    return rule
  }
}
