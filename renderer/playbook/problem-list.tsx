import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LintProblem } from '../../shared/playbook/lint/lint-problem.ts'
import type { SuspectLine } from '../../shared/playbook/lint/suspects.ts'
import { Button } from '../kit/button.tsx'
import { EDITOR } from './copy.ts'

const ICON = {
  error: <CircleAlert size={14} className="text-urgent" aria-label="Error" />,
  warning: <TriangleAlert size={14} className="text-alert" aria-label="Warning" />,
  info: <Info size={14} className="text-ink-3" aria-label="Hint" />,
}

export function ProblemList({
  problems,
  onShow,
  onFix,
  onSeen,
}: {
  problems: readonly LintProblem[]
  onShow: (line: number) => void
  onFix: (problem: LintProblem) => void
  onSeen: (line: SuspectLine) => void
}): ReactNode {
  if (problems.length === 0) return <p className="mt-2 text-12 text-ink-3">{EDITOR.noProblems}</p>
  const hints = problems.filter(({ severity }) => severity === 'info').length
  return (
    <section aria-label="Problems" className="mt-2">
      <h2 className="mb-1 text-12 font-medium text-ink-2">
        {EDITOR.problems(problems.length - hints, hints)}
      </h2>
      <ul className="max-h-32 overflow-y-auto rounded-card border border-line bg-surface">
        {problems.map((p) => (
          <li key={`${p.line}${p.code}${p.message}`} className="flex items-start gap-2 pr-2 hover:bg-hover">
            <button
              type="button"
              onClick={() => onShow(p.line)}
              className="flex min-h-8 min-w-0 flex-1 items-start gap-2 px-3 py-1.5 text-left text-12 focus-visible:-outline-offset-2"
            >
              <span className="mt-0.5">{ICON[p.severity]}</span>
              <span className="w-14 shrink-0 text-ink-3">line {p.line}</span>
              <span className="min-w-0">
                <span className="text-ink">{p.message}</span> <span className="text-ink-3">{p.hint}</span>
              </span>
            </button>
            {p.suspect !== undefined && <Seen at={p.line} line={p.suspect} onSeen={onSeen} />}
            {p.fix !== null && (
              <Button size="s" className="my-0.5" onClick={() => onFix(p)}>
                {p.fix.label}
                <span className="sr-only">, line {p.line}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Seen = ({
  at,
  line,
  onSeen,
}: {
  at: number
  line: SuspectLine
  onSeen: (line: SuspectLine) => void
}): ReactNode => (
  <Button size="s" className="my-0.5" onClick={() => onSeen(line)}>
    {EDITOR.seen}
    <span className="sr-only">, line {at}</span>
  </Button>
)
