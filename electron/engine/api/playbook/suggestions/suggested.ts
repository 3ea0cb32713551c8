import { DECIDED_WORDS } from '../../../../../shared/pollination/lines/decided-words.ts'
import { RECORDS_READ } from '../../../../../shared/pollination/lines/life.ts'
import type { RuleScope } from '../../../../../shared/pollination/rules.ts'
import type { Thread } from '../../../../../shared/threads/thread.ts'
import type { Pollination } from '../../../pollination/pollination.ts'
import type { ApiErrors } from '../../lookup.ts'
import type { DocParts } from '../doc-file.ts'

export async function foundFor(pollination: Pollination, { id }: Thread, pattern: string) {
  const now = await pollination.of(id)
  const { suggested, ideas, scopes } = now ?? { suggested: [], ideas: [], scopes: [] }
  return {
    scopes,
    suggested: suggested.find((one) => one.pattern === pattern) ?? null,
    idea: ideas.find((one) => one.pattern === pattern) ?? null,
    others: suggested.map((one) => one.pattern),
  }
}

/** Rules are about checks, and an edit is of one line. */
export const NO_RULE = 'A no to an edit is for 30 days; no rule can be made of it.'

/** A no is about its thread, or about what takes that in. Nothing is asked of a thread that cannot be read. */
export function fittingOr(
  scope: RuleScope,
  { name }: Pick<Thread, 'name'>,
  scopes: readonly RuleScope[],
  errors: Pick<ApiErrors, 'INVALID'>,
): void {
  if (scopes.length > 0 && !scopes.includes(scope))
    throw errors.INVALID({
      message: `A no for ${name} cannot be for ${scope}, which does not take it in: one of ${scopes.join(', ')}.`,
    })
}

/** Looked at again at the moment of the decision: what does not hold any more is not written. */
export async function suggestedOr(
  parts: DocParts,
  pollination: Pollination,
  thread: Thread,
  pattern: string,
  errors: Pick<ApiErrors, 'CONFLICT'>,
) {
  const { suggested, others } = await foundFor(pollination, thread, pattern)
  if (suggested === null) throw notSuggested(parts, thread, pattern, others, errors)
  return parts.engine.trials.shown(suggested)
}

export function notSuggested(
  { store }: DocParts,
  { id, name }: Thread,
  pattern: string,
  others: readonly string[],
  errors: Pick<ApiErrors, 'CONFLICT'>,
) {
  const before = store.pollination.list(id, RECORDS_READ).find((record) => record.pattern === pattern)
  const was =
    before === undefined ? '' : ` (suggestion ${before.number} for it: ${DECIDED_WORDS[before.state]})`
  return errors.CONFLICT({
    message:
      `"${pattern}" is not suggested to ${name} now${was}, so nothing was written. ` +
      (others.length === 0 ? 'Nothing is suggested to it.' : `Suggested: ${others.join(', ')}.`),
  })
}
