import { useMemo } from 'react'
import { navigate, useHashPath, useHashSearch } from '../../client/navigation.ts'
import { EVERYTHING, readQuery, writeQuery, type FleetQuery } from './query.ts'

/** The fleet's query of this page, and how to change some of it; the rest of the address stays. */
export function useFleetQuery(): readonly [FleetQuery, (change: Partial<FleetQuery>) => void] {
  const [path] = useHashPath()
  const search = useHashSearch()
  const text = search.toString()
  const query = useMemo(() => readQuery(new URLSearchParams(text)), [text])
  return [
    query,
    (change) => {
      const next = writeQuery({ ...query, ...change })
      navigate(next === '' ? path : `${path}?${next}`, { replace: true })
    },
  ]
}

/** The way back to all threads; the order a person chose stays. */
export const NO_FILTER: Partial<FleetQuery> = {
  state: EVERYTHING.state,
  tags: EVERYTHING.tags,
  runner: EVERYTHING.runner,
  has: EVERYTHING.has,
  q: EVERYTHING.q,
}
