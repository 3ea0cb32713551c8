import { EditorView, type ViewUpdate } from '@codemirror/view'
import { useId, useImperativeHandle, useMemo, useRef, type ReactNode, type Ref } from 'react'
import type { TextChange } from '../../../shared/playbook/edit/line-changes.ts'
import { isMod } from '../../kit/keys.ts'
import { EDITOR } from '../copy.ts'
import { authorsMargin } from './authors-margin.ts'
import { editorSetup, playbookText, writerSetup } from './editor-setup.ts'
import { glow } from './glow.ts'
import { retyped, retypedBy, shownText } from './line-endings.ts'
import { lintDoc } from './problems.ts'
import { resultsMargin } from './results-margin.ts'
import { sourceHandle, type SourceHandle } from './source-handle.ts'
import { taskKeys } from './task-keys.ts'
import { useCodeMirror } from './use-code-mirror.ts'

/** `text`: what it begins with; later ones come by the handle, except where it is read-only. */
export function Source({
  ref,
  text,
  readOnly,
  onChange,
  onBlur,
  onSave,
  lint = true,
  label,
  margin = false,
}: {
  ref?: Ref<SourceHandle>
  text: string
  readOnly: boolean
  label: string
  lint?: boolean
  margin?: boolean
  onChange?: (text: string) => void
  onBlur?: () => void
  onSave?: () => void
}): ReactNode {
  const wayOut = useId()
  const own = useRef(text) // as the file has it; the editor's own text has one kind of line ending
  const extensions = useMemo(
    () => [
      editorSetup,
      playbookText,
      glow,
      ...(margin ? [authorsMargin] : []),
      ...(lint ? [lintDoc] : []),
      ...(readOnly ? [] : [writerSetup, taskKeys, resultsMargin]),
      EditorView.contentAttributes.of({
        'aria-label': label,
        spellcheck: 'false',
        tabindex: '0',
        ...(!readOnly && { 'aria-describedby': wayOut }),
      }),
    ],
    [label, lint, margin, readOnly, wayOut],
  )
  const { frame, view } = useCodeMirror({
    text: shownText(text),
    readOnly,
    extensions,
    onChange: (update) => {
      own.current = textAfter(own.current, update)
      onChange?.(own.current)
    },
  })
  useImperativeHandle(ref, () => sourceHandle(view, own), [view])
  return (
    <div
      className="group flex h-full flex-col"
      onKeyDown={(event) => {
        if (event.key !== 's' || !isMod(event.nativeEvent)) return
        event.preventDefault()
        onSave?.()
      }}
    >
      <div ref={frame} className="min-h-0 flex-1" onBlur={() => onBlur?.()} />
      {/* Tab writes here: who came by keyboard is told how to leave, in a line of its own that covers no text. */}
      {!readOnly && (
        <p
          id={wayOut}
          className="invisible shrink-0 bg-surface px-4 py-0.5 text-right text-11 text-ink-3 group-focus-within:visible"
        >
          {EDITOR.wayOut}
        </p>
      )}
    </div>
  )
}

/** What the file's text has become, with its line endings. A text from outside brings its own bytes. */
function textAfter(own: string, { state, startState, changes }: ViewUpdate): string {
  const shown = state.doc.toString()
  if (shownText(own) === shown) return own
  if (shownText(own) !== startState.doc.toString()) return retyped(own, shown)
  const made: TextChange[] = []
  changes.iterChanges(
    (from, to, _fromB, _toB, inserted) => void made.push({ from, to, insert: inserted.toString() }),
  )
  return retypedBy(own, made, shown)
}
