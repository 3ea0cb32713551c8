import type { ReactNode } from 'react'
import type { GitGlance as Glance } from '../../shared/events/git-glance.ts'
import { PARTS } from './copy.ts'

/** "main ±3 ↓2", spoken in words. */
export function GitGlance({ git, className = '' }: { git: Glance | null; className?: string }): ReactNode {
  if (git === null) return <span className={`text-ink-3 ${className}`}>–</span>
  const marks = [
    git.changed > 0 && `±${git.changed}`,
    git.ahead !== null && git.ahead > 0 && `↑${git.ahead}`,
    git.behind !== null && git.behind > 0 && `↓${git.behind}`,
    git.operation,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <span className={`truncate font-mono text-12 text-ink-2 ${className}`} title={spoken(git)}>
      <span aria-hidden>
        {git.branch ?? PARTS.git.noBranch}
        {marks !== '' && <span className="text-ink"> {marks}</span>}
      </span>
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
