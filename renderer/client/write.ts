import type { ClientContext } from '@orpc/client'
import type { ProcedureUtils } from '@orpc/tanstack-query'
import {
  MutationCache,
  QueryClient,
  useMutation,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query'
import { toast } from '../kit/shown/toast.ts'
import { messageOf } from './attempt.ts'
import { CLIENT } from './copy.ts'

/** What is said when a write is over; `undo`: offered beside it, for `durationMs`. */
export interface Notice {
  readonly words: string
  readonly durationMs?: number
  readonly undo?: () => void
}

/** What follows a write. The one cache of all writes reads it, so that no caller has to remember it. */
interface After<Input, Output> {
  /** Said when it went well; null: nothing. */
  readonly done?: string | ((output: Output, input: Input) => string | Notice | null)
  /** What pages may have fetched and is not true any more. */
  readonly stale?: readonly QueryKey[]
  /** What was not done, with why; absent: why alone is said. */
  readonly failed?: (why: string) => string
  /** The caller shows a failure itself, beside what was typed; otherwise it is a toast. */
  readonly showsFailure?: true
}

type Meta = Record<string, unknown> & { readonly after?: After<unknown, unknown> }
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: Meta
  }
}

/** The cache of what was fetched, and the one place where the outcome of a write is said. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError(cause, _input, _result, { meta }) {
        const { showsFailure, failed } = meta?.after ?? {}
        const why = messageOf(cause)
        if (showsFailure !== true) toast.error(failed?.(why) ?? why)
      },
      onSuccess(output, input, _result, { meta }, { client }) {
        const { done, stale = [] } = meta?.after ?? {}
        notify(typeof done === 'function' ? done(output, input) : (done ?? null))
        for (const queryKey of stale) void client.invalidateQueries({ queryKey })
      },
    }),
    // Everything is local: the browser's idea of being online says nothing about it.
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 30_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** Said at the foot of the window for a moment. */
export function notify(notice: string | Notice | null): void {
  if (notice === null) return
  if (typeof notice === 'string') return void toast(notice)
  const { words, durationMs, undo } = notice
  toast(words, {
    ...(durationMs !== undefined && { duration: durationMs }),
    ...(undo !== undefined && { action: { label: CLIENT.undo, onClick: undo } }),
  })
}

/** The same, of what did not go well. */
export const refuse = (words: string): void => void toast.error(words)

/** A procedure of the contract that changes something, as `bridge.api` has it. */
type Procedure<Input, Output, Failure extends Error> = ProcedureUtils<ClientContext, Input, Output, Failure>

const metaOf = <Input, Output>(after: After<Input, Output>): Meta => ({
  after: after as After<unknown, unknown>,
})

/** A write of a component: `mutate` does it, `isPending` as long as it lasts. */
export const useWrite = <Input, Output, Failure extends Error>(
  procedure: Procedure<Input, Output, Failure>,
  after: After<Input, Output> = {},
): UseMutationResult<Output, Failure, Input> =>
  useMutation(procedure.mutationOptions({ context: {}, meta: metaOf(after) }))

/** What a write resolves to outside of components. null: it failed, and that was said. */
type Written<Output> = { readonly output: Output } | null

/** A write from outside of components, as from a command. */
export const write = <Input, Output, Failure extends Error>(
  { queries }: { readonly queries: QueryClient },
  procedure: Procedure<Input, Output, Failure>,
  input: Input,
  after: After<Input, Output> = {},
): Promise<Written<Output>> =>
  settled(
    queries
      .getMutationCache()
      .build(queries, procedure.mutationOptions({ context: {}, meta: metaOf(after) }))
      .execute(input),
  )

/** A write that is more than one call: with a question in between, or to many at once. */
export const writeBy = <Output>(
  { queries }: { readonly queries: QueryClient },
  work: () => Promise<Output>,
  after: After<void, Output> = {},
): Promise<Written<Output>> =>
  settled(
    queries
      .getMutationCache()
      .build(queries, { mutationFn: work, meta: metaOf(after) })
      .execute(undefined),
  )

const settled = <Output>(work: Promise<Output>): Promise<Written<Output>> =>
  work.then(
    (output) => ({ output }),
    () => null,
  )
