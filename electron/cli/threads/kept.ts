import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { forAgentWords, isForAgent } from '../../../shared/queue/for-agent.ts'
import { plain } from '../kit/text.ts'

type Named = Pick<ThreadView, 'number' | 'name'>

/** null: for several threads. */
export const chooseAgentWords = (thread: Pick<ThreadView, 'number'> | null): string =>
  `Choose one: threadbeat set runner --thread ${thread?.number ?? 'THREAD'} claude`

/** What a thread keeps because it has no agent, with what to do; null: nothing. */
export function keptWords(thread: Named & Pick<ThreadView, 'waiting'>): string | null {
  const items = thread.waiting.filter(isForAgent)
  const [first] = items
  if (first === undefined) return null
  const which = items.length === 1 ? first.itemId : 'ID, as `threadbeat queue` shows them'
  return (
    `${thread.number} ${plain(thread.name)}: ${forAgentWords(items)}. ${chooseAgentWords(thread)}. ` +
    `Or take it back: threadbeat queue cancel ${which}`
  )
}
