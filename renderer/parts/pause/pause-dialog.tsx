import { useId, useState, type FormEvent, type ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass } from '../../kit/field.tsx'
import { fieldInstant } from '../../kit/fields/field-instant.ts'
import { MomentField } from '../../kit/fields/time-field.tsx'
import { ACTIONS } from '../../commands/actions/copy.ts'
import { PARTS } from '../copy.ts'

const { pause: words } = PARTS

/** A pause that says why and, if wanted, until when. `thread` null: everything. */
export function PauseDialog({
  thread,
  open,
  onClose,
}: {
  thread: ThreadView | null
  open: boolean
  onClose: () => void
}): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title(thread?.name ?? 'everything')}
      description={words.help}
      width={440}
    >
      {open && <Form thread={thread} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ thread, onClose }: { thread: ThreadView | null; onClose: () => void }): ReactNode {
  const { client } = useBridge()
  const id = useId()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [error, setError] = useState<string | null>(null)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const at = fieldInstant(until)
    if (until !== '' && (at === null || at <= Date.now())) return setError(words.past)
    void attempt(
      client.threads
        .pause({
          id: thread?.id ?? null,
          until: at,
          reason: reason.trim() === '' ? ACTIONS.pause.reason : reason.trim(),
        })
        .then(() => true),
    ).then((done) => done === true && onClose())
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <label className="text-12 text-ink-2">
        {words.reason}
        <input
          autoFocus
          value={reason}
          maxLength={200}
          placeholder={words.reasonHint}
          onChange={(e) => setReason(e.target.value)}
          className={`${inputClass} mt-1 block w-full`}
        />
      </label>
      <div className="text-12 text-ink-2">
        <label htmlFor={id}>{words.until}</label>
        <MomentField
          id={id}
          value={until}
          aria-invalid={error !== null}
          onChange={(text) => {
            setUntil(text)
            setError(null)
          }}
          className="mt-1 flex! w-60"
        />
        <span className="text-ink-3">{words.untilHelp}</span>
      </div>
      {error !== null && (
        <p role="alert" className="text-12 text-urgent">
          {error}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" look="primary">
          {words.yes}
        </Button>
      </div>
    </form>
  )
}
