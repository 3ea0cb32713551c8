import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OtherMachines, OthersDetails } from '../../shared/hub/others/others.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Banner, Card, Empty, Page, Skeleton } from '../kit/parts.tsx'
import { tableTime, useMinute } from '../kit/time.ts'
import type { ShownOthers } from './choice.ts'
import { HUB } from './copy.ts'
import { MachineIcon, StateWords } from './machine-state.tsx'

/** A page about another machine; or, below the page of this one, what it has of all others. */
export function OthersFrame({
  shown,
  title,
  children,
}: {
  shown: ShownOthers
  title: string
  children: ReactNode
}): ReactNode {
  if (shown.is === 'all')
    return (
      <div className="mx-auto w-full max-w-[1440px] px-7 pb-8 max-[1000px]:px-5">
        <HubLine others={shown.others} />
        {children}
      </div>
    )
  const { machine, others } = shown
  return (
    <Page
      title={title}
      sub={
        <span className="flex items-center gap-1.5">
          <MachineIcon machine={machine} size={13} />
          <span className="font-medium text-ink-2">{machine.name}</span>
          <StateWords machine={machine} />
        </span>
      }
    >
      <HubLine others={others} />
      {children}
    </Page>
  )
}

/** The hub is not there, or not yet: what is shown of others is as old as that. */
export function HubLine({
  others: { link, heardAt, fault },
}: {
  others: Pick<OtherMachines, 'link' | 'heardAt' | 'fault'>
}): ReactNode {
  const now = useMinute()
  if (link === 'waiting')
    return (
      <Banner tone="grey" icon={<Unplug size={14} aria-hidden className="shrink-0" />}>
        <span className="text-12">{HUB.waits(heardAt === null ? null : tableTime(heardAt, now), fault)}</span>
      </Banner>
    )
  if (link === 'connecting' && heardAt === null)
    return (
      <p role="status" className="mb-3 text-12 text-ink-3">
        {HUB.connecting}
      </p>
    )
  return null
}

/** What the others told; in its place what is to be said while there is nothing to show. */
export function WithDetails({
  shown,
  children,
}: {
  shown: ShownOthers
  children: (details: OthersDetails) => ReactNode
}): ReactNode {
  const { api } = useBridge()
  const details = useQuery(api.hub.others.queryOptions())
  if (shown.machines.length === 0) return <NoMachines />
  if (details.data !== undefined) return children(details.data)
  if (details.isError)
    return (
      <Empty
        title={HUB.failed}
        text={messageOf(details.error)}
        actions={<Button onClick={() => void details.refetch()}>{HUB.again}</Button>}
      />
    )
  return (
    <Card>
      <Skeleton rows={4} height={40} />
    </Card>
  )
}

const NoMachines = (): ReactNode => (
  <p className="flex items-center gap-3 text-12 text-ink-3">
    {HUB.none}
    <Button size="s" onClick={() => navigate(`${PLACES.settings}/machines`)}>
      {HUB.invite}
    </Button>
  </p>
)
