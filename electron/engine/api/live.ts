import { mergeDeltas, type LiveMessage } from '../../../shared/views/live.ts'
import { os, type ApiParts } from './parts.ts'

/** What the window is told. A reader that is slow gets one message with everything since, never a pile. */
export const liveHandler = ({ views }: Pick<ApiParts, 'views'>) =>
  os.live.handler(async function* ({ signal }) {
    const queue: LiveMessage[] = []
    let wake: () => void = () => {}
    const end = views.subscribe((message) => {
      const last = queue.at(-1)
      if (last?.kind === 'delta' && message.kind === 'delta')
        queue[queue.length - 1] = mergeDeltas(last, message)
      else queue.push(message)
      wake()
    })
    signal?.addEventListener('abort', () => wake())
    try {
      while (signal?.aborted !== true) {
        const message = queue.shift()
        if (message !== undefined) yield message
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      end()
    }
  })
