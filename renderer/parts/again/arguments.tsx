import type { ReactNode } from 'react'
import { revealHidden } from '../../../shared/base/hidden-text.ts'

const WELL =
  'mt-2 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 break-all whitespace-pre-wrap text-ink'

/** Word for word, one to a line, so that what is one argument and what are two cannot be mistaken. */
export const Arguments = ({ argv }: { argv: readonly string[] }): ReactNode => (
  <ol aria-label="Arguments" className={WELL}>
    {argv.map((arg, i) => (
      <li key={i} className="flex gap-3">
        <span className="text-ink-3 select-none">{i}</span>
        <span>{revealHidden(arg)}</span>
      </li>
    ))}
  </ol>
)
