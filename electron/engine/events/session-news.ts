import { runnerName } from '../../../shared/agents/presets.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { NewEvent } from './facts.ts'

/** A person's own agent session in this repository. */
export const sessionNews = ({ agent }: Thread, state: 'begun' | 'ended'): NewEvent => ({
  source: 'session',
  text:
    state === 'begun'
      ? `A person’s own agent session (${runnerName(agent)} or another) began in this repository.`
      : 'A person’s own agent session in this repository ended.',
  trusted: true,
  wake: 'next',
})
