import { type } from '@orpc/contract'
import * as z from 'zod'
import { VOICE_KINDS } from '../../attempts/dead-ends/dead-end.ts'
import type { DeadEndsView } from '../dead-ends.ts'
import { base, threadId } from './inputs.ts'

/** What is wrong with a claim or its evidence is said by the domain, in one sentence. */
const attempts = z.array(z.int().min(1)).max(1000).readonly().default([])
const number = z.int().min(1)
const view = type<DeadEndsView>()

/** Dead ends of the team of a thread, as a person has them. INVALID: the sentence says why nothing was changed. */
export const deadEndCalls = {
  deadEnds: {
    list: base.input(z.strictObject({ id: threadId })).output(view),
    /** A person's word binds by itself. */
    claim: base.input(z.strictObject({ id: threadId, claim: z.string().max(10_000), attempts })).output(view),
    say: base
      .input(z.strictObject({ id: threadId, number, kind: z.enum(VOICE_KINDS), attempts }))
      .output(view),
    remove: base.input(z.strictObject({ id: threadId, number })).output(view),
  },
}
