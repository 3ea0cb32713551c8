import type { ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { Instant } from '../../shared/base/time.ts'
import { useBridge } from '../client/bridge.ts'
import { endBypass } from '../commands/actions/trust.tsx'
import { PARTS } from './copy.ts'
import { tableTime, useMinute } from '../kit/time.ts'
import { Button } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'

/** Until when the runner's own permission checks are off; null: they are on. */
export function useBypass(thread: ThreadView): Instant | null {
  const now = useMinute()
  return thread.bypassUntil !== null && thread.bypassUntil > now ? thread.bypassUntil : null
}

/** Red wherever the thread stands, as long as nothing stops its agent. */
export function BypassChip({ thread, long = false }: { thread: ThreadView; long?: boolean }): ReactNode {
  const until = useBypass(thread)
  const app = useBridge()
  const now = useMinute()
  if (until === null) return null
  const when = tableTime(until, now)
  if (!long)
    return (
      <span title={PARTS.bypass.about(when)}>
        <Chip tone="urgent">
          {PARTS.bypass.short}
          <span className="sr-only">{PARTS.bypass.until(when)}</span>
        </Chip>
      </span>
    )
  return (
    <span className="flex items-center gap-2">
      <Chip tone="urgent">{PARTS.bypass.long(when)}</Chip>
      <Button size="s" onClick={() => endBypass(app, thread)}>
        {PARTS.bypass.off}
      </Button>
    </span>
  )
}
