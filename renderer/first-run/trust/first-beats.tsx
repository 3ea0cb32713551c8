import { HeartPulse } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { useLive } from '../../client/live.ts'
import { Button } from '../../kit/button.tsx'
import { useChoices } from '../choices.ts'
import { FIRST_RUN } from '../copy.ts'
import { BeatLine } from './beat-line.tsx'
import { findingsFirst, isProven, isTelling, isWaiting } from './beat-order.ts'
import { useSliding } from './use-sliding.ts'

const COPY = FIRST_RUN.beat
/** Of what this first run did not add; and of quiet ones, where there are many. */
const SHOWN = 6

/** The beats of what this first run added, while they run and as they ended; else of what is there. */
export function FirstBeats(): ReactNode {
  const { client } = useBridge()
  const { added } = useChoices()
  const all = useLive((live) => live.threads)
  const [isAsking, setAsking] = useState(false)
  const threads = findingsFirst(
    added.length > 0 ? added.flatMap((id) => all.get(id) ?? []) : [...all.values()].slice(0, SHOWN),
  )
  if (threads.length === 0) return null
  const isBusy = threads.some((t) => t.running !== null)
  const beat = async (): Promise<void> => {
    setAsking(true)
    for (const { id, running } of threads) if (running === null) await attempt(client.beat.start({ id }))
    setAsking(false)
  }
  return (
    <section aria-label={COPY.title} className="mt-2">
      <div className="mb-2 flex items-center gap-4">
        <p role="status" className="flex-1 text-13 text-ink-2">
          {summary(threads)}
        </p>
        <Button size="s" disabled={isAsking || isBusy} onClick={() => void beat()}>
          <HeartPulse size={14} /> {isBusy || isAsking ? COPY.running : COPY.now}
        </Button>
      </div>
      <Lines threads={threads} />
    </section>
  )
}

/** How far they are, then how they ended. */
function summary(threads: readonly ThreadView[]): ReactNode {
  const ended = threads.filter((t) => t.running === null && t.last !== null).length
  if (ended < threads.length) return COPY.progress(ended, threads.length)
  const telling = threads.filter(isTelling).length
  const proven = threads.filter(isProven).length
  return (
    <>
      <span>{COPY.proven(proven, threads.length, threads.filter(isWaiting).length)}</span>{' '}
      {COPY.telling(telling)}
    </>
  )
}

/** Quiet ones are folded where there are many; what tells something is never. */
function Lines({ threads }: { threads: readonly ThreadView[] }): ReactNode {
  const [isWhole, setWhole] = useState(false)
  const quiet = threads.filter((t) => t.last !== null && !isTelling(t) && t.running === null)
  const isFolded = !isWhole && quiet.length > SHOWN + 1
  const shown = isFolded ? threads.filter((t) => !quiet.includes(t) || quiet.indexOf(t) < SHOWN) : threads
  const list = useSliding(shown.map((t) => t.id).join())
  return (
    <div className="rounded-card border border-line bg-surface">
      <ul ref={list} className="relative">
        {shown.map((t) => (
          <BeatLine key={t.id} thread={t} />
        ))}
      </ul>
      {isFolded && (
        <Button look="ghost" className="m-1" onClick={() => setWhole(true)}>
          {COPY.more(quiet.length - SHOWN)}
        </Button>
      )}
    </div>
  )
}
