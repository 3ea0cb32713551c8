import { useQuery } from '@tanstack/react-query'
import { Ban, Play, SkipForward, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { DryRun } from '../../shared/contract/beats.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { CopyButton } from '../kit/text/copy-line.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Output } from '../kit/text/output.tsx'
import { Empty, Skeleton } from '../kit/parts.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { DRY_RUN as COPY } from './copy.ts'

const TIER: Record<Tier | 'due', string> = { due: COPY.due, ...TIER_WORD }
const WOULD: Record<DryRun['would'], { words: string; icon: LucideIcon; tone: string }> = {
  start: { words: COPY.start, icon: Play, tone: 'text-accent' },
  skip: { words: COPY.skip, icon: SkipForward, tone: 'text-ink-3' },
  refuse: { words: COPY.refuse, icon: Ban, tone: 'text-alert' },
}

/** What a beat would do now, with the very prompt; nothing is started. */
export function DryRunDialog({ thread, onClose }: { thread: ThreadView; onClose: () => void }): ReactNode {
  const { api } = useBridge()
  const [tier, setTier] = useState<Tier | 'due'>('due')
  const plan = useQuery(
    api.dryRun.queryOptions({
      input: { id: thread.id, ...(tier !== 'due' && { tier }) },
      staleTime: 0,
      gcTime: 0,
    }),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      width={820}
      title={COPY.title(thread.name)}
      description={COPY.about}
      footer={
        <>
          <Button disabled={plan.isFetching} onClick={() => void plan.refetch()}>
            {COPY.again}
          </Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="mb-3 flex items-center gap-3 text-13">
        <span className="text-ink-2">Tier</span>
        <Select label="Tier" value={tier} options={TIER} onChange={setTier} />
      </div>
      <div aria-live="polite">
        {plan.isError && <Empty title={COPY.failed} text={messageOf(plan.error)} />}
        {plan.isPending && <Skeleton rows={5} height={36} />}
        {plan.isSuccess && <Plan plan={plan.data} />}
      </div>
    </Dialog>
  )
}

function Plan({ plan }: { plan: DryRun }): ReactNode {
  const { words, icon: Icon, tone } = WOULD[plan.would]
  return (
    <div className="flex flex-col gap-4">
      <p className="selectable flex items-start gap-2 text-13">
        <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${tone}`} />
        <span>
          <strong className="font-semibold">{words}</strong> <Ticks text={plan.because} />
        </span>
      </p>
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-13">
        <dt className="text-ink-3">Tiers</dt>
        <dd>{plan.tiers.length === 0 ? 'none' : plan.tiers.map((t) => TIER_WORD[t]).join(', ')}</dd>
        <dt className="text-ink-3">Events</dt>
        <dd>{COPY.events(plan.events)}</dd>
        <dt className="text-ink-3">Tasks</dt>
        <dd>
          {plan.tasks.length === 0 ? (
            'none'
          ) : (
            <ol className="selectable list-decimal pl-5">
              {plan.tasks.map((task, i) => (
                <li key={i}>
                  <Ticks text={task} />
                </li>
              ))}
            </ol>
          )}
        </dd>
      </dl>
      {plan.prompt === null ? (
        <p className="text-12 text-ink-3">{plan.would === 'start' ? COPY.localChecks : COPY.noPrompt}</p>
      ) : (
        <section aria-labelledby="prompt-title">
          <div className="mb-2 flex items-center gap-3">
            <h3 id="prompt-title" className="flex-1 text-13 font-semibold">
              {COPY.prompt}
            </h3>
            <CopyButton text={plan.prompt} what={COPY.thePrompt} word="Copy" />
          </div>
          <Output text={plan.prompt} label="Prompt" maxHeight={320} />
        </section>
      )}
    </div>
  )
}
