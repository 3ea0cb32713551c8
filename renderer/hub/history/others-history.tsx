import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Card, Empty, SectionTitle, Skeleton } from '../../kit/parts.tsx'
import type { ShownOthers } from '../choice.ts'
import { HUB } from '../copy.ts'
import { OthersFrame } from '../others-frame.tsx'
import { OTHER_HISTORY as COPY } from './copy.ts'
import { OutcomeTable } from './outcome-table.tsx'

const PAGE = 200

/** Beats of another machine, or of all others below those of this one; asked of the hub, newest first. */
export function OthersHistory({ shown }: { shown: ShownOthers }): ReactNode {
  const page = useOutcomes(shown)
  const rows = useMemo(() => page.data?.pages.flatMap((one) => one.rows) ?? [], [page.data])
  const refresh = (
    <Button size="s" look="ghost" disabled={page.isFetching} onClick={() => void page.refetch()}>
      <RotateCw size={13} aria-hidden /> {COPY.refresh}
    </Button>
  )
  return (
    <OthersFrame shown={shown} title={COPY.title}>
      <SectionTitle
        right={page.isSuccess && refresh}
        {...(page.isSuccess && { count: COPY.count(rows.length, page.hasNextPage) })}
      >
        {shown.is === 'all' ? HUB.others : shown.machine.name}
      </SectionTitle>
      {page.isPending && (
        <Card>
          <Skeleton rows={6} height={36} />
        </Card>
      )}
      {page.isSuccess && rows.length === 0 && <p className="px-1 text-13 text-ink-3">{COPY.none}</p>}
      {rows.length > 0 && <OutcomeTable rows={rows} shown={shown} />}
      {page.isError && <Failed page={page} isBelow={rows.length > 0} />}
      {!page.isError && page.hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button disabled={page.isFetchingNextPage} onClick={() => void page.fetchNextPage()}>
            {page.isFetchingNextPage ? COPY.asking : COPY.older}
          </Button>
        </div>
      )}
    </OthersFrame>
  )
}

function useOutcomes(shown: ShownOthers) {
  const { api } = useBridge()
  const machine = shown.is === 'one' ? shown.machine.id : null
  return useInfiniteQuery(
    api.hub.outcomes.infiniteOptions({
      input: (before: string | null) => ({ machine, before, limit: PAGE }),
      initialPageParam: null as string | null,
      getNextPageParam: (last) => last.next,
    }),
  )
}

/** `isBelow`: newer ones stand above, and only older ones are missing. */
function Failed({ page, isBelow }: { page: ReturnType<typeof useOutcomes>; isBelow: boolean }): ReactNode {
  const again = (
    <Button disabled={page.isFetching} onClick={() => void (isBelow ? page.fetchNextPage() : page.refetch())}>
      {COPY.again}
    </Button>
  )
  if (!isBelow) return <Empty title={COPY.failed} text={messageOf(page.error)} actions={again} />
  return (
    <p role="alert" className="mt-3 flex items-center justify-center gap-3 text-12 text-ink-2">
      {COPY.failed} {messageOf(page.error)} {again}
    </p>
  )
}
