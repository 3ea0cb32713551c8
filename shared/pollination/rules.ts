import type { ThreadId } from '../base/ids.ts'
import type { Instant } from '../base/time.ts'
import { ecosystemOf, type Ecosystem } from './facts.ts'
import type { RepositoryState } from './state.ts'

/** Which repositories a rule is about. */
export const RULE_SCOPES = [
  'thread',
  'libraries',
  'typescript',
  'javascript',
  'python',
  'go',
  'rust',
  'everywhere',
] as const
export type RuleScope = (typeof RULE_SCOPES)[number]

/** A check that a person does not want suggested, and where. */
export interface SuggestionRule {
  readonly id: number
  /** Id of the canonical check. */
  readonly pattern: string
  readonly scope: RuleScope
  /** Of scope `thread`, else null. */
  readonly threadId: ThreadId | null
  readonly reason: string // '': none was given
  /** Number of the no that it was made of; null: of none. */
  readonly suggestion: number | null
  readonly at: Instant
}

/** Why an open suggestion was closed where this rule holds. */
export const ruleReason = (rule: Pick<SuggestionRule, 'id'>): string => `your rule ${rule.id} keeps it away`

/** What a scope is called in the middle of a sentence. */
export const SCOPE_WORDS: Record<Exclude<RuleScope, 'thread'>, string> = {
  libraries: 'libraries',
  typescript: 'TypeScript repositories',
  javascript: 'JavaScript repositories',
  python: 'Python repositories',
  go: 'Go repositories',
  rust: 'Rust repositories',
  everywhere: 'any repository',
}

/** Where a rule holds. */
export const whereWords = (scope: RuleScope, thread: string): string =>
  scope === 'thread' ? thread : SCOPE_WORDS[scope]

/** The scopes that take in this repository, the narrowest first. */
export function scopesOf(state: RepositoryState): readonly RuleScope[] {
  const ecosystem: Ecosystem = ecosystemOf(state)
  return [
    'thread',
    ...(state.isLibrary === true ? (['libraries'] as const) : []),
    ...(ecosystem === 'other' ? [] : [ecosystem]),
    'everywhere',
  ]
}

/** The rule that keeps this check away from this repository; null: none does. */
export function ruleAgainst(
  rules: readonly SuggestionRule[],
  pattern: string,
  threadId: ThreadId,
  state: RepositoryState,
): SuggestionRule | null {
  const scopes = new Set(scopesOf(state))
  return (
    rules.find(
      (rule) =>
        rule.pattern === pattern &&
        scopes.has(rule.scope) &&
        (rule.scope !== 'thread' || rule.threadId === threadId),
    ) ?? null
  )
}
