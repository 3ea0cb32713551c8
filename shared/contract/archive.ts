import type { ArchiveAuthority } from './authority.ts'

/* Of backups, exports and imports. */

export interface BackupView {
  readonly name: string
  readonly at: number
  readonly bytes: number
  readonly why: string // 'daily', 'asked', 'before-restore' …
  readonly verified: boolean | null // null: not looked at since it was written
}
/** Something that is done at the next start. */
export interface PendingView {
  readonly kind: 'restore' | 'import' | 'clear' | 'factory'
  readonly askedAt: number
  readonly text: string
}
export interface BackupsView {
  readonly folder: string
  readonly backups: readonly BackupView[]
  readonly pending: PendingView | null
  readonly problem: string | null // why the last daily backup was not made
  readonly notDone: string | null // why what was asked for at this start did not happen
  readonly making: boolean
}
export interface ExportView {
  readonly path: string
  readonly threads: number
  readonly runs: number
  readonly bytes: number
  readonly leftOut: readonly string[]
  readonly missed: readonly string[]
}
export const IMPORT_CHOICES = ['mine', 'theirs', 'both'] as const
export type ImportChoice = (typeof IMPORT_CHOICES)[number]
export interface ImportThread {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly runs: number
  readonly state: 'new' | 'same' | 'conflict'
  readonly differences: readonly string[]
  readonly mine: { readonly number: number; readonly name: string; readonly runs: number } | null
  readonly missing: string | null // why no repository is there
}
export interface ImportPlan {
  readonly authority: ArchiveAuthority // of all its threads, as if each were chosen
  readonly exportedAt: string
  readonly app: string
  readonly whole: boolean // nothing is here yet: everything is taken as it is
  readonly threads: readonly ImportThread[]
  readonly settings: number // keys that are not built in
  readonly leftOut: readonly string[] // secrets that the archive came without
}
