import { ArrowUpToLine } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { toast } from '../kit/shown/toast.ts'
import { laneOf, LANES, type Lane } from '../../shared/queue/queue.ts'
import type { ThreadView, WaitingView } from '../../shared/views/thread-view.ts'
import { REASON_WORD } from '../../shared/views/words.ts'
import { cancelItem } from '../commands/actions/stop.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { confirm } from '../kit/dialog/confirm.ts'
import { Card } from '../kit/parts.tsx'
import { QUEUE_COPY as COPY } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { fullTime, span, useMinute } from '../kit/time.ts'
import { orderedReasons, whyWaiting } from './why-waiting.ts'

export const WAITING_TITLE = 'waiting-title'

/** What waits, by what asked for it. `waiting`: in the order of service. */
export function Lanes({
  waiting,
  threads,
}: {
  waiting: readonly WaitingView[]
  threads: ReadonlyMap<string, ThreadView>
}): ReactNode {
  const lanes = LANES.map((lane) => ({ lane, items: waiting.filter((w) => laneOf(w) === lane) })).filter(
    ({ items }) => items.length > 0,
  )
  // A person's messages are one kind and all else is the other: nothing is moved from one before the other.
  const tops = [waiting.find((w) => w.class === 'message'), waiting.find((w) => w.class !== 'message')]
  return (
    <div className="mb-5 flex flex-col gap-3">
      {lanes.map(({ lane, items }) => (
        <Card key={lane}>
          <div className="flex h-8 items-center border-b border-line pr-1 pl-4">
            <h3 id={`lane-${lane}`} className="flex flex-1 items-center gap-2 text-12 font-medium text-ink-2">
              {COPY.lanes[lane]} <span className="font-normal text-ink-3">{items.length}</span>
            </h3>
            {items.length > 1 && <CancelAll lane={lane} items={items} />}
          </div>
          <ul aria-labelledby={`lane-${lane}`}>
            {items.map((w) => (
              <Item key={w.itemId} w={w} thread={threads.get(w.threadId)} isTop={tops.includes(w)} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

/**
 * The button goes with what it cancels, and the focus would go nowhere; not to the next button, which a key
 * held down would press.
 */
export function focusTitle(): void {
  const title = document.getElementById(WAITING_TITLE)
  if (title !== null) title.tabIndex = -1
  title?.focus()
}

function CancelAll({ lane, items }: { lane: Lane; items: readonly WaitingView[] }): ReactNode {
  const { client } = useBridge()
  const cancel = async (): Promise<void> => {
    // What came after the question was not asked about; what has started meanwhile is not cancelled any
    // more.
    const itemIds = items.map((w) => w.itemId)
    if (
      !(await confirm({
        title: COPY.cancelAll.title[lane](items.length),
        text: COPY.cancelAll.text,
        yes: COPY.cancelAll.yes,
        no: COPY.cancelAll.no,
        danger: true,
      }))
    )
      return
    const done = await attempt(client.queue.cancel({ itemIds }))
    if (done !== null) toast(COPY.cancelAll.done(done.cancelled, itemIds.length))
    focusTitle()
  }
  return (
    <Button
      size="s"
      look="ghost"
      className="h-6"
      aria-label={COPY.cancelAll.label[lane]}
      onClick={() => void cancel()}
    >
      {COPY.cancelAll.button}
    </Button>
  )
}

function Item({
  w,
  thread,
  isTop,
}: {
  w: WaitingView
  thread: ThreadView | undefined
  isTop: boolean
}): ReactNode {
  const fleet = useFleet((f) => f)
  const app = useBridge()
  const now = useMinute()
  const name = thread?.name ?? COPY.removedThread
  return (
    <li
      tabIndex={-1}
      className="grid grid-cols-[28px_minmax(110px,180px)_minmax(0,1fr)_76px_auto] max-[1000px]:grid-cols-[22px_minmax(90px,124px)_minmax(0,1fr)_72px_auto] items-center gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0"
    >
      <span className="text-12 tabular-nums text-ink-3" title={COPY.place(w.place)}>
        <span className="sr-only">Place </span>
        {w.place}
      </span>
      <button
        type="button"
        title={name}
        className="truncate rounded-[3px] text-left font-medium hover:underline"
        onClick={() => navigate(threadPath(w.threadId))}
      >
        {name}
      </button>
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-1.5">
          <What w={w} />
          {w.mergedSlots > 0 && <Chip tone="neutral">{COPY.merged(w.mergedSlots)}</Chip>}
        </p>
        <p className="text-12 text-ink-3">
          <span className="sr-only">{COPY.why}</span>
          {whyWaiting(w, thread, fleet, now)}
        </p>
      </div>
      <span className="text-right text-12 tabular-nums text-ink-3" title={COPY.since(fullTime(w.since))}>
        {span(Math.max(0, now - w.since))}
      </span>
      <span className="flex min-w-[98px] justify-end gap-1">
        {!isTop && <ToTop w={w} name={name} />}
        <Button
          size="s"
          aria-label={COPY.cancel(name)}
          onClick={() => {
            cancelItem(app, w.itemId)
            focusTitle()
          }}
        >
          Cancel
        </Button>
      </span>
    </li>
  )
}

export function What({ w }: { w: WaitingView }): ReactNode {
  if (w.kind === 'message')
    return (
      <span className="truncate" title={w.text ?? ''}>
        {w.from !== null && w.from !== 'user' && (
          <span className="text-ink-3">{COPY.fromThread(w.from)}</span>
        )}
        “<bdi>{w.text}</bdi>”
      </span>
    )
  if (w.kind === 'job')
    return (
      <span dir="auto" className="truncate">
        {w.jobName ?? COPY.removedJob}
      </span>
    )
  const [main, ...others] = orderedReasons(w.reasons)
  return (
    <>
      <span className="shrink-0">{main === undefined ? COPY.noReason : capital(REASON_WORD[main])}</span>
      {others.length > 0 && (
        <span className="truncate text-12 text-ink-3">
          {COPY.also(others.map((r) => REASON_WORD[r]).join(', '))}
        </span>
      )}
    </>
  )
}

function ToTop({ w, name }: { w: WaitingView; name: string }): ReactNode {
  const { client } = useBridge()
  const toTop = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    void attempt(client.queue.toTop({ itemId: w.itemId }), COPY.movedUp(name, w.class === 'message'))
    currentTarget.closest('li')?.focus() // the button goes, as there is nowhere further up
  }
  return (
    <Button size="icon" look="ghost" aria-label={COPY.toTop(name)} title={COPY.toTopHint} onClick={toTop}>
      <ArrowUpToLine size={14} aria-hidden />
    </Button>
  )
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
