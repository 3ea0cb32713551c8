import { useMemo, type ReactNode } from 'react'
import { plural } from '../../shared/words.ts'
import { useFleet, useLive } from '../live.ts'

/** Which repositories are looked at once a day only. */
export function DormantNow(): ReactNode {
  const after = useFleet((fleet) => fleet.settings.dormantAfterMs)
  const threads = useLive((live) => live.threads)
  const dormant = useMemo(() => [...threads.values()].filter((t) => t.dormantSince !== null), [threads])
  return <p className="py-3 text-12 text-ink-3">{after === 0 ? 'No repository goes dormant.' : dormant.length === 0 ? 'No repository is dormant now.' : `${plural(dormant.length, 'repository is', 'repositories are')} dormant now: ${dormant.slice(0, 6).map((t) => t.name).join(', ')}${dormant.length > 6 ? ` and ${dormant.length - 6} more` : ''}.`}</p>
}
