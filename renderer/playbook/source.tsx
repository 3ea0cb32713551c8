import { redo, undo } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { openSearchPanel } from '@codemirror/search'
import CodeMirror, { EditorView, Transaction, type ReactCodeMirrorRef } from '@uiw/react-codemirror'
import { useId, useImperativeHandle, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import type { AuthorsView } from '../../shared/contract/playbook.ts'
import type { TextChange } from '../../shared/playbook/board.ts'
import type { LintProblem, TaskTiming } from '../../shared/playbook/lint/lint.ts'
import { EDITOR } from './copy.ts'
import { isMod } from '../kit/keys.ts'
import { authorsMargin, showAuthors } from './authors-margin.ts'
import { editorTheme } from './editor-theme.ts'
import { glow, glowChanges } from './glow.ts'
import { retyped, retypedBy, shownText } from './line-endings.ts'
import { applyFix, lintDoc, showTimings } from './problems.ts'
import { smallestChange } from './smallest-change.ts'
import { changesOf, taskKeys } from './task-keys.ts'

export interface SourceHandle {
  /**
   * Takes a text that somebody else wrote, changing only what differs, so that cursor and scroll stay. It
   * is no step of the person's own undo.
   */
  replace(text: string): void
  /**
   * A change of the person's own, made elsewhere in the window: one step of the same undo. The changes
   * count in the shown text.
   */
  change(changes: readonly TextChange[], what: string): void
  /** The person takes another text, as one step of undo. */
  take(text: string): void
  /** As shown: one kind of line ending. */
  text(): string
  undo(): void
  redo(): void
  showLine(line: number): void
  /** Opens the editor's own search. */
  find(): void
  fix(problem: LintProblem): boolean
  timings(timings: readonly TaskTiming[]): void
  authors(known: AuthorsView): void
}

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
  const code = useRef<ReactCodeMirrorRef>(null)
  const wayOut = useId()
  const own = useRef(text) // as the file has it; the editor's own text has one kind of line ending
  // The editor holds the text: one that is drawn late must not come back over what was typed meanwhile.
  const [first] = useState(() => shownText(text))
  const extensions = useMemo(
    () => [
      markdown({ base: markdownLanguage }),
      editorTheme,
      glow,
      ...(margin ? [authorsMargin] : []),
      ...(lint ? [lintDoc] : []),
      ...(readOnly ? [] : [taskKeys]),
      EditorView.contentAttributes.of({
        'aria-label': label,
        spellcheck: 'false',
        tabindex: '0',
        ...(!readOnly && { 'aria-describedby': wayOut }),
      }),
    ],
    [label, lint, margin, readOnly, wayOut],
  )
  useImperativeHandle(ref, (): SourceHandle => {
    const view = (): EditorView | undefined => code.current?.view
    const towards = (v: EditorView, next: string): TextChange[] => {
      const change = smallestChange(v.state.doc.toString(), shownText(next))
      return change === null ? [] : [change]
    }
    return {
      replace(next) {
        const v = view()
        if (v === undefined) return
        own.current = next
        const changes = towards(v, next)
        if (changes.length === 0) return
        const tr = v.state.update({
          changes,
          annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
        })
        v.dispatch(tr)
        glowChanges(v, tr.changes)
      },
      change: (changes, what) => view()?.dispatch(changesOf(changes, what)),
      take(next) {
        const v = view()
        if (v !== undefined) v.dispatch(changesOf(towards(v, next), 'input.take'))
      },
      text: () => view()?.state.doc.toString() ?? shownText(own.current),
      undo() {
        const v = view()
        if (v !== undefined) undo(v)
      },
      redo() {
        const v = view()
        if (v !== undefined) redo(v)
      },
      showLine(line) {
        const v = view()
        if (v === undefined) return
        const { from } = v.state.doc.line(Math.min(v.state.doc.lines, Math.max(1, line)))
        v.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
        v.focus()
      },
      find() {
        const v = view()
        if (v !== undefined) openSearchPanel(v)
      },
      fix: (problem) => view() !== undefined && applyFix(view()!, problem),
      timings(timings) {
        const v = view()
        if (v !== undefined) showTimings(v, timings)
      },
      authors(known) {
        const v = view()
        if (v !== undefined) showAuthors(v, known)
      },
    }
  })
  return (
    <div
      className="group relative h-full"
      onKeyDown={(event) => {
        if (event.key !== 's' || !isMod(event.nativeEvent)) return
        event.preventDefault()
        onSave?.()
      }}
    >
      <CodeMirror
        ref={code}
        value={readOnly ? shownText(text) : first}
        theme="none"
        extensions={extensions}
        readOnly={readOnly}
        height="100%"
        className="h-full"
        onBlur={() => onBlur?.()}
        onChange={(value, update) => {
          // A text that came from outside brings its own bytes.
          if (shownText(own.current) === value) return onChange?.(own.current)
          const changes: TextChange[] = []
          update.changes.iterChanges(
            (from, to, _fromB, _toB, inserted) =>
              void changes.push({ from, to, insert: inserted.toString() }),
          )
          own.current =
            shownText(own.current) === update.startState.doc.toString()
              ? retypedBy(own.current, changes, value)
              : retyped(own.current, value)
          onChange?.(own.current)
        }}
        basicSetup={{
          foldGutter: false,
          autocompletion: false,
          closeBrackets: false,
          highlightActiveLine: !readOnly,
          bracketMatching: false,
          syntaxHighlighting: false,
        }}
      />
      {/* Tab writes here: who came by keyboard is told how to leave. */}
      {!readOnly && (
        <p
          id={wayOut}
          className="pointer-events-none absolute right-4 bottom-1 rounded-[3px] bg-surface px-1 text-11 text-ink-3 opacity-0 group-focus-within:opacity-100"
        >
          {EDITOR.wayOut}
        </p>
      )}
    </div>
  )
}
