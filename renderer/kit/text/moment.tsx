import type { ReactNode } from 'react'
import type { Instant } from '../../../shared/base/time.ts'
import { fullTime, rowTime, useMinute } from '../time.ts'

/** When something was, as a row says it; the whole of it in its title. */
export function Moment({ at, className = '' }: { at: Instant; className?: string }): ReactNode {
  const now = useMinute()
  return (
    <span className={`text-ink-3 ${className}`} title={fullTime(at)}>
      {rowTime(at, now)}
    </span>
  )
}
