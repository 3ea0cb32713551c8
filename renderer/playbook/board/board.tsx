import { StickyNote } from 'lucide-react'
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { notesText } from '../../../shared/playbook/edit/task-notes.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { LintProblem } from '../../../shared/playbook/lint/lint-problem.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import type { LastResult } from '../../../shared/runs/run.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { isMod } from '../../kit/keys.ts'
import { BOARD } from '../copy.ts'
import { resultOfTask } from '../last-results.ts'
import { adderOf, taskOfField, type Field, type Fields } from '../saving/fields.ts'
import type { SourceHandle } from '../source/source-handle.ts'
import { useBoardActions } from './board-actions.ts'
import { TierColumn } from './board-column.tsx'
import { Notes } from './board-inputs.tsx'
import { Flags } from './flags.tsx'
import { Heading } from './heading.tsx'
import { Work } from './work.tsx'

/**
 * The same text as lists of cards: every change is a small change of the source, with one undo for both.
 * `text`: as shown in the source.
 */
export function Board({
  text,
  problems,
  results,
  source,
  fields,
  onField,
}: {
  text: string
  problems: readonly LintProblem[]
  results: readonly LastResult[]
  source: () => SourceHandle | null
  /** What is being typed here; it outlives the board. */
  fields: Fields
  onField: (name: string, field: Field | null) => void
}): ReactNode {
  const doc = useMemo(() => parse(text), [text])
  const lastOf = useMemo(() => resultOfTask(results), [results])
  const frame = useRef<HTMLDivElement>(null)
  const actions = useBoardActions({ frame, text, source, fields, onField })
  useOrphans(doc, fields, onField)
  return (
    <section
      ref={frame}
      aria-label={BOARD.label}
      aria-describedby="board-keys"
      onKeyDown={(event) => undoByKey(event, source())}
      className="@container h-full overflow-y-auto bg-canvas p-3"
    >
      <p id="board-keys" className="sr-only">
        {BOARD.keys}
      </p>
      {doc.conflicted && (
        <p role="alert" className="mb-3 text-13 text-urgent">
          {BOARD.unfinished}
        </p>
      )}
      <Flags doc={doc} actions={actions} />
      <div className="grid grid-cols-1 gap-3 @min-[440px]:grid-cols-2 @min-[720px]:grid-cols-3">
        {TIERS.map((tier) => (
          <TierColumn key={tier} {...{ tier, doc, problems, lastOf, actions }} />
        ))}
        <Work doc={doc} actions={actions} />
        <div className="@min-[440px]:col-span-full">
          <Heading icon={<StickyNote size={13} aria-hidden />}>{BOARD.notes}</Heading>
          <Notes text={notesText(doc)} actions={actions} />
        </div>
      </div>
    </section>
  )
}

/** Somebody took the task away under the words that are typed for it: they wait as a new one. */
function useOrphans(
  doc: HeartbeatDoc,
  fields: Fields,
  onField: (name: string, field: Field | null) => void,
): void {
  useEffect(() => {
    for (const [name, field] of Object.entries(fields)) {
      const key = taskOfField(field)
      const tier = TIERS.find((t) => key?.startsWith(`${t}:`))
      if (tier === undefined || doc.tasks.some((t) => t.key === key)) continue
      const all = [fields[adderOf(tier)]?.text ?? '', field.text].join(' ').trim()
      onField(adderOf(tier), { text: all, edit: { do: 'addTask', tier, text: all } })
      onField(name, null)
    }
  }, [doc, fields, onField])
}

function undoByKey(event: KeyboardEvent, source: SourceHandle | null): void {
  if (
    !isMod(event.nativeEvent) ||
    event.target instanceof HTMLTextAreaElement ||
    (event.target instanceof HTMLInputElement && event.target.type === 'text')
  )
    return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) source?.redo()
  else source?.undo()
}
