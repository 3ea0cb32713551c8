import type { ReactNode } from 'react'
import type { GitGlance as Glance } from '../../shared/runs/run.ts'
import { FLEET } from '../fleet/copy.ts'

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
        {git.branch ?? FLEET.git.noBranch}
        {marks !== '' && <span className="text-ink"> {marks}</span>}
      </span>
      <span className="sr-only">{spoken(git)}</span>
    </span>
  )
}

const spoken = (git: Glance): string =>
  [
    git.branch === null ? FLEET.git.detached : FLEET.git.branch(git.branch),
    FLEET.git.changed(git.changed),
    git.ahead !== null && git.ahead > 0 && FLEET.git.ahead(git.ahead),
    git.behind !== null && git.behind > 0 && FLEET.git.behind(git.behind),
    git.operation !== null && FLEET.git.operation(git.operation),
  ]
    .filter(Boolean)
    .join(', ')
