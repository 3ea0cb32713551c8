import type { Pollination } from '../../../pollination/pollination.ts'
import { lookup } from '../../lookup.ts'
import { os } from '../../parts.ts'
import type { DocParts } from '../doc-file.ts'
import { suggestedOr } from './suggested.ts'

/** Whether suggestions for a thread may be tried, and what that shows. */
export function trialHandlers(parts: DocParts, pollination: Pollination) {
  const { ports, store, engine } = parts
  const { trustedOr } = lookup(store)
  return {
    trials: os.pollination.trials.handler(async ({ input, errors }) => {
      const { id } = trustedOr(input.id, errors)
      return { allowed: store.backtests.allowed().has(id), protection: await ports.backtests.protection() }
    }),
    allowTrials: os.pollination.allowTrials.handler(({ input, context, errors }) => {
      const { id } = trustedOr(input.id, errors)
      store.backtests.allow(id, input.on ? ports.clock.now() : null)
      const what = input.on ? 'trials allowed' : 'trials not allowed'
      ports.log('info', 'authority.changed', { threadId: id, what, origin: context.origin })
      return null
    }),
    tried: os.pollination.tried.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      return engine.trials.over(await suggestedOr(parts, pollination, thread, input.pattern, errors))
    }),
  }
}
