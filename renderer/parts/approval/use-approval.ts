import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApprovalView, LeftOutLines } from '../../../shared/agents/approval.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { notify } from '../../client/write.ts'
import { beatThread } from '../../commands/actions/beat.tsx'
import { APPROVAL as COPY } from './copy.ts'

export interface Approving {
  /** As they were read when the sheet was opened, or when the person asked for them anew. null: not yet. */
  readonly shown: readonly ApprovalView[] | null
  /** Lines that were not looked at, as they were read last; null: none. */
  readonly leftOut: LeftOutLines | null
  readonly chosen: readonly ApprovalView[]
  readonly tick: (hash: string, on: boolean) => void
  /** Why the commands could not be read, or were not approved. */
  readonly problem: string | null
  /** What would run is not what is shown any more. */
  readonly isOutdated: boolean
  readonly isBusy: boolean
  readonly renew: () => void
  readonly approve: (isRunNow: boolean) => void
}

/**
 * What is shown stays as it is until the person asks for what has become of it: nothing is exchanged under
 * their hand, and exactly what they saw is approved.
 */
export function useApproval(thread: ThreadView, onClose: () => void): Approving {
  const app = useBridge()
  const list = useQuery(app.api.approvals.list.queryOptions({ input: { id: thread.id }, staleTime: 0 }))
  const [shown, setShown] = useState<readonly ApprovalView[] | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Not what an earlier sheet has left behind.
  const fresh = list.isFetchedAfterMount && !list.isError ? waitingOf(list.data?.commands) : null
  if (shown === null && fresh !== null) setShown(fresh)
  const chosen = shown === null ? [] : chosenOf(shown, ticked)
  const isOutdated = !isBusy && shown !== null && fresh !== null && !isSame(shown, fresh)

  const settle = async (next: () => void): Promise<void> => {
    await list.refetch()
    next()
    setBusy(false)
  }
  const approve = async (isRunNow: boolean): Promise<void> => {
    if (shown === null || chosen.length === 0 || isBusy || isOutdated) return
    setBusy(true)
    setRefusal(null)
    const follows = isRunNow && thread.running !== null
    const hashes = chosen.map((a) => a.hash)
    try {
      await app.client.approvals.set({
        id: thread.id,
        hashes,
        approved: true,
        beat: follows,
        confirmed: true,
      })
    } catch (cause) {
      const isChanged = cause instanceof ORPCError && cause.code === 'CONFLICT'
      return settle(() => setRefusal(isChanged ? COPY.sheet.refused : messageOf(cause)))
    }
    const left = shown.filter((a) => !chosen.includes(a))
    if (isRunNow && !follows) beatThread(app, thread, rarestTier(chosen))
    else notify(follows ? COPY.doneLater : COPY.done(chosen.length))
    if (isRunNow || left.length === 0) {
      onClose()
      void app.queries.invalidateQueries({
        queryKey: app.api.approvals.list.key({ input: { id: thread.id } }),
      })
      return
    }
    await settle(() => {
      setShown(left)
      setTicked(new Set())
    })
  }
  return {
    shown,
    leftOut: list.data?.leftOut ?? null,
    chosen,
    tick: (hash, on) => setTicked(new Set(on ? [...ticked, hash] : [...ticked].filter((h) => h !== hash))),
    problem: refusal ?? (shown === null && list.isError ? COPY.failed(messageOf(list.error)) : null),
    isOutdated,
    isBusy,
    renew: () => {
      setRefusal(null)
      if (fresh === null) void list.refetch()
      else setShown(fresh)
    },
    approve: (isRunNow) => void approve(isRunNow),
  }
}

const waitingOf = (all: readonly ApprovalView[] | undefined): readonly ApprovalView[] | null =>
  all?.filter((a) => a.approvedAt === null) ?? null

const isSame = (a: readonly ApprovalView[], b: readonly ApprovalView[]): boolean =>
  a.length === b.length && a.every(({ hash }) => b.some((other) => other.hash === hash))

/** The only one is decided as it is; of several those that are ticked. */
const chosenOf = (shown: readonly ApprovalView[], ticked: ReadonlySet<string>): readonly ApprovalView[] =>
  shown.length === 1 ? shown : shown.filter((a) => ticked.has(a.hash))

/** A beat of it works all lines that ask for one of them. */
const rarestTier = (approvals: readonly ApprovalView[]): Tier =>
  TIERS.findLast((tier) => approvals.some((a) => a.places.some((place) => place.tier === tier))) ?? 'quick'
