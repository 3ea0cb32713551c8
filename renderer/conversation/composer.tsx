import { SendHorizontal } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { runnerKey, runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { wakeRunner } from '../commands/actions/threads.tsx'
import { trustThread } from '../commands/actions/trust.tsx'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { CONVERSATION as COPY } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { tableTime, useMinute } from '../kit/time.ts'
import { useUi } from '../client/ui-state.ts'

const MOST = 100_000

/**
 * Enter sends, Shift+Enter begins a line; with Ctrl or ⌘ it sends too. What is typed survives leaving the
 * page.
 */
export function Composer({ thread }: { thread: ThreadView }): ReactNode {
  const { client, api, queries } = useBridge()
  const text = useUi((s) => s.drafts.get(thread.id) ?? '')
  const setDraft = useUi((s) => s.setDraft)
  const [isSending, setSending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const isEmpty = text.trim() === ''
  const send = async (): Promise<void> => {
    if (isEmpty || isSending) return
    setSending(true)
    const sent = await attempt(client.messages.send({ to: thread.id, text: text.trim() }))
    setSending(false)
    if (sent === null) return
    setDraft(thread.id, '')
    box.current?.focus()
    await queries.invalidateQueries({ queryKey: api.conversation.key() })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const isLong = text.length > MOST
  return (
    <div className="pt-2">
      <Notice thread={thread} id={`${id}-notice`} />
      <div className="flex items-end gap-2 rounded-card border border-line-strong/60 bg-surface p-1.5 focus-within:border-accent">
        <textarea
          ref={box}
          aria-label={COPY.messageTo(thread.name)}
          aria-describedby={`${id}-notice`}
          rows={1}
          value={text}
          placeholder={COPY.messageTo(thread.name)}
          readOnly={isSending}
          onChange={(e) => setDraft(thread.id, e.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-44 min-h-8 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 text-13 outline-none placeholder:text-ink-3"
        />
        <Button look="primary" disabled={isEmpty || isSending || isLong} onClick={() => void send()}>
          <SendHorizontal size={14} /> Send
        </Button>
      </div>
      <p className="mt-1 flex justify-between text-11 text-ink-3">
        <span>{COPY.keys}</span>
        {isLong && (
          <span role="alert" className="text-urgent">
            {COPY.tooLong(text.length, MOST)}
          </span>
        )}
      </p>
    </div>
  )
}

/** Why a message would not be worked soon, and what helps. */
function Notice({ thread, id }: { thread: ThreadView; id: string }): ReactNode {
  const app = useBridge()
  const resting = useFleet((fleet) => fleet.resting)
  const now = useMinute()
  const rest = resting.find((r) => r.key === runnerKey(thread.agent))
  const line = (text: string, action: ReactNode): ReactNode => (
    <div
      id={id}
      className="mb-2 flex items-center gap-3 rounded-control bg-neutral-tint px-3 py-1.5 text-12 text-ink-2"
    >
      <span className="flex-1">{text}</span>
      {action}
    </div>
  )
  if (thread.agent.kind === 'local')
    return line(
      COPY.noAgent,
      <Button size="s" onClick={() => navigate(threadPath(thread.id, 'settings'))}>
        {COPY.chooseAgent}
      </Button>,
    )
  if (!thread.trusted)
    return line(
      COPY.untrusted,
      <Button size="s" onClick={() => void trustThread(app, thread)}>
        Trust…
      </Button>,
    )
  if (rest !== undefined)
    return line(
      COPY.resting(rest.name, tableTime(rest.until, now)),
      <Button size="s" onClick={() => wakeRunner(app, rest.key, rest.name)}>
        {COPY.againNow}
      </Button>,
    )
  return (
    <span id={id} className="sr-only">
      {COPY.answers(runnerName(thread.agent))}
    </span>
  )
}
