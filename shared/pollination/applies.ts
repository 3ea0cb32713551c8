import type { Fact } from './facts.ts'
import { CHECK_KINDS } from './kinds/check-kinds.ts'

/**
 * Whether a check can be had at all: each of its needs is met. Of a check that the table does not know, the
 * needs are what all its holders have in common, `shared`; where it has no holder (null), nobody knows them,
 * and it does not apply.
 */
export function applies(check: string, facts: ReadonlySet<Fact>, shared: ReadonlySet<Fact> | null): boolean {
  const kind = CHECK_KINDS.get(check)
  if (kind === undefined) return shared !== null && [...shared].every((fact) => facts.has(fact))
  return kind.needs.every((any) => any.some((fact) => facts.has(fact)))
}
