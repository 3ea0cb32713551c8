import type { ReactNode } from 'react'
import { NEAR, shareOf, type CapUse } from '../../shared/agents/budget.ts'

function fillOf(share: number): string {
  if (share >= 1) return 'bg-urgent-fill'
  return share >= NEAR ? 'hatched bg-alert-fill text-surface/60' : 'bg-accent'
}

/** How much of a cap is gone. From four fifths on it is hatched as well as amber; full, it is solid red. */
export function Meter({
  use,
  label,
  className = '',
}: {
  use: CapUse
  label: string
  className?: string
}): ReactNode {
  const share = shareOf(use)
  const shown = Math.min(1, share)
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown * 100)}
      className={`h-1.5 overflow-hidden rounded-full bg-neutral-tint ${className}`}
    >
      <div
        className={`h-full rounded-full ${fillOf(share)}`}
        style={{ width: `${Math.max(shown * 100, share > 0 ? 2 : 0)}%` }}
      />
    </div>
  )
}
