import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { SuggestionView } from '../../shared/contract/pollination.ts'
import { useBridge } from '../client/bridge.ts'
import { POLLINATION_COPY as COPY } from './copy.ts'

/** What trying the suggestion has shown; while it is tried, that. Nothing where nobody lets it be tried. */
export function Trial({ suggestion }: { suggestion: SuggestionView }): ReactNode {
  const { api, queries } = useBridge()
  const { threadId: id, pattern, trial } = suggestion
  const isWaiting = trial?.state === 'waits'
  const tried = useQuery({
    ...api.pollination.tried.queryOptions({ input: { id, pattern }, staleTime: 0, retry: false }),
    enabled: isWaiting,
  })
  const isOver = isWaiting && tried.data !== undefined
  useEffect(() => {
    // Its tier follows what was measured.
    if (isOver) void queries.invalidateQueries({ queryKey: api.pollination.view.key() })
  }, [isOver, api, queries])
  if (trial === null) return null
  if (!isWaiting) return <p className={LINE}>{trial.text}</p>
  if (tried.isError) return <p className={LINE}>{COPY.trialFailed}</p>
  return (
    <p className={LINE} role="status">
      {tried.data?.trial?.text ?? COPY.trying}
    </p>
  )
}
const LINE = 'pl-[156px] text-12 text-ink-2'

/** Where none of them may be tried: that it could be allowed. */
export const Untried = ({ suggestions }: { suggestions: readonly SuggestionView[] }): ReactNode =>
  suggestions.length > 0 &&
  suggestions.every(({ trial }) => trial === null) && (
    <p className="mt-2 text-12 text-ink-3">{COPY.untried}</p>
  )
