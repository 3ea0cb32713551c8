import type { Diagnostic } from '@codemirror/lint'
import { linter, lintGutter } from '@codemirror/lint'
import { parse, type DocProblem } from '../../shared/heartbeat-doc.ts'

/** What is wrong with the text as it stands in the editor; the same words as the CLI and the thread page. */
export const problemsOf = (text: string): readonly DocProblem[] => parse(text).problems

export const lintDoc = [
  linter(
    (view) =>
      problemsOf(view.state.doc.toString()).map((p): Diagnostic => {
        const line = view.state.doc.line(Math.min(view.state.doc.lines, Math.max(1, p.line)))
        return { from: line.from, to: line.to, severity: p.severity, message: `${p.message} ${p.hint}` }
      }),
    { delay: 250 },
  ),
  lintGutter(),
]
