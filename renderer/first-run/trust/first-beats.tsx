import { HeartPulse } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { RunningView, ThreadView } from '../../../shared/views/thread-view.ts'
import { STATE_WORD } from '../../../shared/views/words.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { FateChip } from '../../parts/chips.tsx'
import { StateGlyph } from '../../parts/glyph.tsx'
import { FIRST_RUN } from '../copy.ts'
import { useLive } from '../../client/live.ts'
import { navigate, runPath } from '../../client/navigation.ts'
import { useChoices } from '../choices.ts'

const COPY = FIRST_RUN.beat
const SHOWN = 6
/** Ended with checks that left evidence; anything else is told as what it is. */
const isProven = (t: ThreadView): boolean =>
  t.last !== null && ['quiet', 'unchanged', 'alert', 'urgent'].includes(t.last.outcome)

/** The beats of what this first run added; else of what is there. */
export function FirstBeats(): ReactNode {
  const { client } = useBridge()
  const { added } = useChoices()
  const all = useLive((live) => live.threads)
  const [isAsking, setAsking] = useState(false)
  const threads =
    added.length > 0 ? added.flatMap((id) => all.get(id) ?? []) : [...all.values()].slice(0, SHOWN)
  if (threads.length === 0) return null
  const isBusy = threads.some((t) => t.running !== null)
  const proven = threads.filter(isProven).length
  const beat = async (): Promise<void> => {
    setAsking(true)
    for (const { id, running } of threads) if (running === null) await attempt(client.beat.start({ id }))
    setAsking(false)
  }
  return (
    <section aria-label={COPY.title} className="mt-3">
      <div className="mb-3 flex items-center gap-4">
        <p role="status" className="flex-1 text-13 font-medium">
          {proven > 0 && !isBusy && COPY.proven(proven, threads.length)}
        </p>
        <Button size="s" disabled={isAsking || isBusy} onClick={() => void beat()}>
          <HeartPulse size={14} /> {isBusy || isAsking ? COPY.running : COPY.now}
        </Button>
      </div>
      <ul className="rounded-card border border-line bg-surface">
        {threads.map((t) => (
          <BeatLine key={t.id} thread={t} />
        ))}
      </ul>
    </section>
  )
}

function beatWords({ running, last, waiting }: ThreadView): string {
  if (running !== null) return progressWords(running)
  if (last !== null) return last.summary
  return waiting.length > 0 ? COPY.waiting : COPY.never
}

function progressWords({ progress }: RunningView): string {
  if (progress === null) return COPY.running
  const current = progress.current === null ? '' : ` · ${progress.current}`
  return `${progress.done} of ${plural(progress.total, 'check')}${current}`
}

function BeatLine({ thread: t }: { thread: ThreadView }): ReactNode {
  return (
    <li
      className="flex min-h-13 items-center gap-3 border-b border-line px-4 py-2 last:border-b-0"
      data-first-beat={t.last?.outcome ?? (t.running === null ? 'none' : 'running')}
    >
      <span title={STATE_WORD[t.state]} className="flex">
        <StateGlyph state={t.state} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-13 font-medium">{t.name}</span>
        <span className="block truncate text-12 text-ink-3">{beatWords(t)}</span>
      </span>
      {t.running === null && t.last !== null && (
        <>
          <FateChip fate={t.last.outcome} />
          <Button
            size="s"
            aria-label={`${COPY.see}: ${t.name}`}
            onClick={() => t.last !== null && navigate(runPath(t.last.runId))}
          >
            {COPY.see}
          </Button>
        </>
      )}
    </li>
  )
}
