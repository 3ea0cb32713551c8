/** What the engine learnt about the repository during a run; shown as the thread's git glance. */
export interface GitGlance {
  readonly branch: string | null // also one without a commit; null: detached HEAD
  readonly ahead: number | null // null: no upstream
  readonly behind: number | null // null: no upstream
  readonly changed: number // tracked and untracked files that differ
  readonly operation: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect' | null // that was begun and is not over; null: none
}
