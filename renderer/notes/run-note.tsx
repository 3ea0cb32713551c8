import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { RunId } from '../../shared/base/ids.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { NOTE_COPY as COPY } from './copy.ts'
import { NoteDialog } from './note-dialog.tsx'
import type { NoteDraft } from './notes.tsx'

/** A person's own words on this run. */
export function RunNote({ id }: { id: RunId }): ReactNode {
  const { api } = useBridge()
  const [draft, setDraft] = useState<NoteDraft | null>(null)
  const notes = useQuery(api.notes.list.queryOptions({ input: { runId: id } }))
  const note = notes.data?.[0]
  return (
    <div className="-my-2 flex min-h-7 items-start gap-2 text-13">
      {note !== undefined && (
        <p className="selectable flex min-w-0 items-start gap-2 pt-1">
          <NotebookPen size={14} aria-hidden className="mt-0.75 shrink-0 text-accent" />
          <span className="min-w-0 break-words">
            <span className="text-ink-3">{COPY.yours}</span> {note.text}
          </span>
        </p>
      )}
      {notes.data !== undefined && (
        <Button
          size="s"
          look="ghost"
          className={note === undefined ? '-ml-2.5' : ''}
          onClick={() => setDraft(note === undefined ? { runId: id } : { note })}
        >
          {note === undefined ? (
            <>
              <NotebookPen size={14} aria-hidden /> {COPY.addShort}
            </>
          ) : (
            COPY.change
          )}
        </Button>
      )}
      {draft !== null && <NoteDialog draft={draft} onClose={() => setDraft(null)} />}
    </div>
  )
}
