import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { NOTE_CHARS, type HistoryNote } from '../../shared/history/history.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { Instant } from '../../shared/base/time.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useLive } from '../client/live.ts'
import { navigate, runPath } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { fieldInstant } from '../kit/fields/field-instant.ts'
import { MomentField } from '../kit/fields/time-field.tsx'
import { fullTime } from '../kit/time.ts'
import { NOTE_COPY as COPY } from './copy.ts'
import type { NoteDraft } from './notes.tsx'

const ALL = 'all'
/** What a field for date and time holds. */
const fieldText = (at: Instant): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

interface DialogProps {
  readonly draft: NoteDraft
  readonly onClose: () => void
}

export function NoteDialog({ draft, onClose }: DialogProps): ReactNode {
  const edit = useNoteEdit(draft, onClose)
  const { note, isOfRun, text, setText, isReady, save } = edit
  const id = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={note === null ? COPY.add : COPY.edit}
      description={isOfRun ? runWords(note) : COPY.ofMoment}
      footer={<Buttons edit={edit} onClose={onClose} />}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(e) => {
          e.preventDefault()
          if (isReady) void save()
        }}
      >
        <label htmlFor={id} className="text-13 font-medium">
          {COPY.text}
        </label>
        <input
          id={id}
          autoFocus
          maxLength={NOTE_CHARS}
          placeholder={COPY.example}
          className={`${inputClass} -mt-2 w-full`}
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
        {!isOfRun && <Moment edit={edit} />}
      </form>
    </Dialog>
  )
}

const runWords = (note: HistoryNote | null): string =>
  note === null ? COPY.ofRun : COPY.ofRunOf(note.threadName ?? '', fullTime(note.at))

/** null: a note of a run, which has its own. */
function momentOf(draft: NoteDraft): Pick<HistoryNote, 'at' | 'threadId'> | null {
  if ('note' in draft) return draft.note
  return 'at' in draft ? draft : null
}

function useNoteEdit(draft: NoteDraft, onClose: () => void) {
  const { api, client } = useBridge()
  const queries = useQueryClient()
  const note = 'note' in draft ? draft.note : null
  const isOfRun = note === null ? 'runId' in draft : note.runId !== null
  const [text, setText] = useState(note?.text ?? '')
  const moment = momentOf(draft)
  const [when, setWhen] = useState(moment === null ? '' : fieldText(moment.at))
  const [thread, setThread] = useState<string>(moment?.threadId ?? ALL)
  const at = fieldInstant(when)
  const isReady = text.trim() !== '' && (isOfRun || at !== null)
  const done = async (work: Promise<unknown>, said: string): Promise<void> => {
    if (
      (await attempt(
        work.then(() => true),
        said,
      )) === null
    )
      return
    onClose()
    await Promise.all(
      [api.notes.key(), api.history.page.key()].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  }
  const save = (): Promise<void> =>
    done(
      client.notes.save({
        ...(note !== null && { id: note.id }),
        ...('runId' in draft && { runId: draft.runId }),
        ...(!isOfRun && at !== null && { at, threadId: thread === ALL ? null : (thread as ThreadId) }),
        text: text.trim(),
      }),
      COPY.saved,
    )
  const remove = (): Promise<void> | null =>
    note === null ? null : done(client.notes.remove({ id: note.id }), COPY.removed)
  return { note, isOfRun, text, setText, when, setWhen, thread, setThread, isReady, save, remove }
}
interface Props {
  readonly edit: ReturnType<typeof useNoteEdit>
}

function Buttons({
  edit: { note, isReady, save, remove },
  onClose,
}: Props & Pick<DialogProps, 'onClose'>): ReactNode {
  const runId = note?.runId ?? null
  return (
    <>
      {note !== null && (
        <Button look="ghost" className="mr-auto" onClick={() => void remove()}>
          {COPY.remove}
        </Button>
      )}
      {runId !== null && location.hash !== `#${runPath(runId)}` && (
        <Button
          onClick={() => {
            onClose()
            navigate(runPath(runId))
          }}
        >
          {COPY.openRun}
        </Button>
      )}
      <Button look="primary" disabled={!isReady} onClick={() => void save()}>
        {COPY.save}
      </Button>
    </>
  )
}

function Moment({ edit: { when, setWhen, thread, setThread } }: Props): ReactNode {
  const threads = useLive((live) => live.threads)
  const ids = { at: useId(), thread: useId() }
  return (
    <div className="flex flex-wrap gap-4">
      <span className="flex flex-col gap-1">
        <label htmlFor={ids.at} className="text-13 font-medium">
          {COPY.when}
        </label>
        <MomentField id={ids.at} className="w-56" value={when} onChange={setWhen} />
      </span>
      <span className="flex flex-col gap-1">
        <label htmlFor={ids.thread} className="text-13 font-medium">
          {COPY.thread}
        </label>
        <Select
          id={ids.thread}
          label={COPY.thread}
          value={thread}
          options={{
            [ALL]: COPY.allThreads,
            ...Object.fromEntries([...threads.values()].map((t) => [t.id, t.name])),
          }}
          onChange={setThread}
        />
      </span>
    </div>
  )
}
