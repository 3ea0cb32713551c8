import type { ReactNode } from 'react'

export const Heading = ({
  icon,
  children,
  count,
}: {
  icon: ReactNode
  children: ReactNode
  count?: number
}): ReactNode => (
  <h2 className="mb-1.5 flex h-6 items-center gap-1.5 text-12 font-semibold text-ink-2">
    {icon}
    {children}
    {count !== undefined && <span className="font-normal text-ink-3">{count}</span>}
  </h2>
)
