import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HistoryFilter, HistoryNote } from '../../shared/history/history.ts'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import type { Instant } from '../../shared/base/time.ts'
import { useBridge } from '../client/bridge.ts'
import { NOTE_COPY as COPY } from './copy.ts'
import { localDate, fullTime } from '../kit/time.ts'

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
            <span className="shrink-0 text-ink-3 tabular-nums">{localDate(note.at)}</span>
            <span className="truncate">{note.text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
