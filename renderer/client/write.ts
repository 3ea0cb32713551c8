import type { ClientContext } from '@orpc/client'
import type { ProcedureUtils } from '@orpc/tanstack-query'
import {
  MutationCache,
  QueryClient,
  useMutation,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query'
import { toast } from 'sonner'
import { messageOf } from './attempt.ts'

/** What follows a write. The one cache of all writes reads it, so that no caller has to remember it. */
export interface After<Input, Output> {
  /** Said when it went well; null: nothing. */
  readonly done?: string | ((output: Output, input: Input) => string | null)
  /** What pages may have fetched and is not true any more. */
  readonly stale?: readonly QueryKey[]
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
        if (meta?.after?.showsFailure !== true) toast.error(messageOf(cause))
      },
      onSuccess(output, input, _result, { meta }, { client }) {
        const { done, stale = [] } = meta?.after ?? {}
        const words = typeof done === 'function' ? done(output, input) : done
        if (words != null) toast(words)
        for (const queryKey of stale) void client.invalidateQueries({ queryKey })
      },
    }),
    // Everything is local: the browser's idea of being online says nothing about it.
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 30_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** A procedure of the contract that changes something, as `bridge.api` has it. */
type Procedure<Input, Output, Failure extends Error> = ProcedureUtils<ClientContext, Input, Output, Failure>

const optionsOf = <Input, Output, Failure extends Error>(
  procedure: Procedure<Input, Output, Failure>,
  after: After<Input, Output>,
) => procedure.mutationOptions({ context: {}, meta: { after: after as After<unknown, unknown> } })

/** A write of a component: `mutate` does it, `isPending` as long as it lasts. */
export const useWrite = <Input, Output, Failure extends Error>(
  procedure: Procedure<Input, Output, Failure>,
  after: After<Input, Output> = {},
): UseMutationResult<Output, Failure, Input> => useMutation(optionsOf(procedure, after))

/** A write from outside of components. null: it failed, and that was said. */
export function write<Input, Output, Failure extends Error>(
  queries: QueryClient,
  procedure: Procedure<Input, Output, Failure>,
  input: Input,
  after: After<Input, Output> = {},
): Promise<{ readonly output: Output } | null> {
  return queries
    .getMutationCache()
    .build(queries, optionsOf(procedure, after))
    .execute(input)
    .then(
      (output) => ({ output }),
      () => null,
    )
}
