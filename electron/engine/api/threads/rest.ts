import { formatDuration } from '../../../../shared/base/time.ts'
import { MAX_SNOOZE_MS } from '../../../../shared/schedule/tier.ts'
import { resumeThread } from '../../loop/by-hand.ts'
import { lookup } from '../lookup.ts'
import { os, type CoreParts } from '../parts.ts'

/** A thread, a tier or everything is left alone for a while. */
export function restHandlers({ ports, store, engine }: CoreParts) {
  const { clock } = ports
  const { threadOr } = lookup(store)
  return {
    pause: os.threads.pause.handler(({ input, errors }) => {
      const pause = { reason: input.reason || 'by you', until: input.until, by: 'person' as const }
      if (input.until !== null && input.until <= clock.now())
        throw errors.INVALID({ message: 'The pause would already be over.' })
      if (input.id === null) engine.setPause(pause)
      else store.threads.change(threadOr(input.id, errors).id, { pause })
      engine.tick()
      return null
    }),
    resume: os.threads.resume.handler(({ input, errors }) => {
      if (input.id === null) engine.setPause(null)
      else resumeThread(threadOr(input.id, errors).id, { store, engine })
      engine.tick()
      return null
    }),
    snoozeTier: os.threads.snoozeTier.handler(({ input: { id, tier, until }, errors }) => {
      const thread = threadOr(id, errors)
      const now = clock.now()
      if (until !== null && until <= now)
        throw errors.INVALID({
          message: `The snooze of the ${tier} tier of "${thread.name}" would already be over.`,
        })
      if (until !== null && until - now > MAX_SNOOZE_MS)
        throw errors.INVALID({
          message:
            `The ${tier} tier of "${thread.name}" can be snoozed for at most ` +
            `${formatDuration(MAX_SNOOZE_MS)}, got ${formatDuration(until - now)}. For longer, change ` +
            'its schedule or pause the thread.',
        })
      store.threads.snoozeTier(thread.id, tier, until)
      ports.log('info', 'tier.snoozed', { threadId: thread.id, tier, until })
      engine.tick()
      return null
    }),
  }
}
