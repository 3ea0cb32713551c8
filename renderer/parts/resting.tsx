import { Moon } from 'lucide-react'
import type { ReactNode } from 'react'
import { MINUTE, type Instant } from '../../shared/base/time.ts'
import type { RunnerRest } from '../../shared/views/snapshot.ts'
import { useBridge } from '../client/bridge.ts'
import { wakeRunner } from '../commands/actions/threads.tsx'
import { PARTS } from './copy.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { tableTime, useMinute } from '../kit/time.ts'
import { Button } from '../kit/button.tsx'

/** Nothing holds it any more; that it is back is known when a run of it has ended well. `now`: to the minute. */
const isOver = (rest: RunnerRest, now: Instant): boolean => rest.until < now + MINUTE

/** One cause for all threads of a runner, said once. */
export function Resting({
  rests,
  leads = false,
}: {
  rests: readonly RunnerRest[]
  leads?: boolean
}): ReactNode {
  const app = useBridge()
  const now = useMinute()
  return rests.map((rest) => (
    <section
      key={rest.key}
      aria-label={PARTS.resting.label(rest.name)}
      className="mb-4 flex items-center gap-3 rounded-card border border-alert-edge/40 bg-alert-tint px-4 py-2 text-13"
    >
      <Moon size={16} className="shrink-0 text-alert" />
      <p className="min-w-0 flex-1 text-ink">
        <strong className="font-semibold">{PARTS.resting.cause[rest.cause](rest.name)}</strong>{' '}
        {isOver(rest, now)
          ? PARTS.resting.over
          : PARTS.resting.until(
              tableTime(rest.until, now),
              !rest.told && rest.cause === 'limit',
              rest.threads,
            )}
        <span className="selectable block truncate text-12 text-ink-2" title={rest.message}>
          {rest.message}
        </span>
      </p>
      {leads && (
        <Button size="s" look="ghost" onClick={() => navigate(PLACES.agents)}>
          Agents
        </Button>
      )}
      {!isOver(rest, now) && (
        <Button size="s" onClick={() => wakeRunner(app, rest.key, rest.name)}>
          {PARTS.resting.again}
        </Button>
      )}
    </section>
  ))
}
