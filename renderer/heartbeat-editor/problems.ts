import type { Diagnostic } from '@codemirror/lint'
import { linter, lintGutter } from '@codemirror/lint'
import { parse, type DocProblem } from '../../shared/heartbeat-doc.ts'
import { futureStamps } from '../../shared/heartbeat-problems.ts'

/** What is wrong with the text as it stands in the editor; the same words as the CLI and the thread page. */
export function problemsOf(text: string): readonly DocProblem[] {
  const doc = parse(text)
  return [...doc.problems, ...futureStamps(doc, Date.now())].sort((a, b) => a.line - b.line)
}

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
