import type { ReactNode } from 'react'

export const Logo = ({ size = 20 }: { size?: number }): ReactNode => (
  <svg aria-hidden viewBox="0 0 20 20" width={size} height={size} className="shrink-0 text-accent">
    <path
      d="M1 10.5h4.2L7.6 4l4.3 12 2.5-7.2 1 1.7H19"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
