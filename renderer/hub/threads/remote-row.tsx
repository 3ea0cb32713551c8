import { HeartPulse, ListChecks, Pause, Play } from 'lucide-react'
import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import type { AskedOfOthers, OtherMachine, RemoteThread } from '../../../shared/hub/others/others.ts'
import { OUTCOME_WORD } from '../../../shared/runs/outcome-words.ts'
import { STATE_WORD } from '../../../shared/views/words.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { pastTime, tableTime, titleTime, useMinute } from '../../kit/time.ts'
import { StateGlyph } from '../../parts/glyph.tsx'
import { pauseOrResume, wake } from '../ask.ts'
import { AskLine } from '../ask-line.tsx'
import { OTHER_THREADS as COPY } from './copy.ts'

const GRID =
  'grid-cols-[34px_minmax(120px,220px)_112px_minmax(0,1fr)_150px_116px_108px] ' +
  'max-[1100px]:grid-cols-[34px_minmax(100px,150px)_100px_minmax(0,1fr)_104px_108px]'

interface RemoteRowProps {
  readonly thread: RemoteThread
  readonly machine: OtherMachine
  /** What it told may still be so. */
  readonly isCurrent: boolean
  readonly asked: AskedOfOthers | undefined
  readonly index: number
  readonly top: number
  readonly height: number
  readonly isActive: boolean
  readonly takeFocus: boolean
  readonly onActivate: (key: string) => void
  /** Opens its list; null: that may not be read. */
  readonly onList: ((of: { thread: RemoteThread; machine: OtherMachine }) => void) | null
  readonly lineKey: string
}

/** A thread of another machine, as that told it last. */
export const RemoteRow = memo(function RemoteRow(props: RemoteRowProps): ReactNode {
  const { thread, machine, isCurrent, index, top, height, isActive, takeFocus, onActivate, lineKey } = props
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive && takeFocus && !row.current?.contains(document.activeElement))
      row.current?.focus({ preventScroll: true })
  }, [isActive, takeFocus])
  const state = isCurrent ? STATE_WORD[thread.state] : COPY.was(STATE_WORD[thread.state])
  return (
    <div
      ref={row}
      role="row"
      data-line={lineKey}
      aria-rowindex={index + 1}
      aria-label={COPY.row(thread.name, machine.name, state, thread.because)}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActivate(lineKey)}
      style={{ height, transform: `translateY(${top}px)` }}
      className={
        `${GRID} absolute inset-x-0 top-0 grid [contain:strict] items-center border-b border-line text-13 ` +
        'hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px] ' +
        (isCurrent ? '' : 'text-ink-3')
      }
    >
      <div role="gridcell" className={`flex items-center justify-center ${isCurrent ? '' : 'grayscale'}`}>
        <StateGlyph state={thread.state} />
      </div>
      <Cells {...props} state={state} />
    </div>
  )
})

function Cells({
  thread,
  machine,
  isCurrent,
  asked,
  isActive,
  onList,
  state,
}: RemoteRowProps & { state: string }): ReactNode {
  return (
    <>
      <div role="gridcell" className="flex min-w-0 items-baseline gap-1.5 pr-3" title={thread.repoPath}>
        <span className="truncate font-medium">{thread.name}</span>
        <span className="shrink-0 text-11 text-ink-3 tabular-nums">#{thread.number}</span>
      </div>
      <div role="gridcell" className={`truncate pr-2 text-12 ${isCurrent ? 'text-ink-2' : ''}`}>
        {state}
      </div>
      <div
        role="gridcell"
        dir="auto"
        title={thread.because}
        className={`truncate pr-3 text-12 ${isCurrent ? 'text-ink-2' : ''}`}
      >
        {asked !== undefined && <AskLine asked={asked} after=" · " />}
        <Ticks text={thread.because} />
      </div>
      <LastCell thread={thread} />
      <ToldCell thread={thread} />
      <Actions thread={thread} machine={machine} onList={onList} tab={isActive ? 0 : -1} />
    </>
  )
}

function LastCell({ thread: { lastOutcome, lastAt } }: { thread: RemoteThread }): ReactNode {
  const now = useMinute(lastAt ?? 0)
  return (
    <div
      role="gridcell"
      className="truncate pr-2 text-12 text-ink-3 tabular-nums max-[1100px]:hidden"
      title={lastAt === null ? undefined : titleTime(lastAt)}
    >
      {lastOutcome === null
        ? COPY.never
        : [OUTCOME_WORD[lastOutcome], ...(lastAt === null ? [] : [tableTime(lastAt, now)])].join(' · ')}
    </div>
  )
}

function ToldCell({ thread: { toldAt } }: { thread: RemoteThread }): ReactNode {
  const now = useMinute(toldAt)
  return (
    <div role="gridcell" className="truncate pr-2 text-12 text-ink-3" title={titleTime(toldAt)}>
      {COPY.told(pastTime(toldAt, now))}
    </div>
  )
}

function Actions({
  thread,
  machine,
  onList,
  tab,
}: Pick<RemoteRowProps, 'thread' | 'machine' | 'onList'> & { tab: number }): ReactNode {
  const app = useBridge()
  const [isSending, setSending] = useState(false)
  const once = (send: () => Promise<unknown>) => (): void => {
    setSending(true)
    void send().finally(() => setSending(false))
  }
  const pauseWord = (thread.isPaused ? COPY.resume : COPY.pause)(thread.name, machine.name)
  return (
    <div role="gridcell" className="flex justify-end gap-1 pr-2">
      {onList !== null && (
        <Button
          look="ghost"
          size="icon"
          tabIndex={tab}
          aria-label={COPY.list(thread.name, machine.name)}
          title={COPY.list(thread.name, machine.name)}
          onClick={() => onList({ thread, machine })}
        >
          <ListChecks size={15} />
        </Button>
      )}
      <Button
        look="ghost"
        size="icon"
        tabIndex={tab}
        disabled={isSending}
        aria-label={COPY.beat(thread.name, machine.name)}
        title={COPY.beat(thread.name, machine.name)}
        onClick={once(() => wake(app, thread, machine))}
      >
        <HeartPulse size={16} />
      </Button>
      <Button
        look="ghost"
        size="icon"
        tabIndex={tab}
        disabled={isSending}
        aria-label={pauseWord}
        title={pauseWord}
        onClick={once(() => pauseOrResume(app, thread, machine))}
      >
        {thread.isPaused ? <Play size={15} /> : <Pause size={15} />}
      </Button>
    </div>
  )
}
