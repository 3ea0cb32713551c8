import type { ItemId, ThreadId } from '../../../../shared/base/ids.ts'
import type { ConversationPage } from '../../../../shared/contract/conversation.ts'
import type { ConversationEntry } from '../../../../shared/runs/conversation-entry.ts'
import type { QueueItem } from '../../../../shared/queue/queue.ts'
import { isPerson, isThreadNumber } from '../../agents/rights.ts'
import { liveSession } from '../../agents/sessions.ts'
import type { Store } from '../../ports/store.ts'
import { lookup } from '../lookup.ts'
import { os, type CoreParts } from '../parts.ts'

/** What a person and a thread have to say to each other. */
export function conversationHandlers(parts: CoreParts) {
  const { ports, store, engine } = parts
  const { clock } = ports
  const { threadOr } = lookup(store)
  return {
    page: os.conversation.page.handler(({ input, errors }) =>
      pageOf(threadOr(input.id, errors).id, input.before, input.limit, parts),
    ),
    forget: os.conversation.forget.handler(({ input, errors }) => {
      store.agents.forgetSession(threadOr(input.id, errors).id)
      return null
    }),
    session: os.conversation.session.handler(({ input, errors }) => {
      const settings = engine.settings()
      const live = liveSession(threadOr(input.id, errors), { store, settings }, clock.now())
      return live === null
        ? null
        : {
            id: live.id,
            runner: live.runner,
            lastActivityAt: live.lastActivityAt,
            expiresAt: live.lastActivityAt + settings.sessionIdleMs,
          }
    }),
  }
}

/** Messages themselves: a new one, and one that is asked again. */
export function messageHandlers({ ports: { clock }, store, engine }: CoreParts) {
  const { threadOr } = lookup(store)
  return {
    send: os.messages.send.handler(({ input, errors }) => {
      const to = threadOr(input.to, errors).id
      const itemId = store.together(() => {
        engine.noteActivity(to)
        return store.queue.sendMessage(to, input.text, 'user', clock.now())
      })
      engine.tick()
      return { itemId }
    }),
    again: os.messages.again.handler(({ input, errors }) => {
      const message = store.conversation.messageOf(input.runId)
      if (message === null) throw errors.NOT_FOUND({ message: 'There is no such message.' })
      if (message.outcome === null) throw errors.CONFLICT({ message: 'This message is being worked on.' })
      // Under its own sender: another thread's words do not become the person's by a click.
      const itemId: ItemId = store.queue.sendMessage(
        message.threadId,
        message.text,
        message.sender,
        clock.now(),
      )
      engine.tick()
      return { itemId }
    }),
  }
}

/** What waits stands at the end of the newest page, with its place in the queue. */
function pageOf(
  id: ThreadId,
  before: string | undefined,
  limit: number,
  { store, engine }: CoreParts,
): ConversationPage {
  const page = store.conversation.page(id, before, limit)
  if (before !== undefined) return page
  const holdOf = engine.holds()
  const waiting = store.queue
    .waiting()
    .filter((item) => item.threadId === id && item.kind === 'message')
    .map(
      (item): ConversationEntry => ({
        id: item.id,
        kind: 'message',
        at: item.enqueuedAt,
        from: item.from ?? 'user',
        fromName: senderName(item.from, store),
        text: item.text ?? '',
        state: 'waiting',
        hold: holdOf(item),
        reply: null,
        repliedAt: null,
        runId: null,
        outcome: null,
        summary: null,
        attachments: [],
      }),
    )
  return { ...page, entries: [...page.entries, ...waiting] }
}

function senderName(from: QueueItem['from'], store: Pick<Store, 'threads'>): string {
  if (from === null || isPerson(from)) return 'You'
  if (!isThreadNumber(from)) return from
  return store.threads.list().find((t) => String(t.number) === from)?.name ?? `Thread ${from}`
}
