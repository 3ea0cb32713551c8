import type { ReactNode } from 'react'

/** Code spans in the font of code. */
export const Ticks = ({ text }: { text: string }): ReactNode => (
  <>
    {text.split(/(`[^`]+`)/).map((part, i) =>
      part.startsWith('`') ? (
        <code key={i} dir="auto" className="rounded-[4px] bg-sunken px-1 font-mono text-[0.92em]">
          {part.slice(1, -1)}
        </code>
      ) : (
        part
      ),
    )}
  </>
)
