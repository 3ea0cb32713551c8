import { type Diagnostic, forceLinting, linter, lintGutter } from '@codemirror/lint'
import { StateEffect, StateField, type Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { revealDeceptive } from '../../../shared/base/hidden-text.ts'
import { lint, type LintFacts } from '../../../shared/playbook/lint/lint.ts'
import type { LintProblem } from '../../../shared/playbook/lint/lint-problem.ts'
import { changesOf } from './task-keys.ts'

/**
 * What is wrong with the text as it stands in the editor; the same words as the CLI and the thread page.
 */
export const problemsOf = (text: string, facts: KnownFacts): readonly LintProblem[] =>
  lint(text, { now: Date.now(), ...facts })

/** What is known of the list beside its text. */
export type KnownFacts = Omit<LintFacts, 'now'>

const setFacts = StateEffect.define<KnownFacts>()
const factsField = StateField.define<KnownFacts>({
  create: () => ({ timings: [] }),
  update: (value, tr) =>
    tr.effects.reduce((now, effect) => (effect.is(setFacts) ? effect.value : now), value),
})

/** What is known of the list is known later than the text. */
export function showFacts(view: EditorView, facts: KnownFacts): void {
  view.dispatch({ effects: setFacts.of(facts) })
  forceLinting(view)
}

export const lintDoc: Extension = [
  factsField,
  linter(
    (view) =>
      problemsOf(view.state.doc.toString(), view.state.field(factsField)).map((p): Diagnostic => {
        const line = view.state.doc.line(Math.min(view.state.doc.lines, Math.max(1, p.line)))
        const { fix } = p
        return {
          from: line.from,
          to: line.to,
          severity: p.severity,
          message: revealDeceptive(`${p.message} ${p.hint}`),
          // Asked again when it is used: the text may have moved on since the mark was drawn.
          ...(fix !== null && {
            actions: [{ name: revealDeceptive(fix.label), apply: (v: EditorView) => void applyFix(v, p) }],
          }),
        }
      }),
    {
      delay: 250,
      // By itself it looks again only when the text has changed.
      needsRefresh: ({ startState, state }) => startState.field(factsField) !== state.field(factsField),
    },
  ),
  lintGutter(),
]

/** The fix of this problem as the text is now; nothing where the problem is gone. */
export function applyFix(view: EditorView, problem: LintProblem): boolean {
  const now = problemsOf(view.state.doc.toString(), view.state.field(factsField)).find(
    (p) => p.code === problem.code && p.message === problem.message && p.line === problem.line,
  )
  if (now?.fix == null) return false
  view.dispatch(changesOf(now.fix.changes, 'input.fix'))
  return true
}
