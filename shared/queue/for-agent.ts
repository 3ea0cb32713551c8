import { plural } from '../base/amounts.ts'
import type { Hold, ItemKind } from './queue.ts'

/**
 * What no queue ever serves: a message, or a job that prompts an agent, of a thread that has none. It is kept
 * until the person chooses an agent or takes it back, and counts neither as waiting for its turn nor against
 * a quiet thread.
 */
export const isForAgent = ({ hold }: { readonly hold: Hold | null }): boolean => hold === 'no_agent'

/** "2 messages and 1 job wait for an agent" */
export function forAgentWords(items: readonly { readonly kind: ItemKind }[]): string {
  const jobs = items.filter((item) => item.kind === 'job').length
  const messages = items.length - jobs
  const what = [messages > 0 && plural(messages, 'message'), jobs > 0 && plural(jobs, 'job')]
  return `${what.filter(Boolean).join(' and ')} ${items.length === 1 ? 'waits' : 'wait'} for an agent`
}
