import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { attempt, messageOf } from '../client/attempt.ts'
import { Caps } from './caps.tsx'
import { RunnerCard } from './runner-card.tsx'
import { Spend } from './spend.tsx'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Card, Empty, Page, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { Resting } from '../parts/resting.tsx'
import { isShown, othersWords } from '../../shared/agents/shown-runners.ts'
import { AGENTS_COPY as COPY } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { PLACES } from '../client/navigation.ts'

/** Which agents are on this machine, what they used up, and what they may. */
export function AgentsPage(): ReactNode {
  const { client, api, queries } = useBridge()
  const resting = useFleet((fleet) => fleet.resting)
  const spend = useQuery(api.agents.spend.queryOptions({ staleTime: 0 }))
  const [isLooking, setLooking] = useState(false)
  const rescan = async (): Promise<void> => {
    setLooking(true)
    const found = await attempt(client.agents.rescan(), COPY.lookedAgain)
    if (found !== null) queries.setQueryData(api.agents.list.queryKey(), found)
    setLooking(false)
  }
  return (
    <>
      <p className="relative mx-auto w-full max-w-[1440px] px-7 pt-3 -mb-3 max-[1000px]:px-5">
        <a
          href={`#${PLACES.settings}`}
          className="-ml-1 inline-flex min-h-6 items-center rounded-control px-1 text-12 text-ink-3 hover:text-ink"
        >
          <ChevronLeft size={14} aria-hidden /> Settings
        </a>
      </p>
      <Page
        title="Agents"
        sub={COPY.sub}
        actions={
          <Button disabled={isLooking} onClick={() => void rescan()}>
            <RefreshCw size={14} /> {isLooking ? 'Looking…' : 'Rescan'}
          </Button>
        }
      >
        <Resting rests={resting} />
        <div className="flex flex-col gap-6">
          <section aria-labelledby="runners-title">
            <SectionTitle id="runners-title">{COPY.here}</SectionTitle>
            <Runners />
          </section>
          <section aria-labelledby="spend-title">
            <SectionTitle id="spend-title">{COPY.use}</SectionTitle>
            <Use />
          </section>
          <Caps uses={spend.data?.caps ?? []} />
        </div>
      </Page>
    </>
  )
}

function Runners(): ReactNode {
  const { api } = useBridge()
  const resting = useFleet((fleet) => fleet.resting)
  const runners = useQuery(api.agents.list.queryOptions())
  if (runners.isError)
    return (
      <Card>
        <Empty
          title={COPY.failed}
          text={messageOf(runners.error)}
          actions={<Button onClick={() => void runners.refetch()}>{COPY.again}</Button>}
        />
      </Card>
    )
  if (runners.data === undefined)
    return (
      <Card>
        <Skeleton rows={3} height={48} />
      </Card>
    )
  const others = othersWords(runners.data)
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(260px,1fr))] gap-3">
        {runners.data.filter(isShown).map((r) => (
          <RunnerCard key={r.cli} runner={r} rest={resting.find((x) => x.key === r.cli)} />
        ))}
      </div>
      {others !== null && <p className="mt-2 text-12 text-ink-3">{others}</p>}
    </>
  )
}

function Use(): ReactNode {
  const { api } = useBridge()
  const spend = useQuery(api.agents.spend.queryOptions({ staleTime: 0 }))
  if (spend.isError)
    return (
      <Card>
        <Empty title={COPY.useFailed} text={messageOf(spend.error)} />
      </Card>
    )
  if (spend.data === undefined)
    return (
      <Card>
        <Skeleton rows={4} height={40} />
      </Card>
    )
  return <Spend report={spend.data} />
}
