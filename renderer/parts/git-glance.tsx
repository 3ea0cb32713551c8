import type { ReactNode } from 'react'
import type { GitGlance as Glance } from '../../shared/events/git-glance.ts'
import { PARTS } from './copy.ts'

/** What of it is left out, where it stands beside it in words. */
export type GitMark = 'changed' | 'ahead' | 'behind' | 'operation'

/** "main ±3 ↓2", spoken in words. */
export function GitGlance({
  git,
  but,
  className = '',
}: {
  git: Glance
  but?: GitMark | undefined
  className?: string
}): ReactNode {
  const marks: readonly (readonly [GitMark, string | null])[] = [
    ['changed', git.changed > 0 ? `±${git.changed}` : null],
    ['ahead', git.ahead !== null && git.ahead > 0 ? `↑${git.ahead}` : null],
    ['behind', git.behind !== null && git.behind > 0 ? `↓${git.behind}` : null],
    ['operation', git.operation],
  ]
  const shown = marks.flatMap(([mark, text]) => (text === null || mark === but ? [] : [text]))
  return (
    <span className={`truncate font-mono text-12 ${className}`} title={spoken(git)}>
      <span aria-hidden>{[git.branch ?? PARTS.git.noBranch, ...shown].join(' ')}</span>
      <span className="sr-only">{spoken(git)}</span>
    </span>
  )
}

const spoken = (git: Glance): string =>
  [
    git.branch === null ? PARTS.git.detached : PARTS.git.branch(git.branch),
    PARTS.git.changed(git.changed),
    git.ahead !== null && git.ahead > 0 && PARTS.git.ahead(git.ahead),
    git.behind !== null && git.behind > 0 && PARTS.git.behind(git.behind),
    git.operation !== null && PARTS.git.operation(git.operation),
  ]
    .filter(Boolean)
    .join(', ')
