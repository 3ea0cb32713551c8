import { type } from '@orpc/contract'
import * as z from 'zod'
import { TIERS, type Tier } from '../../schedule/tier.ts'
import type { PollinationView } from '../pollination.ts'
import { base, text, threadId } from './inputs.ts'

const pattern = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/)

export const pollinationCalls = {
  pollination: {
    /** Reads all trusted repositories; takes some seconds where there are many. */
    view: base.output(type<PollinationView>()),
    /**
     * Writes the line, as it is or as the person made it, where it is still suggested; CONFLICT: it is not any more, and
     * nothing was written.
     */
    accept: base
      .input(
        z.strictObject({
          id: threadId,
          pattern,
          tier: z.enum(TIERS).optional(),
          text: text(500)
            .regex(/^[^\r\n]*$/, 'a task is one line')
            .optional(),
        }),
      )
      .output(type<{ readonly number: number; readonly tier: Tier; readonly text: string }>()),
    /** It is not suggested to this thread again for 30 days. */
    decline: base
      .input(z.strictObject({ id: threadId, pattern, reason: z.string().max(500).default('') }))
      .output(type<{ readonly text: string }>()),
  },
}
