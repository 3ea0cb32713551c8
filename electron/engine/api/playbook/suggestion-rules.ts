import type { SuggestionRule } from '../../../../shared/pollination/rules.ts'
import type { Pollination } from '../../pollination/pollination.ts'
import type { ApiErrors } from '../lookup.ts'
import { os, type ApiParts } from '../parts.ts'

/** What people do not want suggested, and where. */
export function suggestionRuleHandlers({ store }: Pick<ApiParts, 'store'>, pollination: Pollination) {
  return {
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
