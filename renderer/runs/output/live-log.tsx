import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
} from 'react'
import type { RunId } from '../../../shared/base/ids.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { Button } from '../../kit/button.tsx'
import { SectionTitle } from '../../kit/parts.tsx'
import { RUN_OUTPUT as COPY } from '../copy.ts'
import { LogText } from '../../kit/text/log-text.tsx'
import { useLiveOutput } from './use-live-output.ts'
import { printedLines } from '../../../shared/base/hidden-text.ts'

const LINE_HEIGHT = 18
const MOST_PX = 320
/** Nearer to the end than this is at the end: a fraction of a pixel is lost by zooming. */
const NEAR_PX = 6

const isUpwards = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'Home' || key === 'PageUp' || key === 'ArrowUp' || (key === ' ' && shiftKey)

const followWords = (isFollowing: boolean): string => (isFollowing ? COPY.following : COPY.reading)

/** What a run prints while it runs. It follows the newest line only as long as the reader is there. */
export function LiveLog({ id }: { id: RunId }): ReactNode {
  const { text, isLost } = useLiveOutput(id)
  const lines = useMemo(() => (text === '' ? [] : printedLines(text)), [text])
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- not memoised by the compiler, which is what it needs
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
    initialRect: { width: 800, height: MOST_PX },
  })
  const { isFollowing, onScroll, onKeyDown, leaveEnd, follow } = useFollowing(frame, lines)
  return (
    <section aria-labelledby="live-title">
      <SectionTitle id="live-title">{COPY.live}</SectionTitle>
      <div
        ref={setFrame}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={COPY.live}
        style={{ height: Math.min(MOST_PX, Math.max(3, lines.length) * LINE_HEIGHT + 10) }}
        className="selectable overflow-auto rounded-control border border-line bg-sunken py-1 font-mono text-12 text-ink-2"
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onWheel={(e) => e.deltaY < 0 && leaveEnd()}
      >
        {lines.length === 0 ? (
          <p className="px-3 font-sans text-12 text-ink-3">{isLost ? COPY.lost : COPY.nothingYet}</p>
        ) : (
          <div className="relative w-max min-w-full" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map((row) => (
              <div
                key={row.key}
                className="absolute left-0 min-w-full px-3 whitespace-pre"
                style={{ top: row.start, height: LINE_HEIGHT, lineHeight: `${LINE_HEIGHT}px` }}
              >
                <LogText line={lines[row.index] ?? ''} />
              </div>
            ))}
          </div>
        )}
      </div>
      <div className="mt-1 flex min-h-7 items-center gap-3 text-12 text-ink-3">
        <span>
          {lines.length > 0 && `${plural(lines.length, 'line')}. `}
          {isLost && lines.length > 0 ? COPY.lost : followWords(isFollowing)}
        </span>
        {!isFollowing && (
          <Button size="s" className="ml-auto" onClick={follow}>
            <ArrowDown size={13} /> {COPY.follow}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The newest line is followed as long as the reader is at the end. */
function useFollowing(
  frame: HTMLDivElement | null,
  lines: readonly string[],
): {
  readonly isFollowing: boolean
  readonly onScroll: (event: UIEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly leaveEnd: () => void
  readonly follow: () => void
} {
  const [isFollowing, setFollowing] = useState(true)
  const lastTop = useRef(0)
  useLayoutEffect(() => {
    if (!isFollowing || frame === null) return
    frame.scrollTo({ top: frame.scrollHeight })
    lastTop.current = frame.scrollTop // its event, which comes later, is no wish of the reader
  }, [isFollowing, frame, lines])
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent): void => {
    if (scrollHeight - scrollTop - clientHeight >= NEAR_PX) setFollowing(false)
    else if (scrollTop > lastTop.current) setFollowing(true) // who leaves the end is near it at first
    lastTop.current = scrollTop
  }
  /** At once: the next line would take the reader back before the first step up is scrolled. */
  const leaveEnd = (): void => {
    if (frame !== null && frame.scrollTop > 0) setFollowing(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isUpwards(event)) return
    leaveEnd()
    // The way to the first line would be lost to a line that was followed within the same frame.
    if (event.key === 'Home') {
      event.preventDefault()
      frame?.scrollTo({ top: 0 })
    }
  }
  const follow = (): void => {
    setFollowing(true)
    frame?.focus({ preventScroll: true })
  }
  return { isFollowing, onScroll, onKeyDown, leaveEnd, follow }
}
