import type { Fact } from '../facts.ts'

/** What shows that a repository has a check; any one of these is enough. Each pattern reads one line or name. */
export interface Signs {
  /** Name of a script that has a command. */
  readonly script?: RegExp
  /** A command in a script, a recipe, a workflow or a configuration of a task runner. */
  readonly command?: RegExp
  /** A command in a workflow. */
  readonly ciCommand?: RegExp
  /** An action that a workflow uses, without its version. */
  readonly uses?: RegExp
  /** Any other line of a workflow. */
  readonly workflow?: RegExp
  /** A workflow that tries at least two versions of a language. */
  readonly versions?: true
  /** At least half of the actions are named by their hash. */
  readonly pinned?: true
  /** A hook of `.pre-commit-config.yaml`. */
  readonly hook?: RegExp
  /** A tool that does nothing but this check. */
  readonly tool?: RegExp
  /** A name at the root, or a path of a service's configuration. */
  readonly file?: RegExp
}

/** A canonical check: the same thing under whatever name a repository gives it. */
export interface CheckKind {
  /** What a person reads: `Types are checked`. */
  readonly title: string
  /** Month from which it could be had at all, `2021-04`; none: longer than anybody looks back. */
  readonly since?: string
  /** Common enough that it may be suggested where nobody in the fleet has it. */
  readonly isCommon?: true
  /** Checks that do the same: who has one of them does not want this one as well. */
  readonly instead?: readonly string[]
  /**
   * What has to be there before this check can be had at all: of each entry at least one. A check whose
   * needs are not met is never suggested.
   */
  readonly needs: readonly (readonly Fact[])[]
  /** Tools that are often there before the check is. */
  readonly tools?: RegExp
  readonly signs: Signs
  /** The command that is best known for it, to be read by a person; null: it has none. */
  readonly command: string | null
}
