import { profileOf } from '../agents/presets.ts'
import type { Instant } from '../base/time.ts'
import { TIERS } from '../schedule/tier.ts'
import { gateModeOf, type Thread } from './thread.ts'

/**
 * The app asks a person to approve the commands of this thread's list: it runs them itself, and there are beats
 * whose agent could not.
 */
export const asksForCommands = (thread: Pick<Thread, 'agent' | 'gate'>, now: Instant): boolean =>
  thread.agent.kind === 'local' ||
  (gateModeOf(thread) === 'needed' && TIERS.some((tier) => profileOf(thread.agent, tier, now) === 'look'))
