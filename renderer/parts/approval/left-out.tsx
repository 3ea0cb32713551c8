import type { ReactNode } from 'react'
import { leftOutText, type LeftOutLines } from '../../../shared/agents/approval.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import { APPROVAL as COPY } from './copy.ts'

const NAMED = 50

/** Lines of a list that is too long to be looked through, and the bound that they lie beyond. */
export function LeftOut({ leftOut }: { leftOut: LeftOutLines }): ReactNode {
  const named = leftOut.lines.slice(0, NAMED)
  const more = leftOut.lines.length - named.length
  return (
    <div className="my-2 rounded-control bg-alert-tint px-3 py-2 text-13 text-alert">
      <p>{revealHidden(leftOutText(leftOut))}</p>
      <ul aria-label={COPY.leftOut} className="mt-1 max-h-32 overflow-y-auto text-12">
        {named.map(({ line, text }) => (
          <li key={line} className="wrap-anywhere">
            {COPY.line(line, revealHidden(text.trim()))}
          </li>
        ))}
        {more > 0 && <li>{COPY.more(more)}</li>}
      </ul>
    </div>
  )
}
