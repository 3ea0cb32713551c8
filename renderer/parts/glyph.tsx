import type { ReactNode } from 'react'
import type { ThreadState } from '../../shared/views/thread-view.ts'
import { STATE_WORD } from '../../shared/views/words.ts'

/** Shape first, colour second: each state is told apart in grey too. 16 × 16. */
const SHAPE: Record<ThreadState, { className: string; drawing: ReactNode }> = {
  urgent: {
    className: 'text-urgent-fill',
    drawing: <path d="M8 1.2 14.8 8 8 14.8 1.2 8Z" fill="currentColor" />,
  },
  missing: {
    className: 'text-broken',
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round">
        <path d="M1.8 4.2V13h12.4V5.4H7.6L6.4 3.4H1.8Z" strokeDasharray="2.4 1.4" />
        <path d="m6 7.4 4 4m0-4-4 4" strokeLinecap="round" />
      </g>
    ),
  },
  broken: {
    className: 'text-broken',
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="2">
        <circle cx="8" cy="8" r="5.9" strokeDasharray="7.2 2.07" strokeDashoffset="3.6" />
        <path d="M6 6l4 4m0-4-4 4" strokeWidth="1.7" strokeLinecap="round" />
      </g>
    ),
  },
  blocked: {
    className: 'text-alert',
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="1.6">
        <path d="M5 7V5a3 3 0 0 1 6 0v2" />
        <rect x="2.8" y="7" width="10.4" height="7" rx="1.6" fill="currentColor" />
      </g>
    ),
  },
  alert: {
    className: 'text-alert-edge',
    drawing: (
      <g>
        <path
          d="M8 1.8 15 14.2H1Z"
          fill="var(--alert-fill)"
          stroke="currentColor"
          strokeWidth="1.2"
          strokeLinejoin="round"
        />
        <path d="M8 6v4" stroke="var(--on-alert)" strokeWidth="1.6" strokeLinecap="round" />
        <circle cx="8" cy="12.2" r="0.95" fill="var(--on-alert)" />
      </g>
    ),
  },
  unproven: {
    className: 'text-alert',
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round">
        <path d="M8 1.8 15 14.2H1Z" />
        <path d="M6.7 7.4a1.4 1.4 0 1 1 2 1.4c-.5.3-.7.6-.7 1.1" />
        <path d="M8 12h0" strokeWidth="1.8" />
      </g>
    ),
  },
  overdue: {
    className: 'text-alert',
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <circle cx="8" cy="8" r="6" />
        <path d="M8 4.9V8l2 1.6" strokeWidth="1.6" />
      </g>
    ),
  },
  running: {
    className: 'text-accent',
    drawing: (
      <g>
        <circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M6.5 5.2 11 8l-4.5 2.8Z" fill="currentColor" />
      </g>
    ),
  },
  acknowledged: {
    className: 'text-alert',
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" strokeLinecap="round">
        <path d="M8 1.4 14.6 8 8 14.6 1.4 8Z" />
        <path d="m5.6 8.2 1.7 1.7 3.1-3.3" />
      </g>
    ),
  },
  snoozed: {
    className: 'text-neutral',
    drawing: (
      <path
        d="M12.9 9.8A5.6 5.6 0 0 1 6.2 3.1a5.6 5.6 0 1 0 6.7 6.7Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    ),
  },
  waiting: {
    className: 'text-neutral',
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
        <circle cx="8" cy="8" r="6.2" strokeDasharray="2.4 2.47" />
        <path d="M8 5v3l2 1.4" />
      </g>
    ),
  },
  new: {
    className: 'text-neutral',
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
        <circle cx="8" cy="8" r="6.2" />
        <path d="M8 5.4v5.2M5.4 8h5.2" />
      </g>
    ),
  },
  idle: {
    className: 'text-neutral',
    drawing: <path d="M4.5 8h7" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
  },
  quiet: {
    className: 'text-quiet',
    drawing: (
      <path
        d="m4 8.4 2.8 2.8L12 5.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    ),
  },
  paused: { className: 'text-neutral', drawing: <path d="M5 4.5h2v7H5Zm4 0h2v7H9Z" fill="currentColor" /> },
  off: {
    className: 'text-neutral',
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
        <circle cx="8" cy="8" r="6.2" />
        <path d="M5.4 8h5.2" />
      </g>
    ),
  },
}

export function StateGlyph({ state, size = 16 }: { state: ThreadState; size?: number }): ReactNode {
  const { className, drawing } = SHAPE[state]
  return (
    <svg
      role="img"
      aria-label={STATE_WORD[state]}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={`shrink-0 ${className}`}
    >
      <title>{STATE_WORD[state]}</title>
      {drawing}
    </svg>
  )
}
