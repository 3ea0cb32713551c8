import { useMemo, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { SETTINGS_COPY } from './copy.ts'
import { useFleet, useLive } from '../client/live.ts'

const { dormant: COPY } = SETTINGS_COPY
const NAMED = 6

/** Which repositories are looked at once a day only. */
export function DormantNow(): ReactNode {
  const after = useFleet((fleet) => fleet.settings.dormantAfterMs)
  const threads = useLive((live) => live.threads)
  const dormant = useMemo(() => [...threads.values()].filter((t) => t.dormantSince !== null), [threads])
  return <p className="py-3 text-12 text-ink-3">{after === 0 ? COPY.never : dormantWords(dormant)}</p>
}

function dormantWords(dormant: readonly ThreadView[]): string {
  if (dormant.length === 0) return COPY.none
  const names = dormant.slice(0, NAMED).map((t) => t.name)
  return COPY.some(dormant.length, names.join(', '), dormant.length - NAMED)
}
