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

interface LongProps {
  readonly lines: readonly string[]
  readonly label: string
  readonly name: string
}

function LongLog({ lines, label, name }: LongProps): ReactNode {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const search = useSearch(lines)
  const [wantsWrap, setWantsWrap] = useState(false)
  const canWrap = lines.length <= WRAPPED_LINES
  const Lines = wantsWrap && canWrap ? WrappedLines : VirtualLines
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-center gap-1.5">
        <SearchBar search={search} lineCount={lines.length} />
        <span className="ml-auto flex gap-1">
          {canWrap && <WrapButton wraps={wantsWrap} onChange={setWantsWrap} />}
          <Button
            size="icon"
            look="ghost"
            aria-label={log.download}
            title={log.download}
            onClick={() => saveAs(`${name}.log`, lines.join('\n'))}
          >
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
        <Lines lines={lines} search={search} frame={frame} />
      </div>
    </div>
  )
}

interface Search {
  readonly words: string
  readonly setWords: (words: string) => void
  readonly found: readonly number[] // numbers of lines
  readonly at: number // of those
  readonly step: (by: number) => void
}

function useSearch(lines: readonly string[]): Search {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => findLines(lines, words), [lines, words])
  return {
    words,
    found,
    at,
    setWords: (next) => {
      setWords(next)
      setAt(0)
    },
    step: (by) => setAt((now) => (found.length === 0 ? 0 : (now + by + found.length) % found.length)),
  }
}

function SearchBar({ search, lineCount }: { search: Search; lineCount: number }): ReactNode {
  const { words, setWords, found, at, step } = search
  return (
    <>
      <label className="relative w-56">
        <Search size={13} aria-hidden className="absolute top-[7px] left-2.5 text-ink-3" />
        <input
          value={words}
          onChange={(e) => setWords(e.target.value)}
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
        {words === '' ? log.lines(lineCount) : log.count(found.length, at + 1)}
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
    </>
  )
}

function WrapButton({ wraps, onChange }: { wraps: boolean; onChange: (wraps: boolean) => void }): ReactNode {
  return (
    <Button
      size="icon"
      look="ghost"
      aria-label={log.wrap}
      title={log.wrap}
      aria-pressed={wraps}
      className={wraps ? 'bg-neutral-tint text-ink' : ''}
      onClick={() => onChange(!wraps)}
    >
      <WrapText size={14} />
    </Button>
  )
}

function saveAs(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}

function markOf(line: number, { found, at }: Search): string {
  if (line === found[at]) return 'bg-alert-tint text-ink'
  return found.includes(line) ? 'bg-accent-tint' : ''
}

interface LinesProps {
  readonly lines: readonly string[]
  readonly search: Search
  readonly frame: HTMLDivElement | null
}

function WrappedLines({ lines, search, frame }: LinesProps): ReactNode {
  const here = search.found[search.at]
  useEffect(() => {
    if (here !== undefined) frame?.querySelectorAll('li')[here]?.scrollIntoView({ block: 'center' })
  }, [here, frame])
  return (
    <ol className="py-1">
      {lines.map((line, i) => (
        <li
          key={i}
          className={`px-3 break-words whitespace-pre-wrap [content-visibility:auto] ${markOf(i, search)}`}
        >
          <LogText line={line} />
        </li>
      ))}
    </ol>
  )
}

function VirtualLines({ lines, search, frame }: LinesProps): ReactNode {
  // oxlint-disable-next-line react/incompatible-library -- not memoised by the compiler, which is what it needs
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
    initialRect: { width: 800, height: HEIGHT },
  })
  const here = search.found[search.at]
  useEffect(() => {
    if (here !== undefined) rows.scrollToIndex(here, { align: 'center' })
  }, [here, rows])
  return (
    <div className="relative w-max min-w-full" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => (
        <div
          key={row.key}
          className={`absolute left-0 flex min-w-full whitespace-pre ${markOf(row.index, search)}`}
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
  )
}
