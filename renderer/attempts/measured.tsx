import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { useBridge } from '../client/bridge.ts'
import { attemptsPath, navigate } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { ATTEMPTS_COPY as COPY } from './copy.ts'

/** That the work of the thread is measured, with the way to its attempts; nothing where it is not. */
export function Measured({ thread: { id } }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const metrics = useQuery(api.metrics.list.queryOptions())
  const metric = metrics.data?.find(({ threadId }) => threadId === id)
  if (metric === undefined) return null
  const { team, direction, command, folder, isApproved } = metric
  return (
    <section aria-labelledby="measured-title">
      <SectionTitle id="measured-title">{COPY.section}</SectionTitle>
      <Card className="flex items-center gap-3 px-4 py-2.5 text-13">
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium">{team}</span>: {COPY.better[direction]}, {COPY.by(command, folder)}
          {!isApproved && <span className="text-alert"> · {COPY.notApproved}</span>}
        </span>
        <Button size="s" onClick={() => navigate(attemptsPath(id))}>
          {COPY.open}
        </Button>
      </Card>
    </section>
  )
}
