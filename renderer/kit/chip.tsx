import type { ReactNode } from 'react'

export type Tone = 'urgent' | 'alert' | 'broken' | 'quiet' | 'accent' | 'neutral'
// Text colour never carries the meaning alone: urgent is solid, alert is filled amber with dark text, the
// rest is tinted.
const TONE: Record<Tone, string> = {
  urgent: 'bg-urgent-solid text-on-urgent',
  alert: 'bg-alert-fill text-on-alert',
  broken: 'bg-broken-tint text-broken',
  quiet: 'bg-quiet-tint text-quiet',
  accent: 'bg-accent-tint text-accent',
  neutral: 'bg-neutral-tint text-ink-2',
}
export function Chip({
  tone,
  children,
  className = '',
}: {
  tone: Tone
  children: ReactNode
  className?: string
}): ReactNode {
  return (
    <span
      className={
        'chip inline-flex h-[18px] items-center rounded-full px-2 text-11 font-medium whitespace-nowrap ' +
        `${TONE[tone]} ${className}`
      }
    >
      {children}
    </span>
  )
}
