import type { ReactNode } from 'react'
import type { GitGlance as Glance } from '../../shared/run.ts'
import { plural } from '../../shared/words.ts'

/** "main ±3 ↓2", spoken in words. */
export function GitGlance({ git, className = '' }: { git: Glance | null; className?: string }): ReactNode {
  if (git === null) return <span className={`text-ink-3 ${className}`}>–</span>
  const marks = [git.changed > 0 && `±${git.changed}`, git.ahead !== null && git.ahead > 0 && `↑${git.ahead}`, git.behind !== null && git.behind > 0 && `↓${git.behind}`, git.operation].filter(Boolean).join(' ')
  return (
    <span className={`truncate font-mono text-12 text-ink-2 ${className}`} title={spoken(git)}>
      <span aria-hidden>{git.branch ?? 'no branch'}{marks !== '' && <span className="text-ink"> {marks}</span>}</span>
      <span className="sr-only">{spoken(git)}</span>
    </span>
  )
}

const spoken = (git: Glance): string =>
  [
    git.branch === null ? 'no branch checked out' : `branch ${git.branch}`,
    git.changed > 0 ? plural(git.changed, 'changed file') : 'no changes',
    git.ahead !== null && git.ahead > 0 && `${plural(git.ahead, 'commit')} ahead`,
    git.behind !== null && git.behind > 0 && `${plural(git.behind, 'commit')} behind`,
    git.operation !== null && `${git.operation} in progress`,
  ].filter(Boolean).join(', ')
