import { splice } from '../edit/insert-lines.ts'
import type { DocProblem, HeartbeatDoc } from '../model.ts'
import { fix, type LintFix } from './fixes.ts'
import { linePrint } from './line-print.ts'
import type { LintProblem } from './lint-problem.ts'
import type { SuspectLine } from './suspects.ts'

/**
 * Where such a line stands now; one that was changed since is no longer the one that was found. `fixOf`: of the character
 * that it hides.
 */
export function suspectProblems(
  doc: HeartbeatDoc,
  suspects: readonly SuspectLine[],
  fixOf: (p: DocProblem) => LintFix | null,
): readonly LintProblem[] {
  if (suspects.length === 0) return []
  const facts = new Map(suspects.map((fact) => [fact.print, fact]))
  return doc.lines.flatMap((line, i): readonly LintProblem[] => {
    const fact = facts.get(linePrint(line))
    if (fact === undefined) return []
    const hidden = doc.problems.find((p) => p.code === 'hidden_characters' && p.line === i + 1)
    const end = doc.tasks.find((task) => task.line === i + 1)?.endLine ?? i + 1
    return [
      {
        code: 'suspect',
        severity: 'warning',
        line: i + 1,
        message: `This line ${fact.why}, and was not written by you in Threadbeat or by an agent that may edit files: ${fact.shown}`,
        hint: 'It is kept from the other threads. Take it out, or say that you have seen it.',
        fix:
          (hidden === undefined ? null : fixOf(hidden)) ??
          (end > i + 1 ? null : fix('Take it out', doc, splice(doc, i + 1, i + 1, []))),
        suspect: fact,
      },
    ]
  })
}
