import { redo, undo } from '@codemirror/commands'
import { openSearchPanel } from '@codemirror/search'
import { Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { AuthorsView } from '../../../shared/contract/playbook.ts'
import type { TextChange } from '../../../shared/playbook/edit/line-changes.ts'
import type { LintProblem } from '../../../shared/playbook/lint/lint-problem.ts'
import type { LinesKnown } from '../last-results.ts'
import { showAuthors } from './authors-margin.ts'
import { glowChanges } from './glow.ts'
import { shownText } from './line-endings.ts'
import { applyFix, showFacts, type KnownFacts } from './problems.ts'
import { showResults } from './results-margin.ts'
import { smallestChange } from './smallest-change.ts'
import { changesOf } from './task-keys.ts'

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
  /**
   * A conflict was settled by this text: what differs of it is one step of undo, and what was typed before the
   * conflict can still be taken back.
   */
  settle(text: string): void
  /** The cursor, where it stands, comes into view and has the focus. */
  focus(): void
  /** As shown: one kind of line ending. */
  text(): string
  undo(): void
  redo(): void
  showLine(line: number): void
  /** Opens the editor's own search. */
  find(): void
  fix(problem: LintProblem): boolean
  facts(facts: KnownFacts): void
  authors(known: AuthorsView): void
  results(known: LinesKnown): void
}

/** `own`: the text as the file has it. Where `view` is null nothing happens. */
export function sourceHandle(
  view: { readonly current: EditorView | null },
  own: { current: string },
): SourceHandle {
  const onView = (act: (view: EditorView) => unknown): void => {
    if (view.current !== null) act(view.current)
  }
  return {
    replace: (next) =>
      onView((v) => {
        own.current = next
        replace(v, next)
      }),
    change: (changes, what) => onView((v) => v.dispatch(changesOf(changes, what))),
    take: (next) => onView((v) => v.dispatch(changesOf(changesTo(v, next), 'input.take'))),
    settle: (next) =>
      onView((v) => {
        own.current = next
        const changes = changesTo(v, next)
        if (changes.length > 0) v.dispatch(changesOf(changes, 'input.take'))
      }),
    focus: () =>
      onView((v) => {
        v.dispatch({ effects: EditorView.scrollIntoView(v.state.selection.main.head, { y: 'center' }) })
        v.focus()
      }),
    text: () => view.current?.state.doc.toString() ?? shownText(own.current),
    undo: () => onView(undo),
    redo: () => onView(redo),
    showLine: (line) => onView((v) => showLine(v, line)),
    find: () => onView(openSearchPanel),
    fix: (problem) => view.current !== null && applyFix(view.current, problem),
    facts: (facts) => onView((v) => showFacts(v, facts)),
    authors: (known) => onView((v) => showAuthors(v, known)),
    results: (known) => onView((v) => showResults(v, known)),
  }
}

function changesTo(view: EditorView, text: string): readonly TextChange[] {
  const change = smallestChange(view.state.doc.toString(), shownText(text))
  return change === null ? [] : [change]
}

function replace(view: EditorView, text: string): void {
  const changes = changesTo(view, text)
  if (changes.length === 0) return
  const transaction = view.state.update({
    changes,
    annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
  })
  view.dispatch(transaction)
  glowChanges(view, transaction.changes)
}

function showLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(view.state.doc.lines, Math.max(1, line)))
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  view.focus()
}
