import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Skeleton } from '../../kit/parts.tsx'
import { Section } from '../parts.tsx'
import { MACHINES as COPY } from './copy.ts'
import { Join } from './join.tsx'
import { Member } from './member.tsx'

/** Several machines that are one fleet: join them, or what this one is among them. */
export function Machines(): ReactNode {
  const { api } = useBridge()
  const status = useQuery({ ...api.hub.status.queryOptions(), staleTime: 0 })
  const membership = status.data?.membership
  if (membership != null) return <Member membership={membership} />
  if (membership === null) return <Join />
  return (
    <Section id="machines" title={COPY.title}>
      {status.isError ? (
        <p role="alert" className="py-3 text-12 text-urgent">
          {COPY.failed} {messageOf(status.error)}
        </p>
      ) : (
        <Skeleton rows={3} height={36} />
      )}
    </Section>
  )
}
