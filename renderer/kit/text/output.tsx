import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useState, type ReactNode } from 'react'
import { printedLines } from '../../../shared/base/hidden-text.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { gapOf, LogText } from './log-text.tsx'
import { Well } from '../parts.tsx'

const LONG_LINES = 400
const LINE_HEIGHT = 18

/** What a program printed. Only the lines in view are in the page when it is long. */
export function Output({
  text,
  label,
  maxHeight = 480,
}: {
  text: string
  label: string
  maxHeight?: number
}): ReactNode {
  const lines = useMemo(() => printedLines(text), [text])
  if (lines.length > LONG_LINES) return <LongOutput lines={lines} label={label} maxHeight={maxHeight} />
  return (
    <div style={{ maxHeight }} className="flex">
      <Well aria-label={label} className="flex-1">
        {lines.some((l) => gapOf(l) !== null)
          ? lines.map((l, i) => (
              <span key={i} className="block">
                <LogText line={l} />
              </span>
            ))
          : lines.join('\n')}
      </Well>
    </div>
  )
}

function LongOutput({
  lines,
  label,
  maxHeight,
}: {
  lines: readonly string[]
  label: string
  maxHeight: number
}): ReactNode {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- not memoised by the compiler, which is what it needs
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
    initialRect: { width: 800, height: maxHeight },
  })
  return (
    <div>
      <div
        ref={setFrame}
        tabIndex={0}
        role="log"
        aria-label={label}
        style={{ height: maxHeight }}
        className="selectable overflow-auto rounded-control border border-line bg-sunken font-mono text-12 text-ink-2"
      >
        <div className="relative w-max min-w-full" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => (
            <div
              key={row.key}
              className="absolute left-0 flex whitespace-pre"
              style={{ top: row.start, height: LINE_HEIGHT, lineHeight: `${LINE_HEIGHT}px` }}
            >
              <span aria-hidden className="w-14 shrink-0 pr-3 text-right text-ink-3 select-none">
                {row.index + 1}
              </span>
              <span className="pr-4">
                <LogText line={lines[row.index] ?? ''} />
              </span>
            </div>
          ))}
        </div>
      </div>
      <p className="mt-1 text-12 text-ink-3">{plural(lines.length, 'line')}</p>
    </div>
  )
}
