/**
 * Where the line stands that keeps HEARTBEAT.md out of git: in the repository's local exclude file, in
 * .gitignore, or nowhere because a person left it so.
 */
export const GIT_KEEPS = ['exclude', 'gitignore', 'leave'] as const
export type GitKeep = (typeof GIT_KEEPS)[number]

export interface GitKeepView {
  /**
   * tracked: git has the file already, so no line hides it; undecided: nothing says so yet, the first
   * writing adds the local line.
   */
  readonly now: GitKeep | 'tracked' | 'undecided'
  /**
   * .gitignore as it is (null: there is none) and as it would be; null: it cannot be edited, or has the
   * line already.
   */
  readonly gitignore: {
    readonly before: string | null
    readonly after: string
    readonly version: string
  } | null
}
