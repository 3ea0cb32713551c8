import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
} from 'react'
import type { OutputPiece } from '../../../shared/contract/beats.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import { plural } from '../../../shared/base/plural.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { SectionTitle } from '../../kit/parts.tsx'
import { RUN_OUTPUT as COPY } from '../copy.ts'
import { useLive } from '../../client/live.ts'
import { LogText } from '../../kit/text/log-text.tsx'
import { printedLines } from '../../../shared/base/hidden-text.ts'

const LINE_HEIGHT = 18
const MOST_PX = 320
/**
 * Characters of a live output that the page keeps; all of what is kept of it is on record when the run has
 * ended.
 */
const KEPT_CHARS = 256 * 1024
/** Nearer to the end than this is at the end: a fraction of a pixel is lost by zooming. */
const NEAR_PX = 6

interface Shown {
  readonly text: string
  readonly to: number // of the stream, in characters
}
const NOTHING: Shown = { text: '', to: 0 }

/** With a line that says so where something between two pieces never came. */
export function joined({ text, to }: Shown, piece: OutputPiece): Shown {
  const gap =
    piece.from > to
      ? `${text === '' || text.endsWith('\n') ? '' : '\n'}${COPY.leftOut(piece.from - to)}\n`
      : ''
  const whole = text + gap + piece.text
  return {
    text:
      whole.length <= KEPT_CHARS ? whole : whole.slice(whole.indexOf('\n', whole.length - KEPT_CHARS) + 1),
    to: piece.to,
  }
}

function useLiveOutput(id: RunId): { readonly text: string; readonly isLost: boolean } {
  const { client } = useBridge()
  const isConnected = useLive((live) => live.connection === 'live')
  const [shown, setShown] = useState<Shown>(NOTHING)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (!isConnected) return
    const end = new AbortController()
    void (async () => {
      try {
        const pieces = await client.runs.follow({ id }, { signal: end.signal })
        setShown(NOTHING) // a new channel tells all that is kept once more
        setLost(false)
        for await (const piece of pieces) setShown((before) => joined(before, piece))
      } catch {
        if (!end.signal.aborted) setLost(true)
      }
    })()
    return () => end.abort()
  }, [client, id, isConnected])
  return { text: shown.text, isLost }
}

const isUpwards = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'Home' || key === 'PageUp' || key === 'ArrowUp' || (key === ' ' && shiftKey)

/** What a run prints while it runs. It follows the newest line only as long as the reader is there. */
export function LiveLog({ id }: { id: RunId }): ReactNode {
  const { text, isLost } = useLiveOutput(id)
  const lines = useMemo(() => (text === '' ? [] : printedLines(text)), [text])
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [isFollowing, setFollowing] = useState(true)
  // eslint-disable-next-line react-hooks/incompatible-library -- not memoised by the compiler, which is what it needs
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
    initialRect: { width: 800, height: MOST_PX },
  })
  const lastTop = useRef(0)
  useLayoutEffect(() => {
    if (!isFollowing || frame === null) return
    frame.scrollTop = frame.scrollHeight
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
  const toNewest = (): void => {
    setFollowing(true)
    frame?.focus({ preventScroll: true })
  }
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
        onKeyDown={(e) => isUpwards(e) && leaveEnd()}
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
          {isLost && lines.length > 0 ? COPY.lost : isFollowing ? COPY.following : COPY.reading}
        </span>
        {!isFollowing && (
          <Button size="s" className="ml-auto" onClick={toNewest}>
            <ArrowDown size={13} /> {COPY.follow}
          </Button>
        )}
      </div>
    </section>
  )
}
