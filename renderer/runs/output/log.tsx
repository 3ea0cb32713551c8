import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronUp, Download, Search, WrapText } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { printedLines } from '../../../shared/base/hidden-text.ts'
import { Button } from '../../kit/button.tsx'
import { Output } from '../../kit/text/output.tsx'
import { RUN } from '../copy.ts'
import { LogText } from '../../kit/text/log-text.tsx'

const { log } = RUN
const LINE_HEIGHT = 18
const HEIGHT = 480
/** Less is read at a glance. */
const LONG_LINES = 30
/**
 * More lines than this are never wrapped: each then has its own height, and all of them would have to be in
 * the page.
 */
const WRAPPED_LINES = 4000
/** Numbers of the lines that hold the words, whatever the case. */
export function findLines(lines: readonly string[], words: string): readonly number[] {
  const wanted = words.toLowerCase()
  return wanted === '' ? [] : lines.flatMap((line, i) => (line.toLowerCase().includes(wanted) ? [i] : []))
}

/** What a program printed, with a search; only the lines in view are in the page. */
export function Log({ text, label, name }: { text: string; label: string; name: string }): ReactNode {
  const lines = useMemo(() => printedLines(text), [text])
  if (lines.length < LONG_LINES) return <Output text={text} label={label} />
  return <LongLog lines={lines} label={label} name={name} />
}

function LongLog({
  lines,
  label,
  name,
}: {
  lines: readonly string[]
  label: string
  name: string
}): ReactNode {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const [wraps, setWraps] = useState(false)
  const found = useMemo(() => findLines(lines, words), [lines, words])
  const canWrap = lines.length <= WRAPPED_LINES
  // eslint-disable-next-line react-hooks/incompatible-library -- not memoised by the compiler, which is what it needs
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
    initialRect: { width: 800, height: HEIGHT },
    enabled: true,
  })
  const here = found[at]
  useEffect(() => {
    if (here !== undefined) rows.scrollToIndex(here, { align: 'center' })
  }, [here, rows])
  const step = (by: number): void =>
    setAt((now) => (found.length === 0 ? 0 : (now + by + found.length) % found.length))
  const save = (): void => {
    const url = URL.createObjectURL(new Blob([lines.join('\n')], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${name}.log`
    link.click()
    URL.revokeObjectURL(url)
  }
  const mark = (index: number): string => {
    if (index === here) return 'bg-alert-tint text-ink'
    if (found.length > 0 && found.includes(index)) return 'bg-accent-tint'
    return ''
  }
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-center gap-1.5">
        <label className="relative w-56">
          <Search size={13} aria-hidden className="absolute top-[7px] left-2.5 text-ink-3" />
          <input
            value={words}
            onChange={(e) => {
              setWords(e.target.value)
              setAt(0)
            }}
            aria-label={log.search}
            placeholder={log.search}
            spellCheck={false}
            className="h-7 w-full rounded-control border border-line bg-surface pr-2 pl-8 text-12 placeholder:text-ink-3"
            onKeyDown={(e) => {
              if (e.key === 'Enter') step(e.shiftKey ? -1 : 1)
              if (e.key === 'Escape') setWords('')
            }}
          />
        </label>
        <span role="status" className="text-12 text-ink-3">
          {words === '' ? log.lines(lines.length) : log.count(found.length, at + 1)}
        </span>
        {found.length > 0 && (
          <>
            <Button size="icon" look="ghost" aria-label={log.previous} onClick={() => step(-1)}>
              <ChevronUp size={14} />
            </Button>
            <Button size="icon" look="ghost" aria-label={log.next} onClick={() => step(1)}>
              <ChevronDown size={14} />
            </Button>
          </>
        )}
        <span className="ml-auto flex gap-1">
          {canWrap && (
            <Button
              size="icon"
              look="ghost"
              aria-label={log.wrap}
              title={log.wrap}
              aria-pressed={wraps}
              className={wraps ? 'bg-neutral-tint text-ink' : ''}
              onClick={() => setWraps(!wraps)}
            >
              <WrapText size={14} />
            </Button>
          )}
          <Button size="icon" look="ghost" aria-label={log.download} title={log.download} onClick={save}>
            <Download size={14} />
          </Button>
        </span>
      </div>
      <div
        ref={setFrame}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={label}
        style={{ height: HEIGHT }}
        className="selectable overflow-auto rounded-control border border-line bg-sunken font-mono text-12 text-ink-2"
      >
        {wraps && canWrap ? (
          <ol className="py-1">
            {lines.map((line, i) => (
              <li
                key={i}
                className={`px-3 break-words whitespace-pre-wrap [content-visibility:auto] ${mark(i)}`}
              >
                <LogText line={line} />
              </li>
            ))}
          </ol>
        ) : (
          <div className="relative w-max min-w-full" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map((row) => (
              <div
                key={row.key}
                className={`absolute left-0 flex min-w-full whitespace-pre ${mark(row.index)}`}
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
        )}
      </div>
    </div>
  )
}
