import { useId, useState, type ReactNode } from 'react'
import type { EventReceipt } from '../../shared/contract/beats.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { readsPrompts } from '../../shared/events/recipient.ts'
import { EVENT_CHARS, eventProblem } from '../../shared/events/system-event.ts'
import { HOLD_WORD } from '../../shared/views/words.ts'
import { toast } from '../kit/shown/toast.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { Checkbox } from '../kit/fields/checkbox.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Card } from '../kit/parts.tsx'
import { threadPath } from '../client/navigation.ts'
import { TELL as COPY } from './copy.ts'
import { Go } from './entry.tsx'

const WHEN = COPY.when

/** A fact as it is written, and handed over. */
function useTell(thread: ThreadView) {
  const { client, api, queries } = useBridge()
  const [text, setText] = useState('')
  const [wake, setWake] = useState<keyof typeof WHEN>('now')
  const [isForeign, setForeign] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ReactNode>(null)
  const add = async (): Promise<void> => {
    const problem = eventProblem(text)
    setError(problem === null ? null : `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}.`)
    if (problem !== null) return
    setBusy(true)
    try {
      const ticket = await client.events.add({
        to: thread.id,
        text: text.trim(),
        source: 'cli',
        wake,
        urgent: false,
        trusted: !isForeign,
      })
      if (ticket.state === 'off')
        return setError(
          <>
            {COPY.off} <Go to={threadPath(thread.id, 'settings')}>Settings</Go>
          </>,
        )
      setText('')
      toast(outcomeWords(ticket, thread.name))
      await queries.invalidateQueries({ queryKey: api.events.timeline.key({ input: { id: thread.id } }) })
    } catch (cause) {
      setError(messageOf(cause))
    } finally {
      setBusy(false)
    }
  }
  return { text, setText, wake, setWake, isForeign, setForeign, isBusy, error, add }
}

/** A person states a fact; the agent reads it in its next prompt, or, where there is none, it is listed. */
export function Tell({ thread }: { thread: ThreadView }): ReactNode {
  const id = useId()
  const hasAgent = readsPrompts(thread.agent)
  const words = hasAgent ? COPY : COPY.noAgent
  const { text, setText, wake, setWake, isForeign, setForeign, isBusy, error, add } = useTell(thread)
  return (
    <Card className="px-4 py-3">
      <form
        aria-label={words.title}
        onSubmit={(e) => {
          e.preventDefault()
          void add()
        }}
      >
        <label htmlFor={id} className="text-13 font-semibold">
          {words.title}
        </label>
        <p id={`${id}-help`} className="text-12 text-ink-3">
          {hasAgent ? COPY.about : COPY.noAgent.about(thread.name)}
        </p>
        <textarea
          id={id}
          aria-describedby={`${id}-help`}
          rows={2}
          value={text}
          maxLength={EVENT_CHARS * 2}
          aria-invalid={error !== null}
          placeholder={COPY.example}
          className={`${inputClass} mt-2 block h-auto min-h-14 w-full resize-y py-1.5`}
          onChange={(e) => setText(e.target.value)}
          onKeyDown={(e) => {
            if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
              e.preventDefault()
              void add()
            }
          }}
        />
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Select label={words.whenLabel} value={wake} options={WHEN} onChange={setWake} />
          {hasAgent && (
            <span className="flex items-center gap-2 text-12 text-ink-2">
              <Checkbox label={COPY.foreign} checked={isForeign} onChange={setForeign} /> {COPY.foreignHelp}
            </span>
          )}
          <span className="ml-auto flex items-center gap-3">
            <Count chars={text.length} />
            <Button type="submit" disabled={isBusy || text.trim() === ''}>
              {COPY.add}
            </Button>
          </span>
        </div>
        {error !== null && (
          <p role="alert" className="mt-2 text-12 text-urgent">
            {error}
          </p>
        )}
      </form>
    </Card>
  )
}

function outcomeWords(ticket: EventReceipt, name: string): string {
  if (ticket.state === 'folded') return COPY.folded
  if (ticket.recipient === 'person') return COPY.toYou(name)
  if (ticket.hold !== null) return COPY.held(HOLD_WORD[ticket.hold])
  return ticket.wakes ? COPY.woken(name) : COPY.noted(name)
}

function Count({ chars }: { chars: number }): ReactNode {
  if (chars <= EVENT_CHARS * 0.9) return null
  return (
    <span className={`text-12 tabular-nums ${chars > EVENT_CHARS ? 'text-urgent' : 'text-ink-3'}`}>
      {chars} of {EVENT_CHARS}
    </span>
  )
}
