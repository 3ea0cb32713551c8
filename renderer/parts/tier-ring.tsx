import type { ReactNode } from 'react'
import type { TierProgress } from './tier-progress.ts'

const RADIUS = 6.6
const ROUND = 2 * Math.PI * RADIUS
const COLOUR: Record<TierProgress['phase'], string> = {
  filling: 'var(--neutral-fill)',
  due: 'var(--text-2)',
  late: 'var(--alert-edge)',
  never: 'transparent',
  idle: 'transparent',
  snoozed: 'transparent',
  running: 'var(--accent)',
}

export function TierRing({ progress, size = 18 }: { progress: TierProgress; size?: number }): ReactNode {
  const { fraction, phase } = progress
  return (
    <svg aria-hidden viewBox="0 0 18 18" width={size} height={size} className="shrink-0">
      <circle
        cx="9"
        cy="9"
        r={RADIUS}
        fill="none"
        stroke={phase === 'late' ? 'var(--alert-fill)' : 'var(--border)'}
        strokeWidth="2.2"
        strokeDasharray={phase === 'never' ? '2 2.15' : undefined}
      />
      {fraction > 0 && phase !== 'never' && phase !== 'idle' && (
        <circle
          cx="9"
          cy="9"
          r={RADIUS}
          fill="none"
          strokeWidth={phase === 'late' ? 1.2 : 2.2}
          stroke={COLOUR[phase]}
          transform="rotate(-90 9 9)"
          strokeDasharray={`${fraction * ROUND} ${ROUND}`}
          className={phase === 'running' ? 'animate-breathe' : ''}
        />
      )}
      {phase === 'snoozed' && (
        <path
          d="M7 6.8h4.2L6.8 11.4h4.4"
          fill="none"
          stroke="var(--text-2)"
          strokeWidth="1.4"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
    </svg>
  )
}
