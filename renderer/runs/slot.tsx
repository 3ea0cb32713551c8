import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, HeartPulse } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { SlotView } from '../../shared/runs/slot-view.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { OUTCOME_MEANING, OUTCOME_WORD } from '../../shared/runs/outcome-words.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { beatThread } from '../commands/actions/beat.tsx'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { FateChip } from '../parts/chips.tsx'
import { Empty, Skeleton } from '../kit/parts.tsx'
import { SLOT as COPY } from './copy.ts'
import { useThread } from '../client/live.ts'
import { navigate, runPath, threadPath } from '../client/navigation.ts'
import { clockTime, fullTime, titleTime } from '../kit/time.ts'

/** A due time: leads to the run that answered it, or says why there was none. */
export function SlotPage({ id, at }: { id: ThreadId; at: number }): ReactNode {
  const { api } = useBridge()
  const thread = useThread(id)
  const slots = useQuery(api.threads.slots.queryOptions({ input: { id, limit: 500 } }))
  const index = slots.data === undefined ? -1 : nearest(slots.data, at)
  const slot = slots.data?.[index]
  const runId = slot?.runId ?? null
  useEffect(() => {
    if (runId !== null) navigate(runPath(runId), { replace: true })
  }, [runId])
  if (slots.data === undefined || runId !== null)
    return (
      <div className="px-7 pt-5">
        <Skeleton rows={3} height={48} />
      </div>
    )
  if (slot === undefined || thread === undefined)
    return (
      <Empty
        as="h1"
        title={COPY.gone}
        actions={<Button onClick={() => navigate(threadPath(id))}>{COPY.openThread}</Button>}
      />
    )
  const servedBy = slots.data.slice(index + 1).find((s) => s.runId !== null)
  return <Unserved thread={thread} slot={slot} servedBy={servedBy} />
}

interface Props {
  readonly thread: ThreadView
  readonly slot: SlotView
  /** The next one that had a run. undefined: there is none yet. */
  readonly servedBy: SlotView | undefined
}

function Unserved({ thread, slot, servedBy }: Props): ReactNode {
  return (
    <div className="max-w-[760px] px-7 pt-4">
      <button
        type="button"
        onClick={() => history.back()}
        className="-ml-1 mb-1 flex items-center rounded-control px-1 text-12 text-ink-3 hover:text-ink"
      >
        <ChevronLeft size={14} /> Back
      </button>
      <p className="flex items-center gap-2 text-12 text-ink-3">
        <FateChip fate={slot.outcome} />{' '}
        <button
          type="button"
          className="rounded-[3px] font-medium text-ink-2 hover:underline"
          onClick={() => navigate(threadPath(thread.id))}
        >
          {thread.name}
        </button>{' '}
        · due <span title={titleTime(slot.dueAt)}>{fullTime(slot.dueAt)}</span>
      </p>
      <h1 className="selectable mt-1 text-20 font-semibold tracking-[-0.01em]">
        {OUTCOME_WORD[slot.outcome]} {clockTime(slot.dueAt)}
        {slot.cause === null ? '' : `: ${slot.cause}`}
      </h1>
      <p className="mt-1 text-13 text-ink-2">
        {OUTCOME_MEANING[slot.outcome]}
        {slot.count > 1 && ` ${COPY.standsFor(slot.count)}`}
      </p>
      <Actions thread={thread} servedBy={servedBy} />
    </div>
  )
}

function Actions({ thread, servedBy }: Omit<Props, 'slot'>): ReactNode {
  const app = useBridge()
  return (
    <div className="mt-4 flex gap-2">
      {servedBy?.runId != null && (
        <Button onClick={() => servedBy.runId !== null && navigate(runPath(servedBy.runId))}>
          {COPY.nextBeat(clockTime(servedBy.dueAt))}
        </Button>
      )}
      {thread.trusted && (
        <Button
          look={servedBy === undefined ? 'primary' : 'secondary'}
          onClick={() => beatThread(app, thread)}
        >
          <HeartPulse size={15} /> {COPY.beatNow}
        </Button>
      )}
    </div>
  )
}

/** Strip and list are made at different moments; the same due time may differ by a rounding. */
function nearest(slots: readonly SlotView[], at: number): number {
  let best = -1
  for (const [i, slot] of slots.entries())
    if (Math.abs(slot.dueAt - at) < Math.abs((slots[best]?.dueAt ?? Infinity) - at)) best = i
  return Math.abs((slots[best]?.dueAt ?? Infinity) - at) <= MINUTE ? best : -1
}
