import { lookup } from '../lookup.ts'
import { os, type ApiParts } from '../parts.ts'

/** What is next, why, and what a beat would do. */
export function foresightHandlers({ store, foresight }: Pick<ApiParts, 'store' | 'foresight'>) {
  const { threadOr, trustedOr } = lookup(store)
  return {
    foresee: os.foresee.handler(({ input, errors }) =>
      foresight.foresee(input.id === undefined ? undefined : threadOr(input.id, errors).id, input.hours),
    ),
    explain: os.explain.handler(({ input, errors }) => foresight.explain(threadOr(input.id, errors))),
    dryRun: os.dryRun.handler(({ input, errors }) =>
      foresight.dryRun(trustedOr(input.id, errors), input.tier ?? null),
    ),
  }
}
