import { useQuery, useQueryClient } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { NOTE_CHARS, type HistoryFilter, type HistoryNote } from '../../shared/history/history.ts'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import type { Instant } from '../../shared/base/time.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { inputClass, Select } from '../kit/field.tsx'
import { NOTE_COPY as COPY } from './copy.ts'
import { useLive } from '../client/live.ts'
import { navigate, runPath } from '../client/navigation.ts'
import { fullTime } from '../kit/time.ts'

/** Newest first; without a bound in time, so that each chart takes its own. */
export function useNotes({ threads }: Pick<HistoryFilter, 'threads'>): readonly HistoryNote[] {
  const { api } = useBridge()
  return (
    useQuery({
      ...api.notes.list.queryOptions({ input: threads === undefined ? {} : { threads: [...threads] } }),
      staleTime: 30_000,
    }).data ?? NONE
  )
}
const NONE: readonly HistoryNote[] = []
export const notesIn = (notes: readonly HistoryNote[], from: Instant, to: Instant): readonly HistoryNote[] =>
  notes.filter((note) => note.at >= from && note.at < to)
/** Those that hold all the words of a search. */
export const notesWith = (notes: readonly HistoryNote[], search: string): readonly HistoryNote[] => {
  const words = search.toLowerCase().replaceAll('"', ' ').split(/\s+/).filter(Boolean)
  return words.length === 0
    ? []
    : notes.filter((note) => words.every((word) => note.text.toLowerCase().includes(word)))
}

/** What is written anew, or changed. */
export type NoteDraft =
  | { readonly note: HistoryNote }
  | { readonly runId: RunId }
  | { readonly at: Instant; readonly threadId: ThreadId | null }

/** The notes as they follow each other in time, in words: what the marks of a chart say. */
export function NotesLine({
  notes,
  onOpen,
}: {
  notes: readonly HistoryNote[]
  onOpen: (note: HistoryNote) => void
}): ReactNode {
  if (notes.length === 0) return null
  return (
    <ul aria-label={COPY.list} className="mx-4 mb-1.5 flex max-h-14 flex-wrap gap-1.5 overflow-y-auto">
      {notes.map((note) => (
        <li key={note.id} className="max-w-full">
          <button
            type="button"
            aria-label={COPY.open(fullTime(note.at), note.threadName, note.text)}
            title={`${fullTime(note.at)}\n${note.text}`}
            onClick={() => onOpen(note)}
            className="flex h-6 max-w-full items-center gap-1.5 rounded-control border border-line bg-sunken px-2 text-12 hover:bg-hover"
          >
            <NotebookPen size={12} aria-hidden className="shrink-0 text-accent" />
            <span className="shrink-0 text-ink-3 tabular-nums">{day.format(note.at)}</span>
            <span className="truncate">{note.text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

const ALL = 'all'
/** What a field for date and time holds. */
const fieldText = (at: Instant): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export function NoteDialog({ draft, onClose }: { draft: NoteDraft; onClose: () => void }): ReactNode {
  const { api, client } = useBridge()
  const queries = useQueryClient()
  const threads = useLive((live) => live.threads)
  const ids = { text: useId(), at: useId(), thread: useId() }
  const note = 'note' in draft ? draft.note : null
  const isOfRun = note === null ? 'runId' in draft : note.runId !== null
  const [text, setText] = useState(note?.text ?? '')
  const [when, setWhen] = useState(
    note !== null ? fieldText(note.at) : 'at' in draft ? fieldText(draft.at) : '',
  )
  const [thread, setThread] = useState<string>(
    (note !== null ? note.threadId : 'at' in draft ? draft.threadId : null) ?? ALL,
  )
  const at = new Date(when).getTime()
  const isReady = text.trim() !== '' && (isOfRun || Number.isFinite(at))
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
        ...(!isOfRun && { at, threadId: thread === ALL ? null : (thread as ThreadId) }),
        text: text.trim(),
      }),
      COPY.saved,
    )
  const runId = note?.runId ?? null
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={note === null ? COPY.add : COPY.edit}
      description={
        isOfRun
          ? note === null
            ? COPY.ofRun
            : COPY.ofRunOf(note.threadName ?? '', fullTime(note.at))
          : COPY.ofMoment
      }
      footer={
        <>
          {note !== null && (
            <Button
              look="ghost"
              className="mr-auto"
              onClick={() => void done(client.notes.remove({ id: note.id }), COPY.removed)}
            >
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
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(e) => {
          e.preventDefault()
          if (isReady) void save()
        }}
      >
        <label htmlFor={ids.text} className="text-13 font-medium">
          {COPY.text}
        </label>
        <input
          id={ids.text}
          autoFocus
          maxLength={NOTE_CHARS}
          placeholder={COPY.example}
          className={`${inputClass} -mt-2 w-full`}
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
        {!isOfRun && (
          <div className="flex flex-wrap gap-4">
            <span className="flex flex-col gap-1">
              <label htmlFor={ids.at} className="text-13 font-medium">
                {COPY.when}
              </label>
              <input
                id={ids.at}
                type="datetime-local"
                className={inputClass}
                value={when}
                onChange={(e) => setWhen(e.target.value)}
              />
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
        )}
      </form>
    </Dialog>
  )
}
