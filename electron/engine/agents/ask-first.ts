import { shortMomentText } from '../../../shared/base/clock/time-text.ts'
import { asSentence } from '../../../shared/base/faults.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Pulse } from '../pulse/pulse.ts'
import type { Budget } from './budget.ts'
import type { Resting } from './resting.ts'

/** Why a person should be asked before they start this thread's agent. */
export type AskFirst =
  | { readonly code: 'budget'; readonly message: string }
  | { readonly code: 'resting'; readonly key: string; readonly message: string }

interface AskFirstParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly pulse: Pulse
  readonly budget: Budget
  readonly resting: Resting
}

/** null: nothing speaks against it. */
export function askFirst(
  { ports: { clock }, pulse, budget, resting }: AskFirstParts,
  thread: Thread,
): AskFirst | null {
  if (thread.agent.kind === 'local') return null
  const rest = resting.of(thread.agent)
  if (rest !== null && clock.now() < rest.until)
    return {
      code: 'resting',
      key: rest.key,
      message: asSentence(
        `${rest.name} rests until ${shortMomentText(rest.until, clock.now(), clock)}: ${rest.message}`,
      ),
    }
  const over = budget.objection(thread, false, pulse.settings())
  if (over === null) return null
  return { code: 'budget', message: `${over.slice(0, 1).toUpperCase()}${over.slice(1)}.` }
}
