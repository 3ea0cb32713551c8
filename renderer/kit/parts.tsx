import type { ReactNode } from 'react'

/** A heading above a group: "NEEDS YOU", "FLEET 43 THREADS". */
export function SectionTitle({
  children,
  count,
  id,
  right,
}: {
  children: ReactNode
  count?: string
  id?: string
  right?: ReactNode
}): ReactNode {
  return (
    <div className="mb-2 flex h-5 items-center gap-2">
      <h2 id={id} className="text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase">
        {children}
      </h2>
      {count !== undefined && <span className="text-11 tracking-[0.04em] text-ink-3 uppercase">{count}</span>}
      {right !== undefined && <span className="ml-auto">{right}</span>}
    </div>
  )
}

export const Card = ({
  children,
  className = '',
}: {
  children: ReactNode
  className?: string
}): ReactNode => (
  <section className={`card rounded-card border border-line bg-surface ${className}`}>{children}</section>
)

export function Page({
  title,
  sub,
  actions,
  children,
}: {
  title: ReactNode
  sub?: ReactNode
  actions?: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <div className="mx-auto w-full max-w-[1440px] px-7 pt-5 pb-8 max-[1000px]:px-5">
      <header className="mb-5 flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-20 font-semibold tracking-[-0.01em]">{title}</h1>
          {sub !== undefined && <p className="text-12 text-ink-3">{sub}</p>}
        </div>
        {actions !== undefined && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** What to do when there is nothing: one picture, one sentence, one or two ways on. */
/** `as`: h1 where it is all that the page says. */
export function Empty({
  picture,
  title,
  text,
  actions,
  as: Title = 'p',
}: {
  picture?: ReactNode
  title: string
  text?: ReactNode
  actions?: ReactNode
  as?: 'p' | 'h1'
}): ReactNode {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {picture}
      <Title className="text-16 font-semibold">{title}</Title>
      {text !== undefined && <p className="mt-1 max-w-[56ch] text-13 text-ink-2">{text}</p>}
      {actions !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}

export function Skeleton({ rows, height }: { rows: number; height: number }): ReactNode {
  return (
    <div role="group" aria-busy="true" aria-label="Loading" className="flex flex-col gap-2 p-3">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="skeleton" style={{ height: height - 8 }} />
      ))}
    </div>
  )
}

const BANNER = {
  amber: 'bg-alert-tint text-alert border-alert-edge/40',
  plum: 'bg-broken-tint text-broken border-broken-fill/40',
  grey: 'bg-neutral-tint text-ink-2 border-line',
} as const
export function Banner({
  tone,
  icon,
  children,
  action,
  isSlim = false,
}: {
  tone: keyof typeof BANNER
  icon?: ReactNode
  children: ReactNode
  action?: ReactNode
  /** A hint: one line, however narrow it is. */
  isSlim?: boolean
}): ReactNode {
  const shape = isSlim ? 'mb-3 py-0.5 text-12' : 'mb-4 py-2 text-13'
  return (
    <div
      role="status"
      className={`flex items-center gap-3 rounded-card border px-4 ${shape} ${BANNER[tone]}`}
    >
      {icon}
      <div className={`min-w-0 flex-1 ${isSlim ? 'truncate' : ''}`}>{children}</div>
      {action}
    </div>
  )
}

/** Output of programs: monospaced, in a well, never executed or rendered as anything. */
export const Well = ({
  children,
  className = '',
  ...rest
}: {
  children: ReactNode
  className?: string
  'aria-label'?: string
}): ReactNode => (
  <pre
    tabIndex={0}
    className={
      'selectable overflow-auto rounded-control border border-line bg-sunken px-3 py-2 font-mono ' +
      `text-12 whitespace-pre-wrap break-words text-ink-2 ${className}`
    }
    {...rest}
  >
    {children}
  </pre>
)
