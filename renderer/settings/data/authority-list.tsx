import type { ReactNode } from 'react'
import { authorityLine, type Authority } from '../../../shared/contract/authority.ts'

/** All that is executed or allowed, each with its exact words; nothing is cut. */
export function AuthorityList({
  label,
  authorities,
}: {
  label: string
  authorities: readonly Authority[]
}): ReactNode {
  if (authorities.length === 0) return null
  return (
    <ul aria-label={label} className="mt-1 flex flex-col gap-0.5 font-mono text-11 text-ink-2">
      {authorities.map(authorityLine).map((line, i) => (
        <li key={i} className="break-all whitespace-pre-wrap">
          {line}
        </li>
      ))}
    </ul>
  )
}
