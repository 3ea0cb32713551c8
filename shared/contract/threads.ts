import type { Alert, AlertState } from '../alerts/alert.ts'
import type { ThreadId } from '../base/ids.ts'
import type { ThreadView } from '../views/thread-view.ts'

/* Of repositories: found, opened, hooked, and what they raised. */

export type ScanMessage =
  | { readonly kind: 'progress'; readonly folders: number; readonly at: string }
  | {
      readonly kind: 'found'
      readonly path: string
      readonly name: string
      readonly lastChangedAt: number
      readonly alreadyAdded: boolean
    }
  | {
      readonly kind: 'done'
      readonly folders: number
      readonly found: number
      readonly unreadable: number
      readonly limited: boolean
    }
export interface AddResult {
  readonly added: readonly ThreadView[]
  readonly rejected: readonly { readonly path: string; readonly why: string }[]
}
/** Who is the master now. */
export interface MasterView {
  readonly id: ThreadId
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly trusted: boolean
  /** false: local checks, which have no ideas of their own. */
  readonly hasAgent: boolean
}
export interface MasterChoice {
  readonly master: MasterView | null // null: nobody is
  /** Sentences about lists that could not be given the master's daily lines, or be freed of them. */
  readonly notes: readonly string[]
}
export const OPEN_IN = ['editor', 'terminal', 'files', 'remote'] as const
export type OpenIn = (typeof OPEN_IN)[number]
/** A program of this machine that can open a repository. */
export interface OpenerView {
  readonly key: string
  readonly what: OpenIn
  readonly name: string
}
export interface HookView {
  readonly folder: string
  readonly managedBy: string | null // a tool that owns the hooks folder; null: none
  readonly problem: string | null // why nothing can be installed; null: it can
  readonly installed: boolean
  readonly digest: string // of what is shown; installing checks it
  readonly files: readonly {
    readonly name: string
    readonly path: string
    readonly before: string | null // null: there is no such file
    readonly after: string
    readonly state: 'absent' | 'ours' | 'foreign' | 'outdated'
  }[]
}
/** What came and went while nobody looked. */
export interface WhileAway {
  readonly beats: number // that ended
  readonly missed: number // due times that passed while nothing could run
  readonly news: number // alerts that came then and that nobody has answered, as the inbox counts them
  /**
   * What ended then by no person's hand and does not stand again, without notices: each cause once, newest end first,
   * at most fifty.
   */
  readonly over: readonly Alert[]
  readonly overCount: number // also of those beyond
}
export interface AlertPage {
  readonly alerts: readonly Alert[]
  readonly next: string | null // cursor; null: no more
  readonly counts: Readonly<Record<AlertState, number>>
}
